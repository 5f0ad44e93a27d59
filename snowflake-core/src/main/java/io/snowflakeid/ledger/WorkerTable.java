package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.LedgerConnections.Conversation;
import io.snowflakeid.ledger.spi.LedgerRules;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.WorkerRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The workers of one namespace and datacenter, and every statement on their table. Each decision is one conditional statement against the database's own
 * clock; what a statement did is read again by token, and only that is believed.
 */
final class WorkerTable {

    private static final int QUERY_TIMEOUT_SECONDS = 5;
    /** So many that of a fleet that starts at once nobody sees all of them taken by others. */
    private static final int CANDIDATES = 256;

    private final SqlDialect dialect;
    private final LedgerSettings settings;
    private final LedgerRules rules;
    private final SnowflakeLayout layout;
    private final String namespace;
    private final long datacenter;
    private final long firstWorker;
    private final long lastWorker;
    private final long windowTicks;
    private final String holder;
    private final String nowTick;
    private final String opensAt;

    WorkerTable(SqlDialect dialect, LedgerSettings settings) {
        this.dialect = dialect;
        this.settings = settings;
        rules = new LedgerRules(settings.layout(), settings.window());
        layout = settings.layout();
        namespace = settings.namespace();
        datacenter = settings.datacenter();
        firstWorker = settings.firstWorker();
        lastWorker = settings.lastWorker();
        windowTicks = settings.windowTicks();
        holder = settings.holder();
        nowTick = dialect.nowTick(layout);
        // the name has letters, digits and _ . : - alone
        opensAt = "(SELECT opens_at FROM snowflake_namespace WHERE namespace = '" + namespace + "')";
    }

    // ---- acquire

    /** Grants a free worker; empty if all are taken. */
    Optional<WorkerGrant> acquire(Conversation conversation, String token) throws SQLException {
        return new Acquisition(this, conversation, token).grant();
    }

    /** Those whose spent ticks reach up to a little ahead of the clock, or beyond; the one unused for the longest time comes first. */
    List<Long> freeWorkers(Connection connection, String comparison) throws SQLException {
        // a row from before the ledger was split may be another ledger's to grant
        String sql = "SELECT worker FROM snowflake_worker WHERE namespace = ? AND datacenter = ? AND worker BETWEEN "
                + firstWorker + " AND " + lastWorker + " AND " + isFree() + " AND leased_until " + comparison + " "
                + nowTick + " + " + settings.slackTicks()
                + " ORDER BY leased_until, worker LIMIT "
                + CANDIDATES;
        return workers(connection, sql);
    }

    /** Released, or lapsed for at least one window of its holder: a renewal that the database has lost is outlived so. */
    private String isFree() {
        return "(token IS NULL OR quarantined_until <= " + nowTick + ")";
    }

    private List<Long> workers(Connection connection, String sql) throws SQLException {
        try (PreparedStatement select = prepare(connection, sql, namespace, datacenter);
                ResultSet rows = select.executeQuery()) {
            List<Long> workers = new ArrayList<>();
            while (rows.next()) {
                workers.add(rows.getLong(1));
            }
            return workers;
        }
    }

    /** MySQL assigns from left to right and would see the new leased_from in it: leased_until is computed from itself alone. */
    boolean takeOver(Connection connection, long worker, String token) throws SQLException {
        String begin = "GREATEST(leased_until, " + nowTick + ", " + opensAt + ")";
        String sql = "UPDATE snowflake_worker SET leased_from = " + begin
                + ", quarantined_until = " + begin + " + " + 2 * windowTicks
                + ", leased_until = " + begin + " + " + windowTicks
                + ", token = ?, holder = ? WHERE namespace = ? AND datacenter = ? AND worker = ? AND " + isFree();
        try (PreparedStatement update = prepare(connection, sql, token, holder, namespace, datacenter, worker)) {
            return update.executeUpdate() == 1;
        }
    }

