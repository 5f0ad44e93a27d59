package io.snowflakeid.cli;

import static io.snowflakeid.cli.CliRun.on;

import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.segment.Segments;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class SegmentsCommandTest extends CommandOnH2 {

    @Test
    void listsTagsAndRaisesOneThatStopped() throws SQLException {
        try (Segments segments =
                Segments.on(database.dataSource()).acceptVolatileStorage().build()) {
            segments.tag("invoices").max(9_999).open().nextId();
            segments.tag("players").open();
        }
        database.execute(
                "CREATE TABLE invoice (number BIGINT)",
                "INSERT INTO invoice VALUES (700)",
                "UPDATE snowflake_segment SET incarnation = '' WHERE tag = 'invoices'");
        on(database, "segments")
                .exitsWith(ExitCode.FINE)
                .out()
                .contains("TAG ", "invoices  2     9999 ", "stopped", "players   1     4611686018427387904", "open");
        on(database, "segments", raise("invoices", 100))
                .exitsWith(ExitCode.FINE)
                .out()
                .contains("invoices  801   9999 ")
                .doesNotContain("stopped");
        on(database, "segments", raise("other", 1)).failsWith(ExitCode.DATABASE, "tag 'other'");
    }

    private static String[] raise(String tag, int margin) {
        return ("--raise " + tag + " --table INVOICE --column NUMBER --margin " + margin).split(" ", -1);
    }
}
