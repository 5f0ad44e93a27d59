package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application whose transactions leave the ledger no connection. In real time, since a pool waits in real time. */
@Timeout(60)
class BusyPoolTest {

    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT;

    @Test
    void idsEndWithTheWindowAndGoOnByThemselvesWhenATransactionGivesTheOnlyConnectionBack() throws SQLException {
        try (TestDatabase database =
                        TestDatabase.h2("pool_" + UUID.randomUUID().toString().replace("-", ""));
                HikariDataSource pool = poolOfOne(database)) {
            JdbcWorkerLedger ledger = JdbcWorkerLedger.shared(LAYOUT, pool)
                    .window(Duration.ofMillis(2_500))
                    .build();
            try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.builder(ledger)
                    .maxWait(Duration.ofMillis(200))
                    .build()) {
                long last;
                try (Connection transaction = pool.getConnection()) {
                    transaction.setAutoCommit(false);
                    last = idsUntilTheyEnd(ids);
                    transaction.rollback();
                }
                assertThat(idOnceThereIsOne(ids)).isGreaterThan(last);
            }
        }
    }

    private static HikariDataSource poolOfOne(TestDatabase database) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(database.url());
        config.setUsername(database.user());
        config.setPassword(database.password());
        config.setMaximumPoolSize(1);
        config.setConnectionTimeout(1_000);
        return new HikariDataSource(config);
    }

    private static long idsUntilTheyEnd(SnowflakeIdGenerator ids) {
        long[] last = {ids.nextId()};
        assertThatThrownBy(() -> {
                    while (true) {
                        last[0] = ids.nextId();
                    }
                })
                .isInstanceOf(NoIdAvailableException.class)
                .hasMessageMatching("(?s)the window of worker \\d+ ended at .*"
                        + "Connection is not available, request timed out after .*make the pool larger.*"
                        + "ids go on by themselves once it answers.*");
        return last[0];
    }

    /** The test's own limit ends the wait. */
    private static long idOnceThereIsOne(SnowflakeIdGenerator ids) {
        while (true) {
            try {
                return ids.nextId();
            } catch (NoIdAvailableException notYet) {
                assertThat(notYet).hasMessageContaining("ids go on by themselves");
            }
        }
    }
}