    List<Long> unknownWorkers(Connection connection) throws SQLException {
        String sql = "SELECT worker FROM snowflake_worker WHERE namespace = ? AND datacenter = ?";
        Set<Long> known = new HashSet<>(workers(connection, sql));
        List<Long> unknown = new ArrayList<>();
        for (long worker = firstWorker; worker <= lastWorker && unknown.size() < CANDIDATES; worker++) {
            if (!known.contains(worker)) {
                unknown.add(worker);
            }
        }
        return unknown;
    }

    boolean insert(Connection connection, long worker, String token) throws SQLException {
        String begin = "GREATEST(" + nowTick + ", " + opensAt + ")";
        String sql = "INSERT INTO snowflake_worker"
                + " (namespace, datacenter, worker, leased_from, leased_until, quarantined_until, token, holder) VALUES (?, ?, ?, "
                + begin + ", " + begin + " + " + windowTicks + ", " + begin + " + " + 2 * windowTicks + ", ?, ?)"
                + dialect.unlessThere();
        try (PreparedStatement insert = prepare(connection, sql, namespace, datacenter, worker, token, holder)) {
            return insert.executeUpdate() == 1;
        } catch (SQLException e) {
            if (!SqlFault.isDuplicateKey(e)) {
                throw e;
            }
            return false; // another process was first
        }
    }

    /** Asked without waiting, and without keeping it locked. */
    boolean isUnlocked(Connection connection, long worker) throws SQLException {
        String sql = "SELECT worker FROM snowflake_worker WHERE namespace = ? AND datacenter = ? AND worker = ?"
                + " FOR UPDATE SKIP LOCKED";
        try (PreparedStatement select = prepare(connection, sql, namespace, datacenter, worker);
                ResultSet row = select.executeQuery()) {
            return row.next();
        }
    }

    /** Where the database lists the transactions that are open. */
    String transactions() {
        return dialect.transactions();
    }

    /**
     * After a reply that was lost: the grant under this token, whatever the worker, if it can be renewed; empty if there is none. What can
     * be read need not be durable, so that nothing is adopted before the renewal's own commit. It moves the end by a tick at least: MySQL
     * would write nothing, and have nothing to commit, where the row stayed as it is.
     */
    Optional<WorkerGrant> adopt(Connection connection, String token) throws SQLException {
        Optional<WorkerGrant> written = read(connection, token, "", namespace, datacenter, token);
        return written.isEmpty()
                ? written
                : renew(connection, written.get(), written.get().from() + 1);
    }

    /** What is written for this worker under this token, with the database's clock; empty if nothing is. */
    Optional<WorkerGrant> read(Connection connection, String token, long worker) throws SQLException {
        return read(connection, token, " AND worker = ?", namespace, datacenter, token, worker);
    }

    private Optional<WorkerGrant> read(Connection connection, String token, String andWorker, Object... parameters)
            throws SQLException {
        String sql = selectRow() + " AND datacenter = ? AND token = ?" + andWorker;
        try (PreparedStatement select = prepare(connection, sql, parameters);
                ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(seen(row)).map(seen -> grant(seen, token)) : Optional.empty();
        }
    }

    /** The database's clock, nanoseconds since 1970-01-01T00:00Z. */
    long nowNanos(Connection connection) throws SQLException {
        try (PreparedStatement select = prepare(connection, "SELECT " + dialect.nowMicros());
                ResultSet row = select.executeQuery()) {
            row.next();
            return Math.multiplyExact(row.getLong(1), 1000L);
        }
    }

    /** A worker's row, and the database's clock when it was read. */
    record Seen(long datacenter, long worker, WorkerRow row, long ledgerNanos) {}

    private String selectRow() {
        return "SELECT datacenter, worker, leased_from, leased_until, quarantined_until, token, holder, "
                + dialect.nowMicros() + " FROM snowflake_worker WHERE namespace = ?";
    }

    private static Seen seen(ResultSet row) throws SQLException {
        WorkerRow worker =
                new WorkerRow(row.getLong(3), row.getLong(4), row.getLong(5), row.getString(6), row.getString(7));
        return new Seen(row.getLong(1), row.getLong(2), worker, Math.multiplyExact(row.getLong(8), 1000L));
    }

    private WorkerGrant grant(Seen seen, String token) {
        return rules.grant(seen.datacenter(), seen.worker(), seen.row(), token, seen.ledgerNanos());
    }

