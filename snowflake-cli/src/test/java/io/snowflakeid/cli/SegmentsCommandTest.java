package io.snowflakeid.cli;

import static io.snowflakeid.cli.CliRun.run;

import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.segment.Segments;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SegmentsCommandTest {

    @Test
    void listsTagsAndRaisesOneThatStopped() throws SQLException {
        try (TestDatabase database = TestDatabase.h2("segments_listed")) {
            try (Segments segments =
                    Segments.on(database.dataSource()).acceptVolatileStorage().build()) {
                segments.tag("invoices").max(9_999).open().nextId();
                segments.tag("players").open();
            }
            database.execute(
                    "CREATE TABLE invoice (number BIGINT)",
                    "INSERT INTO invoice VALUES (700)",
                    "UPDATE snowflake_segment SET incarnation = '' WHERE tag = 'invoices'");
            run("segments", "--database", database.url())
                    .exitsWith(ExitCode.FINE)
                    .out()
                    .contains(
                            "TAG ", "invoices  2     9999 ", "stopped", "players   1     4611686018427387904", "open");
            run(
                            "segments",
                            "--database",
                            database.url(),
                            "--raise",
                            "invoices",
                            "--table",
                            "INVOICE",
                            "--column",
                            "NUMBER",
                            "--margin",
                            "100")
                    .exitsWith(ExitCode.FINE)
                    .out()
                    .contains("invoices  801   9999 ")
                    .doesNotContain("stopped");
            run(
                            "segments",
                            "--database",
                            database.url(),
                            "--raise",
                            "other",
                            "--table",
                            "INVOICE",
                            "--column",
                            "NUMBER",
                            "--margin",
                            "1")
                    .failsWith(ExitCode.DATABASE, "tag 'other'");
        }
    }
}
