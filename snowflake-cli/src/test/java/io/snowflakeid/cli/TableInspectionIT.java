package io.snowflakeid.cli;

import static io.snowflakeid.cli.CliRun.on;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** On real servers, whose statistics show that only the returned rows are read. */
class TableInspectionIT {

    private static final int ROWS = 10_000;

    private static final String HANDLED = """
            SELECT SUM(variable_value) FROM %s.session_status
             WHERE variable_name IN ('Handler_read_next', 'Handler_read_prev', 'Handler_read_rnd_next', 'Handler_read_key')
            """;

    @Test
    void looksAtMySql() throws SQLException {
        inspects(DatabaseServer.MYSQL.newDatabase(), "BIGINT", HANDLED.formatted("performance_schema"));
    }

    @Test
    void looksAtMariaDb() throws SQLException {
        inspects(DatabaseServer.MARIADB.newDatabase(), "BIGINT", HANDLED.formatted("information_schema"));
    }

    @Test
    void looksAtPostgres() throws SQLException {
        inspects(
                DatabaseServer.POSTGRES.newDatabase(),
                "int8",
                "SELECT SUM(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'orders'");
    }

    private static void inspects(TestDatabase server, String type, String rowsRead) throws SQLException {
        try (server) {
            InspectedTable.fill(server, ROWS);
            on(server, "inspect", "--table", "orders")
                    .exitsWith(ExitCode.FINE)
                    .out()
                    .startsWith("orders.id " + type + "\n")
                    .containsPattern("\nyes .* ShardingSphere")
                    .endsWith("\n  above the greatest stored id\n");
            try (Connection connection = server.dataSource().getConnection()) {
                IdColumn column =
                        IdColumn.read(connection, ColumnName.of("orders", "id")).orElseThrow();
                long before = read(connection, rowsRead);
                assertThat(IdSamples.of(connection, column).places()).hasSize(6);
                assertThat(read(connection, rowsRead) - before).isBetween(1L, 1_000L);
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
