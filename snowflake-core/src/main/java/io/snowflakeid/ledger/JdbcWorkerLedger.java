package io.snowflakeid.ledger;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.LedgerConnections.Conversation;
import io.snowflakeid.ledger.WorkerTable.Renewal;
import io.snowflakeid.ledger.spi.LedgerBuilder;
import io.snowflakeid.ledger.spi.LedgerRules;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.StoreFailure;
import io.snowflakeid.ledger.spi.StoreWorkerLedger;
import java.lang.System.Logger.Level;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in a database table: one row per worker, created on demand, written in short transactions of its own. It never joins a transaction of the application: pass the pool itself, not a proxy that hands out the
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
public final class JdbcWorkerLedger extends StoreWorkerLedger {

    private static final System.Logger LOG = ApplicationLog.of(JdbcWorkerLedger.class);

    private final LedgerConnections connections;
    private final boolean createTables;
    private final TimeSource time;
    private volatile @Nullable WorkerTable workerTable;

    JdbcWorkerLedger(LedgerSettings settings, DataSource dataSource, boolean createTables, TimeSource time) {
        super(settings);
        this.time = time;
        this.createTables = createTables;
        connections = new LedgerConnections(dataSource, settings.window());
    }

    /**
     * A ledger that all databases share which may ever be merged.
     *
     * @param dataSource leads to one physical database
     */
    public static Builder shared(SnowflakeLayout layout, DataSource dataSource) {
        return new Builder(layout, dataSource);
    }

    /**
     * A ledger that owns a datacenter number: a region's or a game server's own. Every other ledger of databases that may ever be
     * merged with this one has another number.
     *
     * @throws IllegalArgumentException if the number does not fit into the layout's datacenter bits
     */
    public static Builder forDatacenter(SnowflakeLayout layout, long datacenter, DataSource dataSource) {
        return new Builder(layout, datacenter, dataSource);
    }

