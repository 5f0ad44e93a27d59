package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a ledger sets on a pooled connection, and restores. */
class LedgerConnectionTest {

    private final TestDatabase database =
            TestDatabase.h2("connections_" + UUID.randomUUID().toString().replace("-", ""));
    private final FaultyDataSource pool = new FaultyDataSource(database.dataSource());

    private <T> T transaction(LedgerConnection.Work<T> work) throws SQLException {
        try (LedgerConnection own = LedgerConnection.open(pool, Duration.ofMinutes(2))) {
            return own.transaction(work);
        }
    }

    @AfterEach
    void dropDatabase() throws SQLException {
        database.close();
    }

    @Test
    void whoWritesWaitsForALockedRowForTwoSeconds() throws SQLException {
        try (Connection pooled = database.connect()) {
            pool.handOutAlways(pooled);
            SqlDialect.H2.setLockTimeout(pooled, "60000");
            assertThat(this.<String>transaction(SqlDialect.H2::lockTimeout)).isEqualTo("2000");
            assertThat(SqlDialect.H2.lockTimeout(pooled)).isEqualTo("60000");
        }
    }

    @Test
    void theyAreHandedBackAsTheyWereAfterAFailureToo() throws SQLException {
        try (Connection pooled = database.connect()) {
            pool.handOutAlways(pooled);
            pool.handOutWithoutAutoCommit();
            SqlDialect.H2.setLockTimeout(pooled, "60000");
            assertThatThrownBy(() -> transaction(connection -> {
                        throw new SQLException("the work failed");
                    }))
                    .hasMessage("the work failed");
            assertThat(pool.handedBackWithAutoCommit()).isZero();
            assertThat(SqlDialect.H2.lockTimeout(pooled)).isEqualTo("60000");
        }
    }
}
