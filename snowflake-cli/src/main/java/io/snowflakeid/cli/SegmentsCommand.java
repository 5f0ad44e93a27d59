package io.snowflakeid.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.commandline.Database;
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
            "  ... segments --database jdbc:mysql://db0/shop --user shop --raise invoices --table invoice --column number --margin 400000"
        })
final class SegmentsCommand extends DatabaseCommand {

    private static final String TAGS =
            "SELECT tag, next_value, max_value, number_increment, remainder, incarnation FROM snowflake_segment ORDER BY tag";

    @ArgGroup(exclusive = false, heading = "After a restore:%n")
    private @Nullable Raise raise;

    static final class Raise {
        @Option(
                names = "--raise",
                required = true,
                paramLabel = "TAG",
                description = "Let the tag continue above all numbers in use.")
        private String tag = "";

        @ArgGroup(exclusive = false, multiplicity = "1")
        private NamedColumn stored = new NamedColumn();

        @Option(
                names = "--margin",
                required = true,
                paramLabel = "NUMBER",
                description = "The numbers that processes can have in memory: twice the largest step times the"
                        + " increment, for each process.")
        private long margin;

        private void run(DataSource pool, Database database) throws SQLException {
            ColumnName column;
            try (Connection connection = pool.getConnection()) {
                column = stored.in(connection, database).name();
            }
            try (Segments segments = Segments.on(pool).createTable(false).build()) {
                segments.raiseAbove(tag, pool, column, margin);
            }
        }
    }

    @Override
    public Integer call() throws SQLException {
        Database database = reach();
        try (HikariDataSource pool = database.pool(2)) {
            if (raise != null) {
                raise.run(pool, database);
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