    /**
     * A ledger as it was set up before: layout, scope and worker range are read from its namespace row. For tools that look at a ledger, and for
     * processes that leave both to the first one.
     *
     * @throws WorkerLedgerException if there is no such namespace, or the database cannot be asked
     */
    public static Builder stored(DataSource dataSource, String namespace) {
        LedgerBuilder.requireNamespace(namespace);
        Optional<LedgerSchema.Namespace> stored;
        List<String> known;
        LedgerConnections connections = new LedgerConnections(dataSource, LedgerBuilder.DEFAULT_WINDOW);
        try {
            LedgerPlace place = connections.converse(LedgerSchema::place);
            stored = connections.transaction(connection -> LedgerSchema.stored(connection, place, namespace));
            known = connections.transaction(connection -> LedgerSchema.namespaces(connection, place));
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
    protected String store() {
        return "the database";
    }

    // ---- acquire

    @Override
    protected Attempt attempt(String token, long wallNanos) {
        WorkerTable table = workerTable();
        long ledgerNanos = asked("tell the time", () -> written(table::nowNanos));
        requireSimilarClocks(ledgerNanos, wallNanos);
        return told(() -> connections.converse(conversation -> table.acquire(conversation, token)))
                .map(Attempt::granted)
                .orElseGet(() -> Attempt.taken(Instant.ofEpochSecond(0, ledgerNanos)));
    }

    private void requireClockLikeOwn(long ledgerNanos) {
        requireSimilarClocks(ledgerNanos, time.wallNanos());
    }

    @Override
    protected Optional<WorkerGrant> adopt(String token) {
        WorkerTable table = workerTable();
        return told(() -> connections.converse(conversation -> table.adopt(conversation, token)));
    }

    // ---- renew, release, list

    /**
     * {@inheritDoc}
     *
     * <p>A database that has forgotten what it told the holder was restored, or lost writes in a failover: from then on no window begins before
     * the end of the longest that may be forgotten. The holder goes on, if need be with another worker, whose window begins there.
     */
    @Override
    public Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick) {
        WorkerTable table = workerTable();
        Renewal renewal = asked(
                "renew worker " + grant.worker(),
                () -> written(connection -> table.renew(connection, grant, positionTick, this::requireClockLikeOwn)));
        if (renewal.opensAt().isEmpty()) {
            return renewal.grant();
        }
        warnOfLoss(grant, renewal.opensAt().getAsLong());
        return renewal.grant().or(() -> replacement(table, grant));
    }

    private void warnOfLoss(WorkerGrant grant, long opensAt) {
        LOG.log(
                Level.WARNING,
                "{0} has forgotten what it granted to the holder of worker {1}: it was restored, or has lost writes in a failover;"
                        + " to be safe, no window begins before {2} from now on",
                describe(),
                grant.worker(),
                layout().timestampOf(opensAt));
    }

    /** Its window begins when the ledger opens, so that it is another worker or a later window, whatever was forgotten. */
    private Optional<WorkerGrant> replacement(WorkerTable table, WorkerGrant forgotten) {
        String token = LedgerRules.freshToken();
        return asked(
                "replace worker " + forgotten.worker(),
                () -> told(() -> connections.converse(conversation -> table.acquire(conversation, token))));
    }

    @Override
    public void release(WorkerGrant grant, long firstUnusedTick) {
        WorkerTable table = workerTable();
        asked(
                        "take worker " + grant.worker() + " back",
                        () -> written(connection ->
                                table.release(connection, grant, firstUnusedTick, this::requireClockLikeOwn)))
                .ifPresent(opensAt -> warnOfLoss(grant, opensAt));
    }

    /**
     * {@inheritDoc}
     *
     * @throws WorkerLedgerException if the database cannot be asked
     */
    @Override
    public List<WorkerEntry> workers() {
        WorkerTable table = workerTable();
        return asked("list its workers", () -> written(table::list)).stream()
                .map(seen -> entry(seen.datacenter(), seen.worker(), seen.row(), rules().tickAt(seen.ledgerNanos())))
                .toList();
    }

    /**
     * Makes sure that the tables and the namespace are there and are this ledger's; creates what is missing if that is not switched off. It acquires
     * no worker. For set-ups where the processes themselves have {@link Builder#createTables createTables(false)}.
     *
     * @throws WorkerLedgerException if something is missing and may not be created, or was set up otherwise, or the database cannot be asked
     */
    public void setUp() {
        workerTable();
    }

    /**
     * To be called once after the database was restored from a backup, or failed over to a copy that lagged behind, and before any
     * process starts: it may have forgotten windows that were granted. From now on no window begins before the
     * end of the longest that could have been; workers that are held go on by their tokens. Holders that notice what was forgotten do
     * the same when they renew, so that only the time until then is left to the operator.
     *
     * <p>It costs that ids run ahead of the clock, by one window and 10 s, for as long as the processes live that acquire a worker
     * before that moment. "Longest" is that of this ledger and of all that ever were granted, as far as the database knows: call it on a ledger
     * whose window is as long as any that its processes use. If ids ran ahead of the database's clock already (it was set back, or
     * this is the second restore), wait for as long first. Calling it again never lowers what it has set.
     *
     * @return the moment before which no window begins
     * @throws WorkerLedgerException if the database could not be told
     */
    public Instant markRecovered() {
        WorkerTable table = workerTable();
        return layout().timestampOf(asked(
                "be marked as recovered",
                () -> written(connection -> table.open(connection, this::requireClockLikeOwn))));
    }

    // ---- the database

    private interface Talk<T> {
        T have() throws SQLException;
    }

    private static <T> T told(Talk<T> talk) {
        try {
            return talk.have();
        } catch (SQLException e) {
            throw new StoreFailure(e);
        }
    }

    private <T> T written(LedgerConnections.Work<T> work) {
        return told(() -> connections.transaction(work));
    }

    private <T> T asked(String what, Supplier<T> work) {
        try {
            return work.get();
        } catch (StoreFailure e) {
            throw failed(what, e);
        }
    }

    @Override
    protected String advice(RuntimeException failure) {
        return failure.getCause() instanceof SQLException e ? advice(e) : super.advice(failure);
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
                : SqlFault.correction(e).orElse("check that its database answers and may be written");
    }

    /** The tables, checked or created by whoever comes first. */
    private WorkerTable workerTable() {
        WorkerTable known = workerTable;
        if (known == null) {
            known = asked("be opened", () -> told(() -> connections.converse(this::open)));
            workerTable = known;
        }
        return known;
    }

    private WorkerTable open(Conversation conversation) throws SQLException {
        return LedgerSchema.open(conversation, settings(), createTables);
    }

    /** Settings of a ledger in a database; not thread-safe. */
    public static final class Builder extends LedgerBuilder<Builder> {

        private final DataSource dataSource;
        private boolean createTables = true;

        private Builder(SnowflakeLayout layout, DataSource dataSource) {
            super(layout);
            Routers.refuse(dataSource);
            this.dataSource = dataSource;
        }

        private Builder(SnowflakeLayout layout, long datacenter, DataSource dataSource) {
            super(layout, datacenter);
            Routers.refuse(dataSource);
            this.dataSource = dataSource;
        }

        @Override
        protected Builder self() {
            return this;
        }

        /**
         * Whether what is missing is created (default), the tables and the namespace's row in them, or reported together with the statements
         * that create it.
         */
        public Builder createTables(boolean createTables) {
            this.createTables = createTables;
            return this;
        }

        // for who reads the settings of a configuration, and names them

        @Override
        protected Builder requireWindow() {
            return super.requireWindow();
        }

        @Override
        protected Builder requireRenewEvery() {
            return super.requireRenewEvery();
        }

        @Override
        protected LedgerSettings settings() {
            return super.settings();
        }

        /**
         * The ledger; nothing is asked of the database yet.
         *
         * @throws IllegalArgumentException if the settings contradict each other
         */
        public JdbcWorkerLedger build() {
            return new JdbcWorkerLedger(settings(), dataSource, createTables, TimeSource.system());
        }
    }
}
