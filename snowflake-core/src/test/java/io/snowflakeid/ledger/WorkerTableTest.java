package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.ledger.spi.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerState;
import io.snowflakeid.ledger.spi.PlacedRow;
import io.snowflakeid.ledger.spi.WorkerRow;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The single statements of a ledger, with another process between them. */
class WorkerTableTest {

    private static final SnowflakeLayout ONE_WORKER = SnowflakeLayout.GAME_SERVERS;
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    private final TestDatabase database =
            TestDatabase.h2("table_" + UUID.randomUUID().toString().replace("-", ""));

    @AfterEach
    void dropDatabase() throws SQLException {
        database.close();
    }

    private JdbcWorkerLedger.Builder settings() {
        return JdbcWorkerLedger.shared(ONE_WORKER, database.dataSource());
    }

    private WorkerTable table() throws SQLException {
        return new LedgerConnections(database.dataSource(), Duration.ofMinutes(2))
                .converse(conversation ->
                        new JdbcLedgerStore(settings().settings(), database.dataSource(), true).table(conversation));
    }

    private static WorkerGrant acquire(JdbcWorkerLedger from) {
        return from.acquire(TimeSource.system().wallNanos());
    }

    @Test
    void aRowThatWasRenewedSinceItWasReadIsNotWritten() throws SQLException {
        JdbcWorkerLedger other = settings().build();
        WorkerGrant held = acquire(other);
        WorkerTable table = table();
        try (Connection connection = database.connect()) {
            LedgerReading seen = table.read(connection, 0, 0).orElseThrow();
            assertThat(other.renew(held, held.from() + 60_000)).isPresent();
            List<PlacedRow> before = table.rows(connection);
            assertThat(table.write(connection, seen, new WorkerRow(1, 2, 3, TOKEN, "stale")))
                    .isFalse();
            assertThat(table.rows(connection)).isEqualTo(before);
        }
    }

    @Test
    void aRowWhoseTokenAloneIsAnotherIsNotWritten() throws SQLException {
        WorkerGrant held = acquire(settings().build());
        WorkerTable table = table();
        try (Connection connection = database.connect()) {
            for (boolean released : new boolean[] {false, true}) {
                database.execute(
                        "UPDATE snowflake_worker SET token = " + (released ? "NULL" : "'" + held.token() + "'"));
                LedgerReading seen = table.read(connection, 0, 0).orElseThrow();
                database.execute("UPDATE snowflake_worker SET token = 'ffffffffffffffffffffffffffffffff'");
                assertThat(table.write(connection, seen, new WorkerRow(1, 2, 3, TOKEN, "stale")))
                        .isFalse();
            }
        }
    }

    @Test
    void aNamespaceThatHasChangedSinceItWasReadIsNotWritten() throws SQLException {
        JdbcWorkerLedger other = settings().build();
        other.setUp();
        WorkerTable table = table();
        try (Connection connection = database.connect()) {
            LedgerState seen = table.read(connection, 0, 0).orElseThrow().state();
            Instant opensAt = other.markRecovered();
            assertThat(table.write(connection, seen, seen)).isFalse();
            assertThat(acquire(other).from()).isEqualTo(ONE_WORKER.tickAt(opensAt));
        }
    }
}
