package io.snowflakeid.cli;

import static io.snowflakeid.cli.CliRun.on;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class DoctorCommandIT {

    @Test
    void findsAnOldTableOfMySqlAndNothingOnceItIsChanged() throws SQLException {
        try (TestDatabase database = DatabaseServer.MYSQL.newDatabase()) {
            database.execute(
                    "CREATE TABLE hero (id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY COMMENT 'who')",
                    "CREATE TABLE mail (id BIGINT NOT NULL PRIMARY KEY)");
            CommandLineRun run = on(database, "doctor");
            run.exitsWith(ExitCode.FOUND);
            run.err().isEmpty();
            run.out()
                    .startsWith(
                            "hero.id INT UNSIGNED:\n  error: is INT UNSIGNED, which holds whole numbers exactly up to 4294967295 only\n")
                    .contains("\n  error: is AUTO_INCREMENT or an identity\n")
                    .endsWith("\nmail.id BIGINT: fine\n");
            database.execute("ALTER TABLE `hero` MODIFY `id` BIGINT NOT NULL COMMENT 'who'");
            on(database, "doctor").exitsWith(ExitCode.FINE).out().startsWith("hero.id BIGINT: fine\n");
        }
    }

    @Test
    void findsAnOldTableOfPostgres() throws SQLException {
        try (TestDatabase database = DatabaseServer.POSTGRES.newDatabase()) {
            database.execute(
                    "CREATE TABLE hero (id SERIAL PRIMARY KEY)",
                    "CREATE TABLE mail (id BIGINT NOT NULL PRIMARY KEY) PARTITION BY HASH (id)");
            on(database, "doctor")
                    .exitsWith(ExitCode.FOUND)
                    .out()
                    .startsWith("hero.id serial:\n  error: ")
                    .endsWith("\nmail.id int8: fine\n");
        }
    }
}
