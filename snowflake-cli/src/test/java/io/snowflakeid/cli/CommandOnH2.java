package io.snowflakeid.cli;

import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;

/** Tests of a command. Each test has a new database. */
abstract class CommandOnH2 {

    final TestDatabase database = TestDatabase.plainH2("of_a_command");

    @AfterEach
    void close() throws SQLException {
        database.close();
    }
}
