package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.demo.origin.TableReader;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** How many rows the servers themselves say that they read: those that are returned, and not those before them. */
class OriginReadsIT {

    private static final int ROWS = 30_000;
    private static final int MOST = 4_000;

    private static final String HANDLED = """
            SELECT SUM(variable_value) FROM %s.session_status
             WHERE variable_name IN ('Handler_read_next', 'Handler_read_prev', 'Handler_read_rnd_next', 'Handler_read_key')
            """;

    @Test
    void mySqlReadsFewRows() throws SQLException {
        readsFew(DatabaseServer.MYSQL.newDatabase(), HANDLED.formatted("performance_schema"));
    }

    @Test
    void mariaDbReadsFewRows() throws SQLException {
        readsFew(DatabaseServer.MARIADB.newDatabase(), HANDLED.formatted("information_schema"));
    }

    @Test
    void postgresReadsFewRows() throws SQLException {
        readsFew(
                DatabaseServer.POSTGRES.newDatabase(),
                "SELECT SUM(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'orders'");
    }

    private static void readsFew(TestDatabase database, String rowsRead) throws SQLException {
        try (database) {
            database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, created_at TIMESTAMP NULL)");
            OriginTable.fill(database, "orders", ROWS);
            try (Connection connection = database.dataSource().getConnection()) {
                IdColumn column =
                        IdColumn.read(connection, ColumnName.of("orders", "id")).orElseThrow();
                TableReader reader = new TableReader(connection, column, null, 30);
                long before = read(connection, rowsRead);
                int sampled = reader.read().runs().size();
                reader.nextNumber(1L << 60);
                assertThat(read(connection, rowsRead) - before)
                        .as("rows that were read at %s places of %s", sampled, ROWS)
                        .isBetween(1_000L, (long) MOST);
            }
        }
    }

    private static long read(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
                statement.execute("SELECT pg_stat_force_next_flush()");
            }
            try (ResultSet row = statement.executeQuery(query)) {
                row.next();
                return row.getLong(1);
            }
        }
    }
}
