package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.ledger.spi.LedgerSettings;
import io.snowflakeid.ledger.spi.LedgerStore.Access;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerReading;
import io.snowflakeid.ledger.spi.LedgerStore.LedgerState;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The single statements of a ledger, with another process between them. */
class JdbcLedgerStoreTest {

    private static final SnowflakeLayout ONE_WORKER = SnowflakeLayout.GAME_SERVERS;

    private final TestDatabase database =
            TestDatabase.h2("table_" + UUID.randomUUID().toString().replace("-", ""));

    @AfterEach
    void dropDatabase() throws SQLException {
        database.close();
    }

    private JdbcWorkerLedger.Builder settings() {
        return JdbcWorkerLedger.shared(ONE_WORKER, database.dataSource());
    }

    private final JdbcLedgerStore store =
            new JdbcLedgerStore(settings().settings(), database.dataSource()::getConnection, true);

    private static WorkerGrant acquire(JdbcWorkerLedger from) {
        return from.acquire(TimeSource.system().wallNanos());
    }

    /** Between reading a row and writing it a process may pause for any time. */
    @Test
    void aRowThatIsReadToBeChangedIsWrittenByNobodyElse() {
        JdbcWorkerLedger other = settings().build();
        WorkerGrant held = acquire(other);
        store.converse(session -> session.atomically(() -> {
            session.read(Access.CHANGE, 0, 0);
            assertThatThrownBy(() -> other.renew(held, held.from()))
                    .hasMessageContaining("another transaction holds the row for longer than 2 s");
            return assertThat(session.read(Access.TAKE, 0, 0).orElseThrow().row())
                    .isNotNull();
        }));
        assertThat(other.renew(held, held.from())).isPresent();
    }

    @Test
    void aNamespaceThatHasChangedSinceItWasReadIsNotWritten() {
        JdbcWorkerLedger other = settings().build();
        other.setUp();
        store.converse(session -> {
            LedgerReading seen = session.read(Access.LOOK, 0, 0).orElseThrow();
            Instant opensAt = other.markRecovered();
            assertThat(session.write(seen, seen.state())).isFalse();
            return assertThat(acquire(other).from()).isEqualTo(ONE_WORKER.tickAt(opensAt));
        });
    }

    /** Two processes find a row that an operator has inserted, and one is slower. */
    @Test
    void aNamespaceThatAnotherProcessHasCompletedIsNotReportedAsMissing() throws SQLException {
        LedgerSettings settings = settings().settings();
        JdbcLedgerStore late = new JdbcLedgerStore(settings, database.dataSource()::getConnection, false);
        JdbcWorkerLedger other = settings().createTables(false).build();
        settings().build().setUp();
        database.execute("UPDATE snowflake_namespace SET ledger_id = '', place = ''");
        late.converse(session -> {
            assertThat(session.read(Access.LOOK, 0, 0)).isEmpty();
            other.setUp();
            return assertThat(session.create(LedgerState.parse(other.state().text())))
                    .isFalse();
        });
    }
}
