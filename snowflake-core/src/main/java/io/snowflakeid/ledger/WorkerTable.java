package io.snowflakeid.ledger;

import io.snowflakeid.ledger.spi.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.LedgerState;
import io.snowflakeid.ledger.spi.PlacedRow;
import io.snowflakeid.ledger.spi.WorkerRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Every statement on the two tables of one namespace. What is written was decided before, and is written if the row is still as it was read. */
final class WorkerTable {

    private static final int QUERY_TIMEOUT_SECONDS = 5;
    private static final String NO_SERVER =
            ""; // a database forgets nothing that it has confirmed, while it is the same
    private static final String ROW = "w.leased_from, w.leased_until, w.quarantined_until, w.token, w.holder";
    private static final String STATE =
            "layout, scope, version, ledger_id, place, opens_at, longest_window, group_members";

    private final SqlDialect dialect;
    private final LedgerSettings settings;
    private final String namespace;
    private final LedgerPlace place;

    WorkerTable(SqlDialect dialect, LedgerSettings settings, LedgerPlace place) {
        this.dialect = dialect;
        this.settings = settings;
        this.place = place;
        namespace = settings.namespace();
    }

    LedgerPlace place() {
        return place;
    }

    // ---- the namespace

    /** False if it is there; or fails, as a duplicate key does. */
    boolean create(Connection connection, LedgerState state) throws SQLException {
        String sql = "INSERT INTO " + place.namespaces() + " (" + STATE
                + ", namespace) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)" + dialect.unlessThere();
        List<@Nullable Object> values = new ArrayList<>(values(state));
        values.add(namespace);
        try (PreparedStatement insert = prepare(connection, sql, values.toArray())) {
            return insert.executeUpdate() == 1;
        }
    }

    private static List<Object> values(LedgerState state) {
        return List.of(
                state.layout(),
                state.scope(),
                Integer.parseInt(state.version()),
                state.ledgerId(),
                state.place(),
                state.opensAt(),
                state.longestWindow(),
                state.group());
    }

    /** False, and nothing is written, if it is not as it was read. */
    boolean write(Connection connection, LedgerState present, LedgerState wanted) throws SQLException {
        String sql = "UPDATE " + place.namespaces()
                + " SET ledger_id = ?, place = ?, opens_at = ?, longest_window = ?, group_members = ? WHERE namespace = ?"
                + " AND ledger_id = ? AND place = ? AND opens_at = ? AND longest_window = ? AND group_members = ?";
        List<@Nullable Object> values = new ArrayList<>(changing(wanted));
        values.add(namespace);
        values.addAll(changing(present));
        try (PreparedStatement update = prepare(connection, sql, values.toArray())) {
            return update.executeUpdate() == 1;
        }
    }

