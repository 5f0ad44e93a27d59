package io.snowflakeid.ledger;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.WorkerEntry.State;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a database table: one row per worker, created on demand, written by short statements that commit themselves, on
 * connections of its own. It never joins a transaction of the application: pass the pool itself, not a proxy that hands out the
 * connection of the current transaction.
 *
 * <p><b>Guarantee.</b> No two windows of one worker overlap, whatever clocks and processes do, as long as the database loses no
 * acknowledged write (an asynchronous failover may). The database's clock decides, in UTC.
 *
 * <p><b>Which databases may ever be merged?</b> They share one ledger ({@link #shared}), or each has its own ledger that owns a
 * datacenter number ({@link #forDatacenter}). There is no default: the choice is stored with the layout, and a process that
 * disagrees is refused. The data source must be a <em>physical</em> one: behind a sharding router the table would lie on an
 * arbitrary shard.
 *
 * <p>MySQL (8.0 or later), MariaDB (10.6), PostgreSQL (9.5) and H2 (2.2). A row that another transaction has locked is not waited
 * for longer than 2 s: whoever looks for a worker takes another one, and a renewal is tried again. Thread-safe.
 */
public final class JdbcWorkerLedger implements RangedLedger {

    private static final System.Logger LOG = ApplicationLog.of(JdbcWorkerLedger.class);
    private static final Duration FARTHEST_CLOCK = Duration.ofHours(1);
    private static final int HOLDERS_SHOWN = 5;

    private final Builder settings;
    private final SnowflakeLayout layout;
    private final LedgerConnections connections;
    private final Duration window;
    private volatile @Nullable WorkerTable workerTable;

    private JdbcWorkerLedger(Builder settings) {
        this.settings = settings;
        layout = settings.layout;
        connections = new LedgerConnections(settings.dataSource, settings.window);
        window = settings.window;
    }

    /**
     * A ledger that all databases share which may ever be merged.
     *
     * @param dataSource leads to one physical database
     */
    public static Builder shared(SnowflakeLayout layout, DataSource dataSource) {
        return new Builder(layout, dataSource, 0, LedgerSchema.SHARED);
    }

    /**
     * A ledger that owns a datacenter number: a region's or a game server's own. Every other ledger of databases that may ever be
     * merged with this one has another number.
     *
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, DataSource dataSource) {
        if (layout.datacenterBits() == 0) {
            throw new IllegalArgumentException("layout " + layout.spec()
                    + " has no datacenter bits, so a ledger cannot own datacenter " + datacenter
                    + ": use a layout such as GAME_SERVERS, or a shared ledger");
        }
        return new Builder(layout, dataSource, datacenter, LedgerSchema.OWNED + datacenter);
    }

    /**
     * A ledger as it was set up before: layout, scope and worker range are read from its namespace row. For tools that look at a ledger, and for
     * processes that leave both to the first one.
     *
     * @throws WorkerLedgerException if there is no such namespace, or the database cannot be asked
     */
    public static Builder stored(DataSource dataSource, String namespace) {
        NamespaceForm.require(namespace);
        Optional<LedgerSchema.Namespace> stored;
        List<String> known;
        LedgerConnections connections = new LedgerConnections(dataSource, Builder.DEFAULT_WINDOW);
        try {
            stored = connections.read(connection -> LedgerSchema.stored(connection, namespace));
            known = connections.read(LedgerSchema::namespaces);
        } catch (SQLException e) {
            throw new WorkerLedgerException(
                    SqlFault.isMissingTable(e) ? Reason.TABLES_MISSING : Reason.UNREACHABLE,
                    "no ledger could be read there (" + SqlFault.inOneLine(e)
                            + "): pass the database that holds the tables snowflake_namespace and snowflake_worker",
                    e);
        }
        LedgerSchema.Namespace found =
                stored.orElseThrow(() -> new WorkerLedgerException("the ledger there has no namespace '" + namespace
                        + "', but " + VisibleText.of(known.toString()) + ": pass the name that its processes use"));
        SnowflakeLayout layout = SnowflakeLayout.parse(found.layout());
        Builder builder = found.isShared()
                ? shared(layout, dataSource)
                : forDatacenter(layout, found.ownedDatacenter(), dataSource);
        found.workers().ifPresent(range -> builder.workers(range[0], range[1]));
        return builder.namespace(namespace);
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }

    @Override
    public Duration renewEvery() {
        return settings.renewEvery;
    }

    @Override
    public Duration window() {
        return window;
    }

    @Override
    public String scope() {
        return settings.scope;
    }

    @Override
    public long datacenter() {
        return settings.datacenter;
    }

    @Override
    public long firstWorker() {
        return settings.firstWorker;
    }

    @Override
    public long lastWorker() {
        return settings.lastWorker;
    }

    @Override
    public boolean hasClock() {
        return true;
    }

    @Override
    public String describe() {
        return "ledger '" + settings.namespace + "' (" + settings.fullScope() + ")";
    }

    /**
     * {@inheritDoc}
     *
     * <p>Tries for one window, then fails with the number of workers, their holders, and when the first one will be free.
     */
    @Override
    public WorkerGrant acquire(long wallNanos) {
        long start = System.nanoTime();
        boolean told = false;
        while (true) {
            Optional<WorkerGrant> grant = tryAcquire(wallNanos + (System.nanoTime() - start));
            if (grant.isPresent()) {
                return grant.get();
            }
            if (System.nanoTime() - start > window.toNanos()) {
                throw allTaken();
            }
            if (!told) {
                LOG.log(Level.INFO, "all workers of {0} are taken; waiting for {1} ms", describe(), window.toMillis());
                told = true;
            }
            pause();
        }
    }

    @Override
    public Optional<WorkerGrant> tryAcquire(long wallNanos) {
        // before the layout is written down with its epoch
        EpochAhead.refuse(layout, wallNanos);
        WorkerTable ledger = workerTable();
        requireSimilarClocks(ledger, wallNanos);
        return tryAcquire(ledger);
    }

    /** Before anything is written: a clock that is far off would spend the ticks of a worker for good. */
    private void requireSimilarClocks(WorkerTable ledger, long wallNanos) {
        long ledgerNanos;
        try {
            ledgerNanos = connections.read(ledger::nowNanos);
        } catch (SQLException e) {
            throw failed("tell the time", e);
        }
        if (Duration.ofNanos(ledgerNanos - wallNanos).abs().compareTo(FARTHEST_CLOCK) > 0) {
            throw new WorkerLedgerException(
                    Reason.CLOCK_WRONG,
                    "the database's clock shows " + Instant.ofEpochSecond(0, ledgerNanos)
                            + ", this machine's " + Instant.ofEpochSecond(0, wallNanos) + ", allowed are "
                            + FARTHEST_CLOCK.toMinutes()
                            + " minutes between them: correct the wrong one");
        }
    }

    private Optional<WorkerGrant> tryAcquire(WorkerTable ledger) {
        String token = UUID.randomUUID().toString().replace("-", "");
        try {
            return connections.write(connection -> ledger.acquire(connection, token));
        } catch (SQLException e) {
            // the reply is ambiguous: adopt what is there under this token, and only that
            try {
                Optional<WorkerGrant> written = connections.read(connection -> ledger.read(connection, token));
                if (written.isPresent()) {
                    return written;
                }
            } catch (SQLException stillDown) {
                e.addSuppressed(stillDown);
            }
            throw failed("grant a worker", e);
        }
    }

    private WorkerLedgerException allTaken() {
        List<WorkerEntry> held = workers().stream()
                .filter(entry -> entry.datacenter() == settings.datacenter && entry.state() != State.FREE)
                .toList();
        String holders = held.stream()
                .limit(HOLDERS_SHOWN)
                .map(entry -> entry.worker() + " by " + VisibleText.of(entry.holder()) + " until " + entry.until())
                .collect(Collectors.joining(", "));
        int more = Math.max(0, held.size() - HOLDERS_SHOWN);
        return new WorkerLedgerException(
                Reason.WORKERS_TAKEN,
                "all " + (lastWorker() - firstWorker() + 1) + " workers of " + describe() + " are taken ("
                        + holders + (more == 0 ? "" : ", and " + more + " more") + "); waited " + window.toMillis()
                        + " ms: stop a process, or use " + roomForMore()
                        + "; a worker whose process has crashed is free one window"
                        + " after that time, the first one at "
                        + held.stream()
                                .map(WorkerEntry::freeAt)
                                .min(Instant::compareTo)
                                .map(Instant::toString)
                                .orElse("once"));
    }

    private String roomForMore() {
        return settings.scope.equals(LedgerSchema.SHARED)
                ? "a layout with more worker bits"
                : "a layout with fewer datacenter bits and more worker bits, or for some processes another ledger with"
                        + " another datacenter id";
    }

    private void pause() {
        try {
            TimeUnit.NANOSECONDS.sleep(Math.min(window.toNanos() / 10, TimeUnit.SECONDS.toNanos(1)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerLedgerException("interrupted while waiting for a free worker of " + describe(), e);
        }
    }

    @Override
    public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        WorkerTable ledger = workerTable();
        try {
            return connections.write(connection -> ledger.renew(connection, grant, positionTick));
        } catch (SQLException e) {
            throw failed("renew worker " + grant.worker(), e);
        }
    }

    @Override
    public void release(WorkerGrant grant, long firstUnusedTick) {
        WorkerTable ledger = workerTable();
        try {
            connections.write(connection -> {
                ledger.release(connection, grant, firstUnusedTick);
                return Optional.empty();
            });
        } catch (SQLException e) {
            throw failed("take worker " + grant.worker() + " back", e);
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws WorkerLedgerException if the database cannot be asked
     */
    @Override
    public List<WorkerEntry> workers() {
        WorkerTable ledger = workerTable();
        try {
            return connections.read(ledger::list);
        } catch (SQLException e) {
            throw failed("list its workers", e);
        }
    }

    /**
     * To be called once after the database was restored from a backup, or failed over to a copy that lagged behind, and before any
     * process acquires a worker from it: it may have forgotten windows that were granted. From now on no window begins before the
     * end of the longest that could have been; workers that are held go on by their tokens.
     *
     * <p>It costs that ids run ahead of the clock, by one window and 10 s, for as long as the processes live that acquire a worker
     * before that moment. "Longest" is that of this ledger and of all workers that are written down: call it on a ledger whose window is as long
     * as any that its processes use. If ids ran ahead of the database's clock already (it was set back, or this is the second
     * restore), wait for as long first. Calling it again never lowers what it has set.
     *
     * @return the moment before which no window begins
     * @throws WorkerLedgerException if the database could not be told
     */
    public Instant markRecovered() {
        WorkerTable ledger = workerTable();
        try {
            return layout.timestampOf(connections.write(ledger::open));
        } catch (SQLException e) {
            throw failed("be marked as recovered", e);
        }
    }

    private WorkerLedgerException failed(String what, SQLException e) {
        String failure = describe() + " could not " + what + " (" + SqlFault.inOneLine(e) + "): ";
        return new WorkerLedgerException(Reason.UNREACHABLE, failure + advice(e), e);
    }

    private String advice(SQLException e) {
        WorkerTable ledger = workerTable;
        if (ledger != null && SqlFault.isHeldByAnotherTransaction(e)) {
            return "another transaction holds the row for longer than 2 s; end it, " + ledger.transactions()
                    + " lists it";
        }
        return SqlFault.isUsedUpPool(e)
                ? "no connection could be had from the pool within its time; if all were in use, make the pool larger, or"
                        + " give the ledger connections of its own by the jdbc: address of its database (in Spring Boot"
                        + " snowflake.ledger.url); else check that its database answers"
                : "check that its database answers and may be written";
    }

    /** The tables, checked or created by whoever comes first. */
    private WorkerTable workerTable() {
        WorkerTable known = workerTable;
        if (known != null) {
            return known;
        }
        try {
            WorkerTable opened = connections.write(this::open);
            workerTable = opened;
            return opened;
        } catch (SQLException e) {
            throw failed("be opened", e);
        }
    }

    private WorkerTable open(Connection connection) throws SQLException {
        SqlDialect dialect = SqlDialect.of(connection);
        LedgerSchema.ensureTables(connection, dialect, settings.createTables);
        LedgerSchema.ensureNamespace(
                connection, settings.namespace, LedgerSchema.Namespace.of(layout, settings.fullScope()));
        return new WorkerTable(dialect, settings);
    }

    /** Settings of a ledger in a database; not thread-safe. */
    public static final class Builder {

        private static final Duration DEFAULT_WINDOW = Duration.ofMinutes(2);
        private static final int LEAST_TICKS = 3;

        final SnowflakeLayout layout;
        final DataSource dataSource;
        final String scope;
        long datacenter;
        long firstWorker;
        long lastWorker;
        String namespace = "default";
        Duration window = Duration.ofMinutes(2);
        Duration renewEvery = Duration.ofSeconds(20);
        private boolean renewEveryChosen;
        String holder = thisProcess();
        boolean createTables = true;

        private Builder(SnowflakeLayout layout, DataSource dataSource, long datacenter, String scope) {
            Routers.refuse(dataSource);
            layout.requireWorker(datacenter, 0);
            this.layout = layout;
            this.dataSource = dataSource;
            this.datacenter = datacenter;
            this.scope = scope;
            lastWorker = layout.maxWorker();
        }

        /** What a ledger is given: what is set later does not change it. */
        private Builder(Builder other) {
            layout = other.layout;
            dataSource = other.dataSource;
            scope = other.scope;
            datacenter = other.datacenter;
            firstWorker = other.firstWorker;
            lastWorker = other.lastWorker;
            namespace = other.namespace;
            window = other.window;
            renewEvery = other.renewEvery;
            renewEveryChosen = other.renewEveryChosen;
            holder = other.holder;
            createTables = other.createTables;
        }

        /** What is stored and compared: the range is left out where it is all there is. */
        String fullScope() {
            boolean all = firstWorker == 0 && lastWorker == layout.maxWorker();
            return all ? scope : scope + ", workers " + firstWorker + ".." + lastWorker;
        }

        private static String thisProcess() {
            return VisibleText.of(thisHost()) + "/" + ProcessHandle.current().pid();
        }

        private static String thisHost() {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException e) {
                return System.getenv().getOrDefault("HOSTNAME", "unknown-host");
            }
        }

        /** Separates several layouts in one database; 1 to 64 letters, digits, {@code _ . : -}; default {@code default}. */
        public Builder namespace(String namespace) {
            this.namespace = NamespaceForm.require(namespace);
            return this;
        }

        /**
         * The datacenter id under a shared ledger, where several regions lease workers from one table; default 0.
         *
         * @throws IllegalArgumentException if the number does not fit, or if the ledger owns another one
         */
        public Builder datacenter(long datacenter) {
            layout.requireWorker(datacenter, 0);
            if (!scope.equals(LedgerSchema.SHARED) && datacenter != this.datacenter) {
                throw new IllegalArgumentException(
                        "this ledger owns " + scope + ", so its workers cannot be of datacenter " + datacenter
                                + ": use forDatacenter(" + datacenter + ") or a shared ledger");
            }
            this.datacenter = datacenter;
            return this;
        }

        /**
         * Restricts the ledger to a part of the worker ids, both ends included, so that several databases can share them: see
         * {@link LedgerGroup}. The range is stored with the layout, and a process that disagrees is refused. Default: all.
         *
         * @throws IllegalArgumentException if there is no such range of worker ids in the layout
         */
        public Builder workers(long first, long last) {
            if (first < 0 || first > last || last > layout.maxWorker()) {
                throw new IllegalArgumentException(
                        "workers must be a range within 0.." + layout.maxWorker() + ", but are " + first + ".." + last
                                + ": split that range, or use a layout with more worker bits");
            }
            firstWorker = first;
            lastWorker = last;
            return this;
        }

        /**
         * How long a window is: how long ids go on while the database is away, and how long a crashed process keeps its worker, once
         * as its window and once more as quarantine. At least 3 ticks; default 2 min. Renewed every sixth of it unless
         * {@link #renewEvery} says otherwise.
         */
        public Builder window(Duration window) {
            this.window = window;
            if (!renewEveryChosen) {
                renewEvery = window.dividedBy(6);
            }
            return this;
        }

        /** How often the window is renewed, more or less a tenth; more than 0, at most half the window; default 20 s. */
        public Builder renewEvery(Duration renewEvery) {
            this.renewEvery = renewEvery;
            renewEveryChosen = true;
            return this;
        }

        /**
         * Who this process is, for people who look at the table; default host and process id.
         *
         * @throws IllegalArgumentException if it is blank, longer than 190 characters, or has control or other invisible characters
         */
        public Builder holder(String holder) {
            this.holder = VisibleText.require("holder", holder, 190);
            return this;
        }

        /** Whether missing tables are created (default), or reported together with their DDL. */
        public Builder createTables(boolean createTables) {
            this.createTables = createTables;
            return this;
        }

        /**
         * The ledger; nothing is asked of the database yet.
         *
         * @throws IllegalArgumentException if the settings contradict each other
         */
        public JdbcWorkerLedger build() {
            requireWindow();
            requireRenewEvery();
            return new JdbcWorkerLedger(new Builder(this));
        }

        Builder requireWindow() {
            if (window.compareTo(layout.tick().multipliedBy(LEAST_TICKS)) < 0) {
                throw new IllegalArgumentException("window must be at least " + LEAST_TICKS + " ticks of "
                        + layout.tick().toMillis() + " ms, but is " + window);
            }
            return this;
        }

        Builder requireRenewEvery() {
            if (renewEvery.isZero() || renewEvery.isNegative() || renewEvery.compareTo(window.dividedBy(2)) > 0) {
                throw new IllegalArgumentException("renewEvery must be more than 0 and at most half the window of "
                        + window + ", but is " + renewEvery);
            }
            return this;
        }
    }
}
