package io.snowflakeid.demo.orders;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.apache.ibatis.datasource.unpooled.UnpooledDataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatementCounterTest {

    private final List<Database> databases = FourDatabases.inMemory();
    private final StatementCounter statements = new StatementCounter();

    @BeforeEach
    void create() throws SQLException {
        for (Database database : databases) {
            FourDatabases.execute(database, "CREATE TABLE t_order_1 (id BIGINT)");
            FourDatabases.execute(database, "CREATE TABLE t_order_item_1 (id BIGINT)");
            FourDatabases.execute(database, "CREATE TABLE snowflake_worker (id BIGINT)");
        }
    }

    @Test
    void countsDatabasesStatementsAndTables() throws SQLException {
        execute(0, "SELECT id FROM t_order_1");
        execute(0, "SELECT o.id FROM t_order_1 o JOIN t_order_item_1 i ON i.id = o.id");
        execute(3, "SELECT id FROM t_order_1");

        assertThat(statements.count()).isEqualTo(new StatementCounter.Count(2, 3, 2));
    }

    @Test
    void leavesOutTheLedgerThatIsRenewedMeanwhile() throws SQLException {
        execute(3, "SELECT id FROM t_order_1");
        execute(0, "UPDATE snowflake_worker SET id = 1");
        execute(0, "SELECT 1");

        assertThat(statements.count()).isEqualTo(new StatementCounter.Count(1, 1, 1));
    }

    @Test
    void beginsAnewAfterAReset() throws SQLException {
        execute(3, "SELECT id FROM t_order_1");

        statements.reset();

        assertThat(statements.count()).isEqualTo(new StatementCounter.Count(0, 0, 0));
    }

    private void execute(int database, String sql) throws SQLException {
        Database one = databases.get(database);
        UnpooledDataSource driver = new UnpooledDataSource("org.h2.Driver", one.url(), one.user(), one.password());
        try (Connection connection = statements.watching(one.name(), driver).getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
