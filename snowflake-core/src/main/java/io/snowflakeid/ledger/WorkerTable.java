package io.snowflakeid.ledger;

import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.ledger.LedgerConnections.Conversation;
import io.snowflakeid.ledger.LedgerSchema.Namespace;
import io.snowflakeid.ledger.spi.LedgerRules;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.WorkerRow;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one namespace and datacenter, and every statement on their table. A row is read together with its namespace and the
 * database's clock, {@link LedgerRules} decide, and what they say is written if the row is still as it was read.
 */
final class WorkerTable {

    private static final int QUERY_TIMEOUT_SECONDS = 5;
    private static final int ATTEMPTS = 10;
    private static final String ROW = "w.leased_from, w.leased_until, w.quarantined_until, w.token, w.holder";
    /** So many that of a fleet that starts at once nobody sees all of them taken by others. */
    private static final int CANDIDATES = 256;

    private final SqlDialect dialect;
    private final LedgerSettings settings;
    private final LedgerRules rules;
    private final String namespace;
    private final LedgerPlace place;
    private final String ledgerId;

    WorkerTable(SqlDialect dialect, LedgerSettings settings, LedgerPlace place, String ledgerId) {
        this.place = place;
        this.ledgerId = ledgerId;
        this.dialect = dialect;
        this.settings = settings;
        rules = new LedgerRules(settings.layout(), settings.window());
        namespace = settings.namespace();
    }

    /** A worker's row, null if there is none, and the database's clock when it was read, nanoseconds since 1970-01-01T00:00Z. */
    record Seen(
            long datacenter,
            long worker,
            @Nullable WorkerRow row,
            long opensAt,
            long longestWindow,
            long ledgerNanos) {}

    // ---- acquire

    /** Grants a free worker; empty if all are taken. */
    Optional<WorkerGrant> acquire(Conversation conversation, String token) throws SQLException {
        return new Acquisition(this, conversation, token).grant();
    }

    /** Those that look free, the one unused for the longest time first; whether they are is decided when one is granted. */
    List<Long> freeWorkers(Connection connection, boolean farAhead) throws SQLException {
        long now = rules.tickAt(nowNanos(connection));
        // a row from before the ledger was split may be another ledger's to grant
        String sql = "SELECT worker FROM " + place.workers()
                + " WHERE namespace = ? AND datacenter = ? AND worker BETWEEN ? AND ?"
                + " AND (token IS NULL OR quarantined_until <= ?) AND leased_until " + (farAhead ? ">" : "<=")
                + " ?"
                + " ORDER BY leased_until, worker LIMIT " + CANDIDATES;
        return workers(
                connection,
                sql,
                namespace,
                settings.datacenter(),
                settings.firstWorker(),
                settings.lastWorker(),
                now,
                now + settings.slackTicks());
    }

    private static List<Long> workers(Connection connection, String sql, Object... parameters) throws SQLException {
        try (PreparedStatement select = prepare(connection, sql, parameters);
                ResultSet rows = select.executeQuery()) {
            List<Long> workers = new ArrayList<>();
            while (rows.next()) {
                workers.add(rows.getLong(1));
            }
            return workers;
        }
    }

    List<Long> unknownWorkers(Connection connection) throws SQLException {
        String sql = "SELECT worker FROM " + place.workers() + " WHERE namespace = ? AND datacenter = ?";
        Set<Long> known = new HashSet<>(workers(connection, sql, namespace, settings.datacenter()));
        List<Long> unknown = new ArrayList<>();
        for (long worker = settings.firstWorker();
                worker <= settings.lastWorker() && unknown.size() < CANDIDATES;
                worker++) {
            if (!known.contains(worker)) {
                unknown.add(worker);
            }
        }
        return unknown;
    }

    /** Grants this worker; empty if it is not free, or if another process was faster. */
    Optional<WorkerGrant> grant(Connection connection, long worker, String token) throws SQLException {
        Seen seen = seen(connection, settings.datacenter(), worker);
        Optional<WorkerRow> granted =
                rules.granted(seen.row(), rules.tickAt(seen.ledgerNanos()), seen.opensAt(), token, settings.holder());
        if (granted.isEmpty()) {
            return Optional.empty();
        }
        // before it is written: it says if the layout has no tick for it
        WorkerGrant grant = told(new Written(seen, granted.get()), token);
        return write(connection, seen, granted.get()) ? Optional.of(grant) : Optional.empty();
    }

