package io.snowflakeid.ledger;

import io.snowflakeid.ledger.LedgerConnection.Work;
import io.snowflakeid.ledger.spi.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.Access;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.PlacedRow;
import io.snowflakeid.ledger.spi.WorkerRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Steps on the two tables of a namespace, on one connection, each in a transaction. A worker's row is locked from when it is read to be changed
 * until it is written; the namespace is read without a lock, and written if it still is as it was read.
 */
final class JdbcLedgerSession implements LedgerSession {

    private static final String NO_SERVER =
            ""; // a database forgets nothing that it has confirmed, while it is the same
    private static final String ROW = "leased_from, leased_until, quarantined_until, token, holder";
    private static final String STATE =
            "layout, scope, version, ledger_id, place, opens_at, longest_window, group_members";

    private final JdbcLedgerStore store;
    private final LedgerConnection own;
    private final SqlDialect dialect;
    private final String namespace;
    private @Nullable Connection within; // the transaction that is under way

    JdbcLedgerSession(JdbcLedgerStore store, LedgerConnection own) {
        this.store = store;
        this.own = own;
        dialect = own.dialect();
        namespace = store.settings().namespace();
    }

    @Override
    public <T> T atomically(Supplier<T> step) {
        return inTransaction(connection -> step.get());
    }

    /** That of the step that is under way, else one of its own. */
    private <T> T inTransaction(Work<T> work) {
        Connection present = within;
        try {
            return present != null
                    ? work.on(present)
                    : own.transaction(connection -> {
                        within = connection;
                        try {
                            return work.on(connection);
                        } finally {
                            within = null;
                        }
                    });
        } catch (SQLException e) {
            throw JdbcLedgerStore.failure(e);
        }
    }

    /** The tables are opened before, in transactions of their own. */
    private LedgerPlace place() {
        try {
            return store.place(own);
        } catch (SQLException e) {
            throw JdbcLedgerStore.failure(e);
        }
    }

    @Override
    public String open() {
        return place().name();
    }

    /** Before there are tables, too. */
    @Override
    public long ledgerNanos() {
        String sql = "SELECT " + dialect.nowMicros();
        return inTransaction(connection -> LedgerConnection.first(connection, sql, row -> nanos(row, 1)))
                .orElseThrow();
    }

    private static long nanos(ResultSet row, int column) throws SQLException {
        return Math.multiplyExact(row.getLong(column), 1000L);
    }

    @Override
    public void requirePlace(String stored) {
        LedgerSchema.requireHere(stored, place(), namespace);
    }

    /** It is read apart, without a lock; and a splitter may read from a copy. */
    @Override
    public boolean guardsNamespace() {
        return false;
    }

    // ---- read

    @Override
    public Optional<LedgerReading> read(Access access, long datacenter, long worker) {
        String row = "SELECT " + ROW + " FROM " + place().workers()
                + " WHERE namespace = ? AND datacenter = ? AND worker = ?"
                + switch (access) {
                    case LOOK -> "";
                    case CHANGE -> " FOR UPDATE";
                    case TAKE -> " FOR UPDATE SKIP LOCKED";
                };
        String home = "SELECT " + STATE + ", " + dialect.nowMicros() + " FROM " + place().namespaces()
                + " WHERE namespace = ?";
        return inTransaction(connection -> {
            WorkerRow present = LedgerConnection.first(
                            connection, row, found -> row(found, 1), namespace, datacenter, worker)
                    .orElse(null);
            return LedgerConnection.first(
                    connection,
                    home,
                    found -> new LedgerReading(datacenter, worker, present, state(found), NO_SERVER, nanos(found, 9)),
                    namespace);
        });
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

    @Override
    public List<PlacedRow> rows() {
        String sql = "SELECT datacenter, worker, " + ROW + " FROM " + place().workers() + " WHERE namespace = ?";
        return inTransaction(connection -> LedgerConnection.all(
                connection, sql, found -> new PlacedRow(found.getLong(1), found.getLong(2), row(found, 3)), namespace));
    }

    // ---- write

    @Override
    public boolean create(LedgerState state) {
        LedgerPlace place = place();
        if (!store.createsTables()) {
            throw LedgerSchema.missing(place, store.settings());
        }
        String sql = "INSERT INTO " + place.namespaces() + " (" + STATE
                + ", namespace) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)" + dialect.unlessThere();
        List<Object> values =
                new ArrayList<>(List.of(state.layout(), state.scope(), Integer.parseInt(state.version())));
        values.addAll(changing(state));
        values.add(namespace);
        return isWritten(sql, values.toArray());
    }

    private static List<Object> changing(LedgerState state) {
        return List.of(state.ledgerId(), state.place(), state.opensAt(), state.longestWindow(), state.group());
    }

    @Override
    public boolean write(LedgerReading seen, LedgerState wanted) {
        String sql = "UPDATE " + place().namespaces()
                + " SET ledger_id = ?, place = ?, opens_at = ?, longest_window = ?, group_members = ? WHERE namespace = ?"
                + " AND ledger_id = ? AND place = ? AND opens_at = ? AND longest_window = ? AND group_members = ?";
        List<Object> values = new ArrayList<>(changing(wanted));
        values.add(namespace);
        values.addAll(changing(seen.state()));
        return isWritten(sql, values.toArray());
    }

    /** Over the row that was read to be changed, or where there was none; false if another process wrote that first. */
    @Override
    public boolean write(LedgerReading seen, WorkerRow wanted) {
        String sql = seen.row() == null
                ? "INSERT INTO " + place().workers()
                        + " (leased_from, leased_until, quarantined_until, token, holder, namespace, datacenter, worker)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)" + dialect.unlessThere()
                : "UPDATE " + place().workers()
                        + " SET leased_from = ?, leased_until = ?, quarantined_until = ?, token = ?, holder = ?"
                        + " WHERE namespace = ? AND datacenter = ? AND worker = ?";
        return isWritten(
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

    private boolean isWritten(String sql, @Nullable Object... parameters) {
        return inTransaction(connection -> LedgerConnection.isWritten(connection, sql, parameters));
    }
}