    private static List<Object> changing(LedgerState state) {
        return values(state).subList(3, 8);
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

    /** Read with a lock, so that no copy answers; empty if there is no such table or namespace. */
    static String lockedLedgerId(Connection connection, LedgerPlace place, String namespace) throws SQLException {
        String sql = "SELECT ledger_id FROM " + place.namespaces() + " WHERE namespace = ? FOR UPDATE";
        try (PreparedStatement select = prepare(connection, sql, namespace);
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getString(1) : "";
        } catch (SQLException e) {
            if (SqlFault.isMissingTable(e)) {
                return "";
            }
            throw e;
        }
    }

    // ---- workers

    /** A worker's row with its namespace and the database's clock; empty if there is no such namespace. */
    Optional<LedgerReading> read(Connection connection, long datacenter, long worker) throws SQLException {
        String sql = "SELECT " + STATE + ", " + dialect.nowMicros() + ", " + ROW + " FROM " + place.namespaces()
                + " n LEFT JOIN " + place.workers()
                + " w ON w.namespace = n.namespace AND w.datacenter = ? AND w.worker = ? WHERE n.namespace = ?";
        try (PreparedStatement select = prepare(connection, sql, datacenter, worker, namespace);
                ResultSet row = select.executeQuery()) {
            if (!row.next()) {
                return Optional.empty();
            }
            WorkerRow present = row.getObject(10) == null ? null : row(row, 10);
            return Optional.of(
                    new LedgerReading(datacenter, worker, present, state(row), NO_SERVER, nanos(row.getLong(9))));
        }
    }

    /** The row is read again, where it is written: splitters let the primary alone lock. */
    Optional<LedgerReading> readLocked(Connection connection, long datacenter, long worker) throws SQLException {
        String sql = "SELECT " + ROW + " FROM " + place.workers()
                + " w WHERE w.namespace = ? AND w.datacenter = ? AND w.worker = ? FOR UPDATE";
        WorkerRow present;
        try (PreparedStatement select = prepare(connection, sql, namespace, datacenter, worker);
                ResultSet row = select.executeQuery()) {
            present = row.next() ? row(row, 1) : null;
        }
        return read(connection, datacenter, worker)
                .map(seen ->
                        new LedgerReading(datacenter, worker, present, seen.state(), NO_SERVER, seen.ledgerNanos()));
    }

    List<PlacedRow> rows(Connection connection) throws SQLException {
        String sql = "SELECT w.datacenter, w.worker, " + ROW + " FROM " + place.workers() + " w WHERE w.namespace = ?";
        try (PreparedStatement select = prepare(connection, sql, namespace);
                ResultSet rows = select.executeQuery()) {
            List<PlacedRow> placed = new ArrayList<>();
            while (rows.next()) {
                placed.add(new PlacedRow(rows.getLong(1), rows.getLong(2), row(rows, 3)));
            }
            return placed;
        }
    }

    /** Asked without waiting, and without keeping it locked. */
    boolean isLocked(Connection connection, long worker) throws SQLException {
        String one = "SELECT worker FROM " + place.workers() + " WHERE namespace = ? AND datacenter = ? AND worker = ?";
        return !isThere(connection, one + " FOR UPDATE SKIP LOCKED", worker) && isThere(connection, one, worker);
    }

    private boolean isThere(Connection connection, String sql, long worker) throws SQLException {
        try (PreparedStatement select = prepare(connection, sql, namespace, settings.datacenter(), worker);
                ResultSet row = select.executeQuery()) {
            return row.next();
        }
    }

    private static WorkerRow row(ResultSet row, int first) throws SQLException {
        return new WorkerRow(
                row.getLong(first),
                row.getLong(first + 1),
                row.getLong(first + 2),
                row.getString(first + 3),
                row.getString(first + 4));
    }

    private static long nanos(long micros) {
        return Math.multiplyExact(micros, 1000L);
    }

    /** False, and nothing is written, if the row is not as it was read. */
    boolean write(Connection connection, LedgerReading seen, WorkerRow wanted) throws SQLException {
        WorkerRow present = seen.row();
        return present == null ? insert(connection, seen, wanted) : replace(connection, seen, present, wanted);
    }

    private boolean insert(Connection connection, LedgerReading seen, WorkerRow wanted) throws SQLException {
        String sql = "INSERT INTO " + place.workers()
                + " (leased_from, leased_until, quarantined_until, token, holder, namespace, datacenter, worker)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)" + dialect.unlessThere();
        try (PreparedStatement insert =
                prepare(connection, sql, values(seen, wanted).toArray())) {
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            if (!SqlFault.isDuplicateKey(e)) {
                throw e;
            }
            return false; // another process was first
        }
    }

    private boolean replace(Connection connection, LedgerReading seen, WorkerRow present, WorkerRow wanted)
            throws SQLException {
        List<@Nullable Object> values = values(seen, wanted);
        values.add(present.until());
        values.add(present.quarantinedUntil());
        String sameToken = " AND token IS NULL";
        if (present.token() != null) {
            sameToken = " AND token = ?";
            values.add(present.token());
        }
        String sql = "UPDATE " + place.workers()
                + " SET leased_from = ?, leased_until = ?, quarantined_until = ?, token = ?, holder = ?"
                + " WHERE namespace = ? AND datacenter = ? AND worker = ? AND leased_until = ? AND quarantined_until = ?"
                + sameToken;
        try (PreparedStatement update = prepare(connection, sql, values.toArray())) {
            return update.executeUpdate() == 1;
        }
    }

    /** The row, then its key. */
    private List<@Nullable Object> values(LedgerReading seen, WorkerRow row) {
        return new ArrayList<>(Arrays.asList(
                row.from(),
                row.until(),
                row.quarantinedUntil(),
                row.token(),
                row.holder(),
                namespace,
                seen.datacenter(),
                seen.worker()));
    }

    /** The database's clock, nanoseconds since 1970-01-01T00:00Z. */
    static long nowNanos(Connection connection, SqlDialect dialect) throws SQLException {
        try (PreparedStatement select = prepare(connection, "SELECT " + dialect.nowMicros());
                ResultSet row = select.executeQuery()) {
            row.next();
            return nanos(row.getLong(1));
        }
    }

    static PreparedStatement prepare(Connection connection, String sql, @Nullable Object... parameters)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        try {
            statement.setQueryTimeout(QUERY_TIMEOUT_SECONDS);
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            return statement;
        } catch (SQLException e) {
            statement.close();
            throw e;
        }
    }
}