    /**
     * A second look at a grant, once it is committed: false, and it is given back, if the ledger was told meanwhile to open later than the
     * window begins.
     *
     * @throws WorkerLedgerException if what was committed cannot be read
     */
    boolean isConfirmed(Conversation conversation, WorkerGrant grant) throws SQLException {
        Seen seen = conversation.transaction(connection -> seen(connection, grant.datacenter(), grant.worker()));
        boolean readable = !rules.hasForgotten(seen.row(), grant);
        if (readable && seen.opensAt() <= grant.from()) {
            return true;
        }
        boolean written = conversation.transaction(connection -> change(
                        connection,
                        locked(connection, seen),
                        (row, now) -> rules.released(row, grant.token(), grant.from()))
                .isPresent());
        if (!readable && written) {
            throw readElsewhere(grant.worker());
        }
        return false;
    }

    private static WorkerLedgerException readElsewhere(long worker) {
        return new WorkerLedgerException(
                Reason.UNREACHABLE,
                "what was committed for worker " + worker
                        + " cannot be read: a read/write splitter, or a proxy, reads from a copy that"
                        + " lags behind; give the ledger a data source that reads where it writes");
    }

    /** Asked without waiting, and without keeping it locked. */
    boolean isLocked(Connection connection, long worker) throws SQLException {
        String one = " FROM " + place.workers() + " WHERE namespace = ? AND datacenter = ? AND worker = ?";
        Object[] key = {namespace, settings.datacenter(), worker};
        return workers(connection, "SELECT worker" + one + " FOR UPDATE SKIP LOCKED", key)
                        .isEmpty()
                && !workers(connection, "SELECT worker" + one, key).isEmpty();
    }

    /** Where the database lists the transactions that are open. */
    String transactions() {
        return dialect.transactions();
    }

    /**
     * After a reply that was lost: the grant under this token, whatever the worker, if it can be renewed; empty if there is none. What can
     * be read need not be durable, so that nothing is adopted before the renewal's own commit.
     */
    Optional<WorkerGrant> adopt(Conversation conversation, String token) throws SQLException {
        Optional<WorkerGrant> renewed = conversation.transaction(connection -> renewed(connection, token));
        return renewed.isPresent() && isConfirmed(conversation, renewed.get()) ? renewed : Optional.empty();
    }

    private Optional<WorkerGrant> renewed(Connection connection, String token) throws SQLException {
        String sql = "SELECT worker FROM " + place.workers() + " WHERE namespace = ? AND datacenter = ? AND token = ?";
        long datacenter = settings.datacenter();
        List<Long> workers = workers(connection, sql, namespace, datacenter, token);
        if (workers.isEmpty()) {
            return Optional.empty();
        }
        Seen seen = seen(connection, datacenter, workers.get(0));
        return change(connection, seen, (row, now) -> rules.renewed(row, token, now, row == null ? 0 : row.from()))
                .map(written -> told(written, token));
    }

    // ---- renew, release

    /**
     * What a renewal came to.
     *
     * @param grant as it stands now; empty if it is over
     * @param opensAt if the ledger has forgotten what the holder was told: the tick before which no window begins from now on
     */
    record Renewal(Optional<WorkerGrant> grant, OptionalLong opensAt) {}

    /** Refuses a reading of the database's clock, nanoseconds since 1970-01-01T00:00Z, that is far from this machine's. */
    interface ClockCheck {
        void require(long ledgerNanos);
    }

    Renewal renew(Connection connection, WorkerGrant grant, long positionTick, ClockCheck clock) throws SQLException {
        Seen seen = seen(connection, grant.datacenter(), grant.worker());
        OptionalLong opensAt = openIfForgotten(connection, seen, grant, clock);
        Optional<WorkerGrant> renewed = change(
                        connection, seen, (row, now) -> rules.renewed(row, grant, now, positionTick))
                .map(written -> told(written, grant.token()));
        return new Renewal(renewed, opensAt);
    }

