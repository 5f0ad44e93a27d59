package io.snowflakeid.cli;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.Finding;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Program;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at columns and changes nothing. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:ids are safe in every column",
            " 1:a column must be fixed",
            " 2:wrong usage",
            " 3:the database is unreachable or refuses the user, or has no such column",
            " 4:something else went wrong: a fault of the program",
            " 5:a file or standard output could not be written: a disk is full, for instance"
        },
        description = {
            "Looks whether ids are safe in a column, and says what the column needs instead.",
            "Safe is a column that is wide enough, compared exactly, filled by nobody else, and that "
                    + "holds no id which could be made again."
        },
        footer = {
            "",
            "Examples:",
            "  MYSQL_PASSWORD=secret java -jar snowflake-cli.jar doctor --database jdbc:mysql://db0/shop --table hero",
            "  java -jar snowflake-cli.jar doctor --database jdbc:h2:./shop --all --layout GAME_SERVERS"
        })
final class DoctorCommand implements Callable<Integer> {

    @Option(
            names = "--database",
            required = true,
            paramLabel = "URL",
            description = "JDBC address of the database: jdbc:mysql:... (also for MariaDB) or jdbc:h2:...")
    private String url = "";

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @ArgGroup(multiplicity = "1")
    private Tables tables = new Tables();

    /** Which tables: one, or all. */
    static final class Tables {

        @Option(
                names = "--table",
                paramLabel = "[SCHEMA.]NAME",
                required = true,
                description = "The table, as the database spells it.")
        private @Nullable String table;

        @Option(
                names = "--all",
                required = true,
                description = "Every table whose primary key is one column; texts among them only with --format.")
        private boolean all;
    }

    @Option(names = "--column", paramLabel = "NAME", description = "The column, only with --table; default: id.")
    private @Nullable String column;

    @Option(
            names = "--layout",
            paramLabel = "NAME|SPEC",
            defaultValue = "DEFAULT",
            description = "The layout of the ids, see inspect --help; default: ${DEFAULT-VALUE}.")
    private String layout = "DEFAULT";

    @Option(
            names = "--format",
            paramLabel = "NAME",
            description = "How ids are written in columns of texts: decimal, base62 or crockford32, with -fixed "
                    + "behind it for texts of one length, or base62:<alphabet>; default, with --table: decimal.")
    private @Nullable String format;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws SQLException {
        if (tables.all && column != null) {
            throw CommandFailure.ofUsage("--column " + column
                    + " says which column of one table, but --all looks at primary keys only: name the table with --table,"
                    + " or leave --column out");
        }
        SnowflakeLayout ids = SnowflakeLayout.parse(layout);
        // null where texts are not known to be ids
        IdFormat texts = format != null ? IdFormat.of(format) : tables.all ? null : IdFormat.DECIMAL;
        Database database = login.reach(
                url,
                "the database",
                EnumSet.of(DatabaseKind.MYSQL, DatabaseKind.H2),
                "doctor looks at MySQL and MariaDB (both jdbc:mysql://host:port/database) and at H2 (jdbc:h2:...)");
        List<ExaminedColumn> examined = new ArrayList<>();
        try (Connection connection = database.connect()) {
            for (IdColumn found : columns(connection, database)) {
                examined.add(ExaminedColumn.of(connection, found, ids, texts, Instant.now()));
            }
        }
        print(Program.out(spec), examined);
        return examined.stream().anyMatch(ExaminedColumn::mustBeFixed) ? ExitCode.FOUND : ExitCode.FINE;
    }

    private List<IdColumn> columns(Connection connection, Database database) throws SQLException {
        if (tables.table != null) {
            return List.of(StoredIds.column(connection, database, tables.table, column == null ? "id" : column));
        }
        List<IdColumn> found = new ArrayList<>();
        for (ColumnName name : PrimaryKeys.ofOneColumn(connection)) {
            IdColumn.read(connection, name).ifPresent(found::add);
        }
        return found;
    }

    private static void print(PrintWriter out, List<ExaminedColumn> examined) {
        TextTable table = new TextTable("TABLE", "COLUMN", "TYPE", "VERDICT");
        for (ExaminedColumn one : examined) {
            table.row(
                    one.column().name().table(),
                    one.column().name().column(),
                    one.column().type(),
                    one.verdict());
        }
        table.print(out);
        if (examined.isEmpty()) {
            out.println("no table here has a primary key of one column");
        }
        printFindings(
                out, examined.stream().flatMap(one -> one.findings().stream()).toList());
        out.flush();
    }

    private static void printFindings(PrintWriter out, List<Finding> findings) {
        for (Finding finding : findings) {
            out.println();
            out.println(finding.severity().name().toLowerCase(Locale.ROOT) + ": " + finding.column() + " "
                    + finding.seen());
            out.println("  needed: " + finding.needed());
        }
    }
}
