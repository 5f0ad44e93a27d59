package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Lets every call of an operation fail in turn, the first one first, until none is left to fail. Each time: what the caller believes
 * is in the table, no two windows of one worker overlap, connections are given back, and the next attempt succeeds.
 */
final class FaultWalk implements AutoCloseable {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;
    private static final long QUARANTINED_TICKS = 250_000; // longer than two windows

    private final HikariDataSource pool;
    private final Connection observer;
    private final FaultyDataSource source;
    private final FaultyDataSource.Fault fault;
    private final Map<String, Window> believed = new HashMap<>();
    private JdbcWorkerLedger ledger;
    private int failures;
    private boolean isSetUp;

    private record Window(long worker, long from, long until) {
        boolean meets(Window other) {
            return worker == other.worker && Math.max(from, other.from) < Math.min(until, other.until);
        }
    }

    private interface Operation {
        void run(WorkerGrant grant) throws SQLException;
    }

    FaultWalk(TestDatabase database, FaultyDataSource.Fault fault) throws SQLException {
        pool = pool(database, 4);
        observer = pool.getConnection();
        this.fault = fault;
        source = new FaultyDataSource(pool);
        ledger = newProcess();
    }

    /** To connect for each call would take longer than the walk. */
    static HikariDataSource pool(TestDatabase database, int connections) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(connections);
        config.setMinimumIdle(0);
        return new HikariDataSource(config);
    }

    private JdbcWorkerLedger newProcess() {
        return JdbcWorkerLedger.shared(LAYOUT, source).workers(0, 3).build();
    }

    /** How many attempts have failed for their caller. */
    int failures() {
        return failures;
    }

    /** The renewals' walk meets the failures of opening the tables. */
    void acquire() throws SQLException {
        ledger.setUp();
        isSetUp = true;
        walk(ignored -> believe(ledger.acquire(TimeSource.system().wallNanos())));
    }

    void renew() throws SQLException {
        walk(grant -> {
            Optional<WorkerGrant> renewed = ledger.renew(grant, grant.from() + 60_000);
            assertThat(renewed).isPresent();
            believe(renewed.get());
        });
    }

    void release() throws SQLException {
        walk(grant -> {
            long mark = grant.from() + 7_000;
            believed.put(grant.token(), new Window(grant.worker(), grant.from(), mark));
            ledger.release(grant, mark);
            assertThat(leasedUntil(grant.worker(), null)).isEqualTo(mark);
        });
    }

    private void walk(Operation operation) throws SQLException {
        boolean failed = true;
        for (int call = 1; failed; call++) {
            WorkerGrant grant = ledger.acquire(TimeSource.system().wallNanos());
            believe(grant);
            if (!isSetUp) {
                ledger = newProcess(); // it opens the tables anew, and that may fail as well
            }
            source.failCall(call, fault);
            attempt(operation, grant);
            failed = source.hasFailed();
            source.failNoMore();
            assertThat(source.open).as("connections after call " + call).hasValue(0);
            operation.run(grant);
            letTimePass();
        }
    }

    private void attempt(Operation operation, WorkerGrant grant) throws SQLException {
        try {
            operation.run(grant);
        } catch (WorkerLedgerException e) {
            assertThat(e).hasStackTraceContaining("injected");
            failures++;
        }
    }

    private void believe(WorkerGrant grant) throws SQLException {
        assertThat(leasedUntil(grant.worker(), grant.token())).isEqualTo(grant.until());
        Window window = new Window(grant.worker(), grant.from(), grant.until());
        believed.put(grant.token(), window);
        believed.forEach((token, other) -> {
            if (!token.equals(grant.token())) {
                assertThat(window.meets(other)).as(window + " and " + other).isFalse();
            }
        });
    }

    private long leasedUntil(long worker, @Nullable String token) throws SQLException {
        String sql = "SELECT leased_until FROM snowflake_worker WHERE worker = ? AND "
                + (token == null ? "token IS NULL" : "token = '" + token + "'");
        try (PreparedStatement select = observer.prepareStatement(sql)) {
            select.setLong(1, worker);
            try (ResultSet row = select.executeQuery()) {
                assertThat(row.next())
                        .as("worker " + worker + " with token " + token)
                        .isTrue();
                return row.getLong(1);
            }
        }
    }

    /** Until all workers are free again, also those that were granted to nobody's knowledge. */
    private void letTimePass() throws SQLException {
        try (Statement update = observer.createStatement()) {
            update.executeUpdate("UPDATE snowflake_worker SET leased_from = leased_from - " + QUARANTINED_TICKS
                    + ", leased_until = leased_until - " + QUARANTINED_TICKS
                    + ", quarantined_until = quarantined_until - " + QUARANTINED_TICKS);
        }
        believed.replaceAll((token, window) ->
                new Window(window.worker(), window.from() - QUARANTINED_TICKS, window.until() - QUARANTINED_TICKS));
    }

    @Override
    public void close() throws SQLException {
        observer.close();
        pool.close();
    }
}