    /** Empty, or as {@link Renewal#opensAt}. */
    OptionalLong release(Connection connection, WorkerGrant grant, long firstUnusedTick, ClockCheck clock)
            throws SQLException {
        Seen seen = seen(connection, grant.datacenter(), grant.worker());
        OptionalLong opensAt = openIfForgotten(connection, seen, grant, clock);
        change(connection, seen, (row, now) -> rules.released(row, grant.token(), firstUnusedTick));
        return opensAt;
    }

    /** Before anything else is done: what others hold may be forgotten as well. A clock that is far off would spend the ticks of all workers. */
    private OptionalLong openIfForgotten(Connection connection, Seen seen, WorkerGrant told, ClockCheck clock)
            throws SQLException {
        if (!rules.hasForgotten(seen.row(), told)) {
            return OptionalLong.empty();
        }
        if (!rules.hasForgotten(locked(connection, seen).row(), told)) {
            throw readElsewhere(told.worker());
        }
        clock.require(seen.ledgerNanos());
        long open = rules.opensAfterLoss(rules.tickAt(seen.ledgerNanos()), seen.longestWindow());
        return OptionalLong.of(openNotBefore(connection, Math.max(open, told.until())));
    }

    private interface Rule {
        Optional<WorkerRow> decide(@Nullable WorkerRow present, long nowTick);
    }

    /** Changes a row as the rule says; empty if the rule says no. */
    private Optional<Written> change(Connection connection, Seen first, Rule rule) throws SQLException {
        long worker = first.worker();
        Seen seen = first;
        for (int i = 0; i < ATTEMPTS; i++) {
            Optional<WorkerRow> wanted = rule.decide(seen.row(), rules.tickAt(seen.ledgerNanos()));
            if (wanted.isEmpty()) {
                return Optional.empty();
            }
            if (write(connection, seen, wanted.get())) {
                return Optional.of(new Written(seen, wanted.get()));
            }
            seen = seen(connection, first.datacenter(), worker);
        }
        throw new WorkerLedgerException(
                Reason.UNREACHABLE,
                "the row of worker " + worker + " in snowflake_worker has changed " + ATTEMPTS
                        + " times while it was read: only its holder writes there; look who else does");
    }

    private record Written(Seen seen, WorkerRow row) {}

    private WorkerGrant told(Written written, String token) {
        Seen seen = written.seen();
        return rules.grant(seen.datacenter(), seen.worker(), written.row(), token, seen.ledgerNanos());
    }

    // ---- rows

    Seen seen(Connection connection, long datacenter, long worker) throws SQLException {
        String sql =
                "SELECT " + LedgerSchema.COLUMNS + ", opens_at, longest_window, " + dialect.nowMicros() + ", " + ROW
                        + " FROM " + place.namespaces() + " n LEFT JOIN " + place.workers() + " w"
                        + " ON w.namespace = n.namespace AND w.datacenter = ? AND w.worker = ? WHERE n.namespace = ?";
        try (PreparedStatement select = prepare(connection, sql, datacenter, worker, namespace);
                ResultSet row = select.executeQuery()) {
            requireSameLedger(row);
            WorkerRow present = row.getObject(9) == null ? null : row(row, 9);
            return new Seen(datacenter, worker, present, row.getLong(6), row.getLong(7), nanos(row.getLong(8)));
        }
    }

    /** The row is read again, where it is written: splitters let the primary alone lock. */
    private Seen locked(Connection connection, Seen seen) throws SQLException {
        String sql = "SELECT " + ROW + " FROM " + place.workers()
                + " w WHERE w.namespace = ? AND w.datacenter = ? AND w.worker = ? FOR UPDATE";
        try (PreparedStatement select = prepare(connection, sql, namespace, seen.datacenter(), seen.worker());
                ResultSet row = select.executeQuery()) {
            WorkerRow present = row.next() ? row(row, 1) : null;
            return new Seen(
                    seen.datacenter(),
                    seen.worker(),
                    present,
                    seen.opensAt(),
                    seen.longestWindow(),
                    seen.ledgerNanos());
        }
    }

