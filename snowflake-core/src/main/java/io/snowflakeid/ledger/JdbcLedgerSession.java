package io.snowflakeid.ledger;

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

/**
 * Steps on the two tables of a namespace, on one connection, each in a transaction. A worker's row is locked from when it is read to be changed
 * until it is written; the namespace is read without a lock, and written if it still is as it was read.
 */
final class JdbcLedgerSession implements LedgerSession {

    private static final String NO_SERVER =
            ""; // a database forgets nothing that it has confirmed, while it is the same
    static final String ROW = "leased_from, leased_until, quarantined_until, token, holder";
    static final String STATE = "layout, scope, version, ledger_id, place, opens_at, longest_window, group_members";

    private final JdbcLedgerStore store;
    private final LedgerConnection own;
    private final String namespace;

    JdbcLedgerSession(JdbcLedgerStore store, LedgerConnection own) {
        this.store = store;
        this.own = own;
        namespace = store.settings().namespace();
    }

    private LedgerPlace place() {
        return store.place(own);
    }

    @Override
    public <T> T atomically(Supplier<T> step) {
        return own.transaction(step);
    }

    @Override
    public String open() {
        return place().name();
    }

    /** Before there are tables, too. */
    @Override
    public long ledgerNanos() {
        return own.first("SELECT " + own.dialect().nowMicros, row -> nanos(row, 1))
                .orElseThrow();
    }

    private static long nanos(ResultSet row, int column) throws SQLException {
        return Math.multiplyExact(row.getLong(column), 1000L);
    }

    @Override
    public void requirePlace(String stored) {
        place().requireHere(stored, namespace);
    }

    /** It is read apart, without a lock; and a splitter may read from a copy. */
    @Override
    public boolean guardsNamespace() {
        return false;
    }

    // ---- read

    /** The row first, so that the namespace is read once the row is locked. */
    @Override
    public Optional<LedgerReading> read(Access access, long datacenter, long worker) {
        String lock =
                switch (access) {
                    case LOOK -> "";
                    case CHANGE -> " FOR UPDATE";
                    case TAKE -> " FOR UPDATE SKIP LOCKED";
                };
        String rows = "SELECT " + ROW + " FROM " + place().workers()
                + " WHERE namespace = ? AND datacenter = ? AND worker = ?" + lock;
        String home = "SELECT " + STATE + ", " + own.dialect().nowMicros + " FROM " + place().namespaces()
                + " WHERE namespace = ?";
        return own.transaction(() -> {
            WorkerRow row = own.first(rows, found -> row(found, 1), namespace, datacenter, worker)
                    .orElse(null);
            return access == Access.TAKE && row == null
                    ? Optional.empty()
                    : own.first(
                            home,
                            found -> new LedgerReading(
                                    datacenter, worker, row, state(found), NO_SERVER, nanos(found, 9)),
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
        return own.all(sql, found -> new PlacedRow(found.getLong(1), found.getLong(2), row(found, 3)), namespace);
    }

    // ---- write

    @Override
    public boolean create(LedgerState state) {
        LedgerPlace place = place();
        if (!store.createsTables()) {
            throw place.missing(store.settings());
        }
        String sql = "INSERT INTO " + place.namespaces() + " (" + STATE
                + ", namespace) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)" + own.dialect().unlessThere;
        List<Object> values =
                new ArrayList<>(List.of(state.layout(), state.scope(), Integer.parseInt(state.version())));
        values.addAll(changing(state));
        values.add(namespace);
        return own.isWritten(sql, values.toArray());
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
        return own.isWritten(sql, values.toArray());
    }

    /** Over the row that was read to be changed, or where there was none; false if another process wrote that first. */
    @Override
    public boolean write(LedgerReading seen, WorkerRow wanted) {
        String sql = seen.row() == null
                ? "INSERT INTO " + place().workers()
                        + " (leased_from, leased_until, quarantined_until, token, holder, namespace, datacenter, worker)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)" + own.dialect().unlessThere
                : "UPDATE " + place().workers()
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
