package io.snowflakeid.cli;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DoctorCommandIT {

    private TestDatabase database;

    @BeforeEach
    void open() {
        database = DatabaseServer.MYSQL.newDatabase();
    }

    @AfterEach
    void close() throws SQLException {
        if (database != null) {
            database.close();
        }
    }

    @Test
    void findsAnOldTableAndNothingOnceItIsChanged() throws SQLException {
        database.execute(
                "CREATE TABLE hero (id INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY COMMENT 'who')",
                "CREATE TABLE mail (id BIGINT NOT NULL PRIMARY KEY)");
        CommandLineRun run = doctor();
        run.exitsWith(ExitCode.FOUND);
        run.err().isEmpty();
        run.out()
                .contains("hero   id      INT UNSIGNED  must be fixed\nmail   id      BIGINT        fine\n")
                .contains("error: hero.id is INT UNSIGNED, which holds whole numbers exactly up to 4294967295 only\n")
                .contains("error: hero.id is AUTO_INCREMENT or an identity\n");
        database.execute("ALTER TABLE `hero` MODIFY `id` BIGINT NOT NULL COMMENT 'who'");
        doctor().exitsWith(ExitCode.FINE).out().contains("hero   id      BIGINT  fine\n");
    }

    private CommandLineRun doctor() {
        return CommandLineRun.of(
                SnowflakeCli.commandLine(),
                "doctor",
                "--database",
                database.url(),
                "--user",
                database.user(),
                "--password",
                database.password(),
                "--all");
    }
}