    /** On its first row: a running process does not follow when its ledger is replaced, or moved. */
    private void requireSameLedger(ResultSet row) throws SQLException {
        if (!row.next()) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "namespace '" + namespace + "' is not in " + place.namespaces() + " any more: look who deleted it,"
                            + " restore it, and mark the ledger as recovered; or stop all processes, let one set it up,"
                            + " mark it as recovered, and start them");
        }
        Namespace stored = LedgerSchema.namespace(row);
        stored.requireSame(settings);
        if (!stored.ledgerId().equals(ledgerId) || !stored.place().equals(place.name())) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "namespace '" + namespace + "' is another ledger than it was: it has the id "
                            + VisibleText.of(stored.ledgerId()) + " and the place " + VisibleText.of(stored.place())
                            + ", this process began with " + ledgerId + " in " + VisibleText.of(place.name())
                            + ": let the address lead to the ledger that was used before, or stop all processes, mark this one as"
                            + " recovered, and start them anew");
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
    boolean write(Connection connection, Seen seen, WorkerRow wanted) throws SQLException {
        WorkerRow present = seen.row();
        return present == null ? insert(connection, seen, wanted) : replace(connection, seen, present, wanted);
    }

    private boolean insert(Connection connection, Seen seen, WorkerRow wanted) throws SQLException {
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

    private boolean replace(Connection connection, Seen seen, WorkerRow present, WorkerRow wanted) throws SQLException {
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
    private List<@Nullable Object> values(Seen seen, WorkerRow row) {
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
    long nowNanos(Connection connection) throws SQLException {
        try (PreparedStatement select = prepare(connection, "SELECT " + dialect.nowMicros());
                ResultSet row = select.executeQuery()) {
            row.next();
            return nanos(row.getLong(1));
        }
    }

    // ---- when the ledger may have forgotten windows

    /**
     * The first tick that no window granted before reaches, by all that is known: a holder renewed a moment ago, for the longest
     * window there is, by a clock that had leapt. Written down, so that no window begins before it.
     */
    long open(Connection connection, ClockCheck clock) throws SQLException {
        Seen seen = seen(connection, settings.datacenter(), settings.firstWorker());
        clock.require(seen.ledgerNanos());
        return openNotBefore(connection, rules.opensAfterLoss(rules.tickAt(seen.ledgerNanos()), seen.longestWindow()));
    }

    private long openNotBefore(Connection connection, long tick) throws SQLException {
        String sql = "UPDATE " + place.namespaces() + " SET opens_at = ? WHERE namespace = ? AND opens_at < ?";
        try (PreparedStatement update = prepare(connection, sql, tick, namespace, tick)) {
            update.executeUpdate();
        }
        return seen(connection, settings.datacenter(), settings.firstWorker()).opensAt();
    }

    /** The longest one decides when a ledger opens that may have forgotten windows; it is noted before the first is granted. */
    void noteWindow(Connection connection) throws SQLException {
        Seen seen = seen(connection, settings.datacenter(), settings.firstWorker());
        long ticks = settings.windowTicks();
        if (seen.longestWindow() < ticks) {
            String sql = "UPDATE " + place.namespaces()
                    + " SET longest_window = ? WHERE namespace = ? AND longest_window < ?";
            try (PreparedStatement update = prepare(connection, sql, ticks, namespace, ticks)) {
                update.executeUpdate();
            }
        }
    }

    // ---- list

    /** A worker's row, and the database's clock when it was read, nanoseconds since 1970-01-01T00:00Z. */
    record Listed(long datacenter, long worker, WorkerRow row, long ledgerNanos) {}

    List<Listed> list(Connection connection) throws SQLException {
        String sql = "SELECT w.datacenter, w.worker, " + dialect.nowMicros() + ", " + ROW + " FROM " + place.workers()
                + " w WHERE w.namespace = ? ORDER BY w.datacenter, w.worker";
        try (PreparedStatement select = prepare(connection, sql, namespace);
                ResultSet rows = select.executeQuery()) {
            List<Listed> workers = new ArrayList<>();
            while (rows.next()) {
                workers.add(new Listed(rows.getLong(1), rows.getLong(2), row(rows, 4), nanos(rows.getLong(3))));
            }
            return workers;
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
