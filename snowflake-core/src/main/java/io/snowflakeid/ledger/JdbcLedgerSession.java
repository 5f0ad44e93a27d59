package io.snowflakeid.ledger;

import io.snowflakeid.ledger.LedgerConnection.Work;
import io.snowflakeid.ledger.spi.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerState;
import io.snowflakeid.ledger.spi.LedgerStore.Access;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerSession;
import io.snowflakeid.ledger.spi.PlacedRow;
import io.snowflakeid.ledger.spi.WorkerRow;
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

    private <T> T inTransaction(Work<T> work) {
        try {
            return own.transaction(work);
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
        String sql = "SELECT " + dialect.nowMicros;
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
        String lock =
                switch (access) {
                    case LOOK -> "";
                    case CHANGE -> " FOR UPDATE";
                    case TAKE -> " FOR UPDATE SKIP LOCKED";
                };
        return lock.isEmpty() ? look(datacenter, worker) : locked(access, lock, datacenter, worker);
    }

    /** Both in one statement. */
    private Optional<LedgerReading> look(long datacenter, long worker) {
        String sql = "SELECT " + STATE + ", " + dialect.nowMicros + ", " + ROW + " FROM " + place().namespaces()
                + " n LEFT JOIN " + place().workers()
                + " w ON w.namespace = n.namespace AND w.datacenter = ? AND w.worker = ? WHERE n.namespace = ?";
        return inTransaction(connection -> LedgerConnection.first(
                connection,
                sql,
                found -> reading(datacenter, worker, found.getString(14) == null ? null : row(found, 10), found),
                datacenter,
                worker,
                namespace));
    }

    /** The row first, so that the namespace is read once the row is locked. */
    private Optional<LedgerReading> locked(Access access, String lock, long datacenter, long worker) {
        String row = "SELECT " + ROW + " FROM " + place().workers()
                + " WHERE namespace = ? AND datacenter = ? AND worker = ?" + lock;
        String home =
                "SELECT " + STATE + ", " + dialect.nowMicros + " FROM " + place().namespaces() + " WHERE namespace = ?";
        return inTransaction(connection -> {
            WorkerRow present = LedgerConnection.first(
                            connection, row, found -> row(found, 1), namespace, datacenter, worker)
                    .orElse(null);
            return access == Access.TAKE && present == null
                    ? Optional.empty()
                    : LedgerConnection.first(
                            connection, home, found -> reading(datacenter, worker, present, found), namespace);
        });
    }

    private static LedgerReading reading(long datacenter, long worker, @Nullable WorkerRow row, ResultSet home)
            throws SQLException {
        return new LedgerReading(datacenter, worker, row, state(home), NO_SERVER, nanos(home, 9));
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
                + ", namespace) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)" + dialect.unlessThere;
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
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)" + dialect.unlessThere
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
