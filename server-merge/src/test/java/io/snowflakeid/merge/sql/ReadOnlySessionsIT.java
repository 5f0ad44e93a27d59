package io.snowflakeid.merge.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Sessions of plans, which write nothing, whatever the statements that they carry out call. */
class ReadOnlySessionsIT {

    private static Server connect(TestDatabase database) throws SQLException {
        database.execute(
                "CREATE TABLE t (id INT)",
                "CREATE FUNCTION writes() RETURNS INT DETERMINISTIC BEGIN INSERT INTO t VALUES (1); RETURN 1; END");
        return Server.connectReadOnly(database.url(), database.user(), database.password(), 1, "2020-02-20 20:20:20");
    }

    private static void requireReadOnly(Server server) throws SQLException {
        try (Connection session = server.session();
                Statement statement = session.createStatement()) {
            ThrowingCallable write = () -> statement.execute("SELECT writes()");
            assertThatExceptionOfType(SQLException.class).isThrownBy(write).withMessageContaining("READ ONLY");
        }
    }

    @OnMySqlOrMariaDb
    void aSessionThatComesBackIsStillSetUp(DatabaseServer on) throws Exception {
        try (TestDatabase database = on.newDatabase();
                Server server = connect(database)) {
            for (int i = 0; i < 3; i++) {
                requireReadOnly(server);
                try (Connection session = server.session();
                        Statement statement = session.createStatement();
                        ResultSet row = statement.executeQuery("SELECT NOW()")) {
                    row.next();
                    assertThat(row.getString(1)).startsWith("2020-02-20 20:20:20");
                }
            }
        }
    }
}
