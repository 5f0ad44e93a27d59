package io.snowflakeid.demo;

import static io.snowflakeid.demo.OriginTable.look;

import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** On real servers: types, quotes, estimates and time limits are theirs. */
class OriginCommandIT {

    private TestDatabase database;

    @AfterEach
    void close() throws SQLException {
        if (database != null) {
            database.close();
        }
    }

    @Test
    void looksAtMySql() throws SQLException {
        looksAt(DatabaseServer.MYSQL.newDatabase(), "DATETIME(3)", "BIGINT");
    }

    @Test
    void looksAtMariaDb() throws SQLException {
        looksAt(DatabaseServer.MARIADB.newDatabase(), "DATETIME(3)", "BIGINT");
    }

    @Test
    void looksAtPostgres() throws SQLException {
        looksAt(DatabaseServer.POSTGRES.newDatabase(), "TIMESTAMP WITH TIME ZONE", "int8");
    }

    private void looksAt(TestDatabase server, String timeType, String idType) throws SQLException {
        database = server;
        database.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, created_at " + timeType + ")");
        OriginTable.fill(database, "orders", 5000);
        CommandLineRun run = look(database, "--table", "orders", "--created-at", "created_at");

        run.exitsWith(ExitCode.FINE);
        run.err().isEmpty();
        run.out()
                .startsWith("orders.id " + idType + "\nread: ")
                .contains("\nfrom 1 to 20, 20 different ids read, may have been made by\n  good    a counter")
                .contains("  strong  ShardingSphere's SNOWFLAKE  (41x1ms/0/10/12@2016-11-01T00:00:00Z)\n")
                .contains("  Ids that are stored now and those of this layout cannot meet");
    }

    @Test
    void readsUuidsInBytesAndTextsOfMySql() throws SQLException {
        database = DatabaseServer.MYSQL.newDatabase();
        database.execute(
                "CREATE TABLE note (id BINARY(16) PRIMARY KEY)",
                "INSERT INTO note VALUES (UUID_TO_BIN(UUID())), (UUID_TO_BIN(UUID()))",
                "CREATE TABLE text (id VARCHAR(19) PRIMARY KEY)",
                "INSERT INTO text VALUES ('1331231824281604096'), ('1331231824281604097')");
        look(database, "--table", "note")
                .exitsWith(ExitCode.FINE)
                .out()
                .contains("both sampled ids are UUIDs of version 1 (2)");
        look(database, "--table", "text").exitsWith(ExitCode.FINE).out().contains("from 1331231824281604096 to ");
    }
}
