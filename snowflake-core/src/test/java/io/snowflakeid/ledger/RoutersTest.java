package io.snowflakeid.ledger;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.dynamic.datasource.DynamicRoutingDataSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** The routers of others. */
class RoutersTest {

    private final TestDatabase one = TestDatabase.h2("routers_1");
    private final TestDatabase two = TestDatabase.h2("routers_2");

    @AfterEach
    void dropDatabases() throws SQLException {
        one.close();
        two.close();
    }

    /** A group of two, one after the other. */
    private DynamicRoutingDataSource baomidous() {
        DynamicRoutingDataSource router = new DynamicRoutingDataSource(List.of());
        router.addDataSource("db_1", one.dataSource());
        router.addDataSource("db_2", two.dataSource());
        router.setPrimary("db");
        return router;
    }

    private static final class GroupOfDataSources extends AbstractDataSource {
        private final List<DataSource> members = List.of();

        @Override
        public Connection getConnection() throws SQLException {
            return members.get(0).getConnection();
        }

        @Override
        public Connection getConnection(String user, String password) throws SQLException {
            return getConnection();
        }
    }

    @Test
    void aDataSourceThatKeepsSeveralIsRefusedByItsType() {
        for (DataSource router : List.of(baomidous(), new GroupOfDataSources())) {
            assertThatThrownBy(() -> JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, router))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("pass the pool of one database");
        }
    }
}
