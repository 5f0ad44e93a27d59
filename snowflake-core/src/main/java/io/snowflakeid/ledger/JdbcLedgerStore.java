package io.snowflakeid.ledger;

import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.internal.jdbc.OwnConnection;
import io.snowflakeid.internal.jdbc.PhysicalSource;
import io.snowflakeid.internal.jdbc.SqlFault;
import io.snowflakeid.internal.jdbc.TablePlace;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.LedgerStore;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.PlacedRow;
import io.snowflakeid.ledger.spi.LedgerStore.WorkerRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Stores a ledger in two database tables. Each call of {@link #converse} uses one connection. */
final class JdbcLedgerStore implements LedgerStore {

    static final String NAMESPACES = "snowflake_namespace";
    private static final String WORKERS = "snowflake_worker";
    private static final String NO_SERVER = ""; // the server has no name, because a database keeps all confirmed writes
    private static final String ROW = "leased_from, leased_until, quarantined_until, token, holder";
    private static final String STATE =
            "layout, scope, version, ledger_id, place, opens_at, longest_window, group_members";

    private final LedgerSettings settings;
    private final String namespace;
    private final PhysicalSource source;
    private final boolean createTables;
    private volatile @Nullable TablePlace place; // the place of the tables, or null until the tables exist

    JdbcLedgerStore(LedgerSettings settings, PhysicalSource source, boolean createTables) {
        this.settings = settings;
        namespace = settings.namespace();
        this.source = source;
        this.createTables = createTables;
    }

    @Override
    public String name() {
        return "the database";
    }

    @Override
    public Reason reason(Throwable failure) {
        return SqlFault.reason(failure);
    }

    @Override
    public String advice(Throwable failure) {
        if (SqlFault.LOCKED_ROW.is(failure)) {
            return "another transaction holds the row for longer than 2 s; end it (MySQL lists it in"
                    + " information_schema.innodb_trx, PostgreSQL in pg_stat_activity)";
        }
        if (SqlFault.isUsedUpPool(failure)) {
            return "no connection could be had from the pool within its time; if all were in use, make the pool larger, or"
                    + " give the ledger connections of its own by the jdbc: address of its database (in Spring Boot"
                    + " snowflake.ledger.url); else check that its database answers";
        }
        if (SqlFault.MISSING_TABLE.is(failure)) {
            return "the tables are gone, or the data source leads to several databases: pass the pool of one database, not a"
                    + " router";
        }
        return SqlFault.WRONG_ADDRESS.is(failure)
                ? "the address leads to no database: correct it, or create that database"
                : LedgerStore.super.advice(failure);
    }

    @Override
    public <T> T converse(Function<LedgerSession, T> talk) {
        try (OwnConnection connection = OwnConnection.open(source, settings.window())) {
            return talk.apply(new Session(connection));
        }
    }

    /**
     * Reads and writes the ledger's tables in transactions. A transaction locks each worker row before it changes the row. An UPDATE of the namespace
     * row compares all old values, because transactions do not lock the namespace row.
     */
    private final class Session implements LedgerSession {

        private final OwnConnection own;

        Session(OwnConnection own) {
            this.own = own;
        }

        /** Returns the database and the schema of the ledger's tables. The first call checks or creates the tables in separate transactions. */
        private TablePlace place() {
            TablePlace known = place;
            if (known == null) {
                known = TablePlace.of(own, NAMESPACES);
                known.ensureTables(own, JdbcLedgerStore.class, createTables, List.of(NAMESPACES, WORKERS));
                place = known;
            }
            return known;
        }

        @Override
        public <T> T atomically(Supplier<T> step) {
            place(); // the tables are checked before the transaction of the step
            return own.transaction(step);
        }

        @Override
        public long ledgerNanos() {
            return own.first("SELECT " + own.dialect().nowMicros, row -> nanos(row, 1))
                    .orElseThrow();
        }

        @Override
        public void requirePlace(String stored) {
            TablePlace here = place();
            if (!stored.equals(here.name())) {
                throw new WorkerLedgerException(
                        Reason.STORED_DIFFERENTLY,
                        "namespace '" + namespace + "' of this ledger was set up in " + VisibleText.of(stored)
                                + ", and is found in " + VisibleText.of(here.name())
                                + ": a copy would grant the windows of the original again, so use the original; if it was"
                                + " renamed or moved as a whole, so that no process uses it there, run:\nUPDATE "
                                + here.prefix() + NAMESPACES + " SET place = '"
                                + here.name().replace("'", "''") + "' WHERE namespace = '" + namespace + "'");
            }
        }

        /** Returns false, because a transaction does not lock the namespace row. */
        @Override
        public boolean guardsNamespace() {
            return false;
        }

        /**
         * Reads the worker row first, so that the worker row is locked during the read of the namespace row. The method ignores a namespace row whose
         * column {@code ledger_id} or {@code place} is empty.
         */
        @Override
        public Optional<LedgerReading> read(Access access, long datacenter, long worker) {
            String lock =
                    switch (access) {
                        case LOOK -> "";
                        case CHANGE -> " FOR UPDATE";
                        case TAKE -> " FOR UPDATE SKIP LOCKED";
                    };
            String rows = "SELECT " + ROW + " FROM " + place().prefix() + WORKERS
                    + " WHERE namespace = ? AND datacenter = ? AND worker = ?" + lock;
            String home = "SELECT " + STATE + ", " + own.dialect().nowMicros + " FROM " + place().prefix() + NAMESPACES
                    + " WHERE namespace = ? AND ledger_id <> '' AND place <> ''";
            return own.transaction(() -> {
                WorkerRow row = own.first(rows, found -> row(found, 1), namespace, datacenter, worker)
                        .orElse(null);
                return own.first(
                        home,
                        found -> new LedgerReading(datacenter, worker, row, state(found), NO_SERVER, nanos(found, 9)),
                        namespace);
            });
        }

        @Override
        public List<PlacedRow> rows() {
            String sql = "SELECT datacenter, worker, " + ROW + " FROM " + place().prefix() + WORKERS
                    + " WHERE namespace = ?";
            return own.all(sql, found -> new PlacedRow(found.getLong(1), found.getLong(2), row(found, 3)), namespace);
        }

        /**
         * Inserts the namespace row, or fills an empty column {@code ledger_id} or {@code place} of an existing namespace row. If
         * {@code createTables} is false and the namespace row is missing, the method throws an exception.
         */
        @Override
        public boolean create(LedgerState state) {
            String namespaces = place().prefix() + NAMESPACES;
            String here = "SELECT namespace FROM " + namespaces + " WHERE namespace = ?";
            if (own.first(here, row -> row.getString(1), namespace).isPresent()) {
                boolean hadNoId = completes("ledger_id", state.ledgerId());
                return completes("place", place().name()) || hadNoId;
            }
            if (!createTables) {
                throw new WorkerLedgerException(
                        Reason.TABLES_MISSING,
                        "namespace '" + namespace + "' is not in " + namespaces
                                + ", and creating it is switched off: if it was there before, look who deleted it; if it is"
                                + " new, set it up with the command 'workers --set-up', or run:\nINSERT INTO "
                                + namespaces
                                + " (namespace, layout, scope, version) VALUES ('" + namespace + "', '"
                                + settings.layout().spec() + "', '" + settings.storedScope() + "', "
                                + LedgerSettings.VERSION + ");");
            }
            return own.isWritten(
                    "INSERT INTO " + namespaces + " (" + STATE + ", namespace) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
                            + own.dialect().unlessThere,
                    state.layout(),
                    state.scope(),
                    Integer.parseInt(state.version()),
                    state.ledgerId(),
                    place().name(),
                    state.opensAt(),
                    state.longestWindow(),
                    state.group(),
                    namespace);
        }

        private boolean completes(String column, String value) {
            return own.isWritten(
                    "UPDATE " + place().prefix() + NAMESPACES + " SET " + column + " = ? WHERE namespace = ? AND "
                            + column + " = ''",
                    value,
                    namespace);
        }

        @Override
        public boolean write(LedgerReading seen, LedgerState wanted) {
            List<Object> values = new ArrayList<>(changing(wanted));
            values.add(namespace);
            values.addAll(changing(seen.state()));
            return own.isWritten(
                    "UPDATE " + place().prefix() + NAMESPACES
                            + " SET ledger_id = ?, place = ?, opens_at = ?, longest_window = ?, group_members = ?"
                            + " WHERE namespace = ? AND ledger_id = ? AND place = ? AND opens_at = ? AND longest_window = ?"
                            + " AND group_members = ?",
                    values.toArray());
        }

        /** Updates the locked row of a worker, or inserts a missing row. */
        @Override
        public boolean write(LedgerReading seen, WorkerRow wanted) {
            String sql = seen.row() == null
                    ? "INSERT INTO " + place().prefix() + WORKERS + " (" + ROW
                            + ", namespace, datacenter, worker) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
                            + own.dialect().unlessThere
                    : "UPDATE " + place().prefix() + WORKERS
                            + " SET leased_from = ?, leased_until = ?, quarantined_until = ?, token = ?, holder = ?"
                            + " WHERE namespace = ? AND datacenter = ? AND worker = ?";
            return own.isWritten(
                    sql,
                    wanted.from(),
                    wanted.until(),
                    wanted.quarantinedUntil(),
                    wanted.token(),
                    wanted.holder(),
                    namespace,
                    seen.datacenter(),
                    seen.worker());
        }
    }

    private static long nanos(ResultSet row, int column) throws SQLException {
        return Math.multiplyExact(row.getLong(column), 1000L);
    }

    private static WorkerRow row(ResultSet row, int first) throws SQLException {
        return new WorkerRow(
                row.getLong(first),
                row.getLong(first + 1),
                row.getLong(first + 2),
                row.getString(first + 3),
                row.getString(first + 4));
    }

    private static LedgerState state(ResultSet row) throws SQLException {
        return new LedgerState(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                row.getString(5),
                row.getLong(6),
                row.getLong(7),
                NO_SERVER,
                row.getString(8));
    }

    private static List<Object> changing(LedgerState state) {
        return List.of(state.ledgerId(), state.place(), state.opensAt(), state.longestWindow(), state.group());
    }
}
