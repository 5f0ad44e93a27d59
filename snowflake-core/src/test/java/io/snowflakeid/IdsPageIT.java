package io.snowflakeid;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The statements of docs/ids.md that decode an id in the database. */
class IdsPageIT {

    private static final String ON_MYSQL = """
            SELECT id, FROM_UNIXTIME((id >> 22) / 1000 + 1288834974.657) AS made, id >> 12 & 1023 AS worker, id & 4095 AS sequence FROM orders
            """;

    private static final String ON_POSTGRES = """
            SELECT id, TO_TIMESTAMP((id >> 22) / 1000.0 + 1288834974.657) AS made, id >> 12 & 1023 AS worker, id & 4095 AS sequence FROM orders
            """;

    @OnMySqlAndMariaDb
    void anIdIsDecodedByAStatement(DatabaseServer server) throws SQLException {
        assertDecoded(server, "SET time_zone = '+00:00'", ON_MYSQL);
    }

    @Test
    void anIdIsDecodedByAStatementOnPostgres() throws SQLException {
        assertDecoded(DatabaseServer.POSTGRES, "SET TIME ZONE 'UTC'", ON_POSTGRES);
    }

    private static void assertDecoded(DatabaseServer server, String zone, String query) throws SQLException {
        try (TestDatabase database = server.newDatabase();
                Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            database.execute(
                    "CREATE TABLE orders (id BIGINT PRIMARY KEY)", "INSERT INTO orders VALUES (2123748188476166151)");
            statement.execute(zone);
            ResultSet row = statement.executeQuery(query);
            assertThat(row.next()).isTrue();
            assertThat(row.getString("made")).startsWith("2026-11-20 12:00:00.123");
            assertThat(row.getInt("worker")).isEqualTo(5);
            assertThat(row.getInt("sequence")).isEqualTo(7);
        }
    }
}
