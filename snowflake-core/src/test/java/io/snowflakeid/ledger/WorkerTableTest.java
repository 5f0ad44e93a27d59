package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.WorkerEntry.State;
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

    private JdbcWorkerLedger.Builder in(String namespace) {
        return JdbcWorkerLedger.shared(ONE_WORKER, database.dataSource()).namespace(namespace);
    }

    private WorkerTable table(JdbcWorkerLedger.Builder settings) throws SQLException {
        return new LedgerConnections(database.dataSource(), Duration.ofMinutes(2))
                .converse(conversation ->
                        new JdbcLedgerStore(settings.settings(), database.dataSource(), true).table(conversation));
    }

    private static WorkerGrant acquire(JdbcWorkerLedger from) {
        return from.acquire(TimeSource.system().wallNanos());
    }

    private JdbcWorkerLedger withAFreeWorker(String namespace) {
        JdbcWorkerLedger ledger = in(namespace).build();
        WorkerGrant grant = acquire(ledger);
        ledger.release(grant, grant.from());
        return ledger;
    }

    private interface Meanwhile {
        void happens(JdbcWorkerLedger other, WorkerGrant held);
    }

    private void assertNotWrittenAfter(Meanwhile meanwhile) throws SQLException {
        JdbcWorkerLedger other = in("default").build();
        WorkerGrant held = acquire(other);
        WorkerTable table = table(in("default"));
        try (Connection connection = database.connect()) {
            LedgerReading seen = table.read(connection, 0, 0).orElseThrow();
            meanwhile.happens(other, held);
            List<PlacedRow> before = table.rows(connection);
            assertThat(table.write(connection, seen, new WorkerRow(1, 2, 3, TOKEN, "stale")))
                    .isFalse();
            assertThat(table.rows(connection).get(0).row())
                    .isEqualTo(before.get(0).row());
        }
    }

    @Test
    void aRowThatWasRenewedSinceItWasReadIsNotWritten() throws SQLException {
        assertNotWrittenAfter((other, held) ->
                assertThat(other.renew(held, held.from() + 60_000)).isPresent());
    }

    @Test
    void aRowThatWasReleasedSinceItWasReadIsNotWritten() throws SQLException {
        assertNotWrittenAfter((other, held) -> other.release(held, held.until()));
    }

    @Test
    void aRowThatWasReleasedAndTakenSinceItWasReadIsNotWritten() throws SQLException {
        assertNotWrittenAfter((other, held) -> {
            other.release(held, held.from());
            acquire(other);
        });
    }

    @Test
    void aRowWhoseTokenAloneIsAnotherIsNotWritten() throws SQLException {
        JdbcWorkerLedger ledger = in("default").build();
        WorkerGrant held = acquire(ledger);
        WorkerTable table = table(in("default"));
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
    void aRowThatWasTakenSinceItWasReadAsReleasedIsNotWritten() throws SQLException {
        JdbcWorkerLedger other = withAFreeWorker("default");
        WorkerTable table = table(in("default"));
        try (Connection connection = database.connect()) {
            LedgerReading seen = table.read(connection, 0, 0).orElseThrow();
            WorkerGrant taken = acquire(other);
            assertThat(table.write(connection, seen, new WorkerRow(1, 2, 3, TOKEN, "stale")))
                    .isFalse();
            assertThat(other.renew(taken, taken.from())).isPresent();
        }
    }

    @Test
    void theSameWorkerOfAnotherNamespaceStaysAsItIs() {
        JdbcWorkerLedger one = withAFreeWorker("one");
        JdbcWorkerLedger other = withAFreeWorker("two");
        acquire(one);
        assertThat(other.workers()).extracting(WorkerEntry::state).containsExactly(State.FREE);
        assertThat(acquire(other).worker()).isZero();
    }

    @Test
    void aNamespaceThatHasChangedSinceItWasReadIsNotWritten() throws SQLException {
        JdbcWorkerLedger other = withAFreeWorker("default");
        WorkerTable table = table(in("default"));
        try (Connection connection = database.connect()) {
            LedgerState seen = table.read(connection, 0, 0).orElseThrow().state();
            Instant opensAt = other.markRecovered();
            assertThat(table.write(connection, seen, seen)).isFalse();
            assertThat(acquire(other).from()).isEqualTo(ONE_WORKER.tickAt(opensAt));
        }
    }

    @Test
    void aReleasedRowStillTellsHowLongItsWindowWas() {
        JdbcWorkerLedger hours = in("default").window(Duration.ofHours(1)).build();
        WorkerGrant grant = acquire(hours);
        hours.release(grant, grant.until() + 60_000); // a caller had reached beyond the window
        Instant opensAt = in("default").build().markRecovered();
        assertThat(opensAt).isAfter(Instant.now().plusSeconds(3600));
    }

    /** Where a tick is an hour, each of them is one tick. */
    @Test
    void theOpeningTickLeavesRoomForBorrowedTicksAndALeap() {
        SnowflakeLayout hourly = SnowflakeLayout.builder()
                .tick(Duration.ofHours(1))
                .timestampBits(30)
                .build();
        JdbcWorkerLedger ledger = JdbcWorkerLedger.shared(hourly, database.dataSource())
                .window(Duration.ofHours(3))
                .build();
        long before = hourly.tickAt(Instant.now());
        long opensAt = hourly.tickAt(ledger.markRecovered());
        long after = hourly.tickAt(Instant.now());
        assertThat(List.of(before + 3 + 3, after + 3 + 3)).contains(opensAt);
    }
}
