package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An application whose transactions leave the ledger no connection. */
@Timeout(60)
class BusyPoolTest {

    @Test
    void aPoolThatIsUsedUpIsSaidToBeTooSmall() throws SQLException {
        try (TestDatabase database =
                        TestDatabase.h2("pool_" + UUID.randomUUID().toString().replace("-", ""));
                HikariDataSource pool = new HikariDataSource()) {
            pool.setJdbcUrl(database.url());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            pool.setMaximumPoolSize(1);
            pool.setConnectionTimeout(250); // a pool that has started keeps its timeout
            JdbcWorkerLedger ledger =
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, pool).build();
            ledger.setUp();
            try (Connection transaction = pool.getConnection()) {
                transaction.setAutoCommit(false);
                assertThatThrownBy(ledger::workers)
                        .hasMessageMatching("(?s).*Connection is not available, request timed out after .*"
                                + "make the pool larger, or give the ledger connections of its own .*");
            }
            ledger.workers(); // the connection is back
        }
    }
}