    // ---- renew, release

    /**
     * Never lowers the end of a window: a database clock that was set back does not matter, since the caller's own position counts
     * as well. A clock that leapt ahead counts for no more than {@value LedgerRules#MAX_LEAP_MILLIS} ms.
     */
    Optional<WorkerGrant> renew(Connection connection, WorkerGrant grant, long positionTick) throws SQLException {
        long farthest = positionTick + settings.maxLeapTicks();
        String begin = "LEAST(GREATEST(" + nowTick + ", " + positionTick + "), " + farthest + ")";
        String sql = "UPDATE snowflake_worker SET leased_until = GREATEST(leased_until, " + begin + " + " + windowTicks
                + "), quarantined_until = GREATEST(quarantined_until, " + begin + " + " + 2 * windowTicks
                + ") WHERE namespace = ? AND datacenter = ? AND worker = ? AND token = ? AND leased_until > " + nowTick;
        try (PreparedStatement update =
                prepare(connection, sql, namespace, datacenter, grant.worker(), grant.token())) {
            update.executeUpdate();
        }
        return read(connection, grant.token(), grant.worker()).filter(this::hasNotLapsed);
    }

    private boolean hasNotLapsed(WorkerGrant grant) {
        return layout.timestampOf(grant.until()).isAfter(Instant.ofEpochSecond(0, grant.ledgerNanos()));
    }

    /** The end of the quarantine stays one window behind the end, since the length of windows is read from that: see {@link #open}. */
    boolean release(Connection connection, WorkerGrant grant, long firstUnusedTick) throws SQLException {
        String sql = "UPDATE snowflake_worker SET"
                + " quarantined_until = GREATEST(leased_from, ?) + (quarantined_until - leased_until),"
                + " leased_until = GREATEST(leased_from, ?), token = NULL"
                + " WHERE namespace = ? AND datacenter = ? AND worker = ? AND token = ?";
        try (PreparedStatement update = prepare(
                connection,
                sql,
                firstUnusedTick,
                firstUnusedTick,
                namespace,
                datacenter,
                grant.worker(),
                grant.token())) {
            return update.executeUpdate() == 1;
        }
    }

    // ---- recover

    /**
     * The first tick that no window granted before reaches, by all that is known: a holder renewed a moment ago, for the longest
     * window there is, by a clock that had leapt. Written down, so that no window begins before it.
     */
    long open(Connection connection) throws SQLException {
        long ahead =
                Math.max(windowTicks, longestWindow(connection)) + layout.runAheadTicks() + 1 + settings.maxLeapTicks();
        String sql = "UPDATE snowflake_namespace SET opens_at = GREATEST(opens_at, " + nowTick + " + " + ahead
                + ") WHERE namespace = ?";
        try (PreparedStatement update = prepare(connection, sql, namespace)) {
            update.executeUpdate();
        }
        long written = number(connection, "SELECT opens_at FROM snowflake_namespace WHERE namespace = ?");
        if (written == 0) {
            throw new WorkerLedgerException("namespace '" + namespace + "' is not there any more, so it could not be"
                    + " marked as recovered: build the ledger anew, which sets it up, and mark that one");
        }
        return written;
    }

    private long longestWindow(Connection connection) throws SQLException {
        return number(
                connection, "SELECT MAX(quarantined_until - leased_until) FROM snowflake_worker WHERE namespace = ?");
    }

    private long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement select = prepare(connection, sql, namespace);
                ResultSet row = select.executeQuery()) {
            return row.next() ? row.getLong(1) : 0;
        }
    }

    // ---- list

    List<Seen> list(Connection connection) throws SQLException {
        String sql = selectRow() + " ORDER BY datacenter, worker";
        try (PreparedStatement select = prepare(connection, sql, namespace);
                ResultSet rows = select.executeQuery()) {
            List<Seen> workers = new ArrayList<>();
            while (rows.next()) {
                workers.add(seen(rows));
            }
            return workers;
        }
    }

    static PreparedStatement prepare(Connection connection, String sql, Object... parameters) throws SQLException {
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
