package io.snowflakeid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.internal.VisibleText;
import io.snowflakeid.segment.Segments;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the tags of segments. The command changes the table only with {@code --raise}. */
@Command(
        name = "segments",
        description = "Lists the tags of segments, and raises a tag after a restore.",
        footer = {
            "",
            "Examples:",
            "  MYSQL_PASSWORD=secret snowflake-cli segments --database jdbc:mysql://db0/shop --user shop",
            "  ... segments --database jdbc:mysql://db0/shop --user shop --raise invoices --above invoice.number --margin 400000"
        })
final class SegmentsCommand extends DatabaseCommand {

    private static final String TAGS =
            "SELECT tag, next_value, max_value, number_increment, remainder, incarnation FROM snowflake_segment ORDER BY tag";

    @Option(
            names = "--database",
            required = true,
            paramLabel = "URL",
            description = "JDBC address: jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql: or jdbc:h2:...")
    private String url = "";

    @ArgGroup(exclusive = false, heading = "After a restore:%n")
    private @Nullable Raise raise;

    static final class Raise {
        @Option(
                names = "--raise",
                required = true,
                paramLabel = "TAG",
                description = "Let the tag continue above all numbers in use.")
        private String tag = "";

        @Option(
                names = "--above",
                required = true,
                paramLabel = "TABLE.COLUMN",
                description = "The column that stores the numbers, in the database's spelling.")
        private String column = "";

        @Option(
                names = "--margin",
                required = true,
                paramLabel = "NUMBER",
                description = "The numbers that processes can have in memory: twice the largest step times the"
                        + " increment, for each process.")
        private long margin;

        private void run(DataSource database) {
            int dot = column.indexOf('.');
            ColumnName stored = ColumnName.of(column.substring(0, Math.max(0, dot)), column.substring(dot + 1));
            try (Segments segments = Segments.on(database).createTable(false).build()) {
                segments.raiseAbove(tag, database, stored, margin);
            }
        }
    }

    @Override
    public Integer call() throws SQLException {
        try (HikariDataSource pool = reach(url, "the database").pool(2)) {
            if (raise != null) {
                raise.run(pool);
            }
            TextTable table = new TextTable();
            table.row("TAG", "NEXT", "MAX", "INCREMENT", "REMAINDER", "STATE");
            try (Connection connection = pool.getConnection();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(TAGS)) {
                while (row.next()) {
                    String state = row.getString(6).isEmpty() ? "stopped" : "open";
                    table.row(
                            VisibleText.of(row.getString(1)),
                            row.getLong(2),
                            row.getLong(3),
                            row.getLong(4),
                            row.getLong(5),
                            state);
                }
            }
            table.print(out());
        }
        return ExitCode.FINE;
    }
}
