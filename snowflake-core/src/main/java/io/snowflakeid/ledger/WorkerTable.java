package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.ledger.WorkerEntry.State;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
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
    private static final int CANDIDATES = 16;
    private static final long MAX_LEAP_MILLIS = 10_000;

    private final SqlDialect dialect;
    private final SnowflakeLayout layout;
    private final String namespace;
    private final long datacenter;
    private final long windowTicks;
    private final String holder;
    private final String nowTick;

    WorkerTable(
            SqlDialect dialect,
            SnowflakeLayout layout,
            String namespace,
            long datacenter,
            long windowTicks,
            String holder) {
        this.dialect = dialect;
        this.layout = layout;
        this.namespace = namespace;
        this.datacenter = datacenter;
        this.windowTicks = windowTicks;
        this.holder = holder;
        nowTick = dialect.nowTick(layout);
    }

    // ---- acquire

    /**
     * Grants a free worker, the one unused for the longest time first, else one that never was, else one whose spent ticks reach
     * far ahead of the clock; empty if all are taken.
     */
    Optional<WorkerGrant> acquire(Connection connection, String token) throws SQLException {
        Optional<Long> taken = firstOf(freeWorkers(connection, "<="), worker -> takeOver(connection, worker, token));
        if (taken.isEmpty()) {
            taken = firstOf(unknownWorkers(connection), worker -> insert(connection, worker, token));
        }
        if (taken.isEmpty()) {
            taken = firstOf(freeWorkers(connection, ">"), worker -> takeOver(connection, worker, token));
        }
        return taken.isEmpty() ? Optional.empty() : read(connection, token, taken.get());
    }

    private interface Attempt {
        boolean on(long worker) throws SQLException;
    }

    /** The first worker that could be had. After the first miss others are at it: not all must try the same one next. */
    private static Optional<Long> firstOf(List<Long> workers, Attempt attempt) throws SQLException {
        for (int i = 0; i < workers.size(); i++) {
            if (attempt.on(workers.get(i))) {
                return Optional.of(workers.get(i));
            }
            if (i == 0) {
                Collections.shuffle(workers.subList(1, workers.size()));
            }
        }
        return Optional.empty();
    }

    /** A burst before the release may have reached a little ahead of the clock; that is not worth a new worker. */
    private long slackTicks() {
        return Math.max(
                layout.runAheadTicks() + 1, MAX_LEAP_MILLIS / layout.tick().toMillis());
    }

    private List<Long> freeWorkers(Connection connection, String comparison) throws SQLException {
        String sql = "SELECT worker FROM snowflake_worker WHERE namespace = ? AND datacenter = ? AND " + isFree()
                + " AND leased_until " + comparison + " " + nowTick + " + " + slackTicks()
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
    private boolean takeOver(Connection connection, long worker, String token) throws SQLException {
        String begin = "GREATEST(leased_until, " + nowTick + ")";
        String sql = "UPDATE snowflake_worker SET leased_from = " + begin
                + ", quarantined_until = " + begin + " + " + 2 * windowTicks
                + ", leased_until = " + begin + " + " + windowTicks
                + ", token = ?, holder = ? WHERE namespace = ? AND datacenter = ? AND worker = ? AND " + isFree();
        try (PreparedStatement update = prepare(connection, sql, token, holder, namespace, datacenter, worker)) {
            return update.executeUpdate() == 1;
        }
    }

    private List<Long> unknownWorkers(Connection connection) throws SQLException {
        String sql = "SELECT worker FROM snowflake_worker WHERE namespace = ? AND datacenter = ?";
        Set<Long> known = new HashSet<>(workers(connection, sql));
        List<Long> unknown = new ArrayList<>();
        for (long worker = 0; worker <= layout.maxWorker() && unknown.size() < CANDIDATES; worker++) {
            if (!known.contains(worker)) {
                unknown.add(worker);
            }
        }
        return unknown;
    }

    private boolean insert(Connection connection, long worker, String token) throws SQLException {
        String sql = "INSERT INTO snowflake_worker"
                + " (namespace, datacenter, worker, leased_from, leased_until, quarantined_until, token, holder) VALUES (?, ?, ?, "
                + nowTick + ", " + nowTick + " + " + windowTicks + ", " + nowTick + " + " + 2 * windowTicks + ", ?, ?)";
        try (PreparedStatement insert = prepare(connection, sql, namespace, datacenter, worker, token, holder)) {
            return insert.executeUpdate() == 1;
        } catch (SQLIntegrityConstraintViolationException anotherProcessWasFirst) {
            return false;
        }
    }

    /** What is written under this token, whatever the worker; empty if nothing is. */
    Optional<WorkerGrant> read(Connection connection, String token) throws SQLException {
        return read(connection, token, "", namespace, datacenter, token);
    }

    /** What is written for this worker under this token, with the database's clock; empty if nothing is. */
    private Optional<WorkerGrant> read(Connection connection, String token, long worker) throws SQLException {
        return read(connection, token, " AND worker = ?", namespace, datacenter, token, worker);
    }

    private Optional<WorkerGrant> read(Connection connection, String token, String andWorker, Object... parameters)
            throws SQLException {
        String sql = "SELECT worker, leased_from, leased_until, " + dialect.nowMicros()
                + " FROM snowflake_worker WHERE namespace = ? AND datacenter = ? AND token = ?" + andWorker;
        try (PreparedStatement select = prepare(connection, sql, parameters);
                ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(grant(row, token)) : Optional.empty();
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

    private WorkerGrant grant(ResultSet row, String token) throws SQLException {
        long from = row.getLong(2);
        long until = Math.min(row.getLong(3), layout.maxTick() + 1);
        if (from < 0) {
            throw new WorkerLedgerException("the database's clock is before the epoch " + layout.epoch() + " of layout "
                    + layout.spec() + ": correct the clock");
        }
        if (from >= until) {
            throw new WorkerLedgerException(
                    "layout " + layout.spec() + " ran out at " + layout.exhaustedAt() + ", and worker " + row.getLong(1)
                            + " is spent up to there: move to a layout with more timestamp bits");
        }
        long nowNanos = Math.multiplyExact(row.getLong(4), 1000L);
        return new WorkerGrant(datacenter, row.getLong(1), from, until, token, nowNanos);
    }

    // ---- renew, release

    /**
     * Never lowers the end of a window: a database clock that was set back does not matter, since the caller's own position counts
     * as well. A clock that leapt ahead counts for no more than {@value #MAX_LEAP_MILLIS} ms.
     */
    Optional<WorkerGrant> renew(Connection connection, WorkerGrant grant, long positionTick) throws SQLException {
        long farthest =
                positionTick + Math.max(1, MAX_LEAP_MILLIS / layout.tick().toMillis());
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

    void release(Connection connection, WorkerGrant grant, long firstUnusedTick) throws SQLException {
        String sql = "UPDATE snowflake_worker SET leased_until = GREATEST(leased_from, ?), token = NULL"
                + " WHERE namespace = ? AND datacenter = ? AND worker = ? AND token = ?";
        try (PreparedStatement update =
                prepare(connection, sql, firstUnusedTick, namespace, datacenter, grant.worker(), grant.token())) {
            update.executeUpdate();
        }
    }

    // ---- list

    List<WorkerEntry> list(Connection connection) throws SQLException {
        String sql = "SELECT datacenter, worker, leased_from, leased_until, holder, " + isFree() + ", " + nowTick
                + ", quarantined_until"
                + " FROM snowflake_worker WHERE namespace = ? ORDER BY datacenter, worker";
        try (PreparedStatement select = prepare(connection, sql, namespace);
                ResultSet rows = select.executeQuery()) {
            List<WorkerEntry> entries = new ArrayList<>();
            while (rows.next()) {
                entries.add(entry(rows));
            }
            return entries;
        }
    }

    private WorkerEntry entry(ResultSet row) throws SQLException {
        long until = row.getLong(4);
        boolean lapsed = until <= row.getLong(7);
        State state = row.getBoolean(6) ? State.FREE : lapsed ? State.QUARANTINED : State.HELD;
        return new WorkerEntry(
                row.getLong(1),
                row.getLong(2),
                state,
                row.getString(5),
                layout.timestampOf(row.getLong(3)),
                layout.timestampOf(until),
                layout.timestampOf(state == State.FREE ? until : row.getLong(8)));
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
