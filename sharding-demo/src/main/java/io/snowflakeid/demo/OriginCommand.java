package io.snowflakeid.demo;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseFailure;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.demo.origin.NewIds;
import io.snowflakeid.demo.origin.Origin;
import io.snowflakeid.demo.origin.OriginReport;
import io.snowflakeid.demo.origin.Sample;
import io.snowflakeid.demo.origin.TableReader;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Looks at the ids of a table and changes nothing. */
@Command(
        name = "origin",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:ids of ours would start above all that were read",
            " 1:they would not, and could meet them",
            " 2:wrong usage",
            " 3:the database is unreachable or refuses the user, has no such column, or no index for it",
            " 4:something else went wrong: a fault of the demo",
            " 5:a file or standard output could not be written: a disk is full, for instance"
        },
        description = {
            "Says who could have made the ids of a table, and where ours would start.",
            "Reads about a thousand rows through the index of the ids, whatever the size of the table, "
                    + "and writes nothing."
        },
        footer = {
            "",
            "Examples:",
            "  MYSQL_PASSWORD=secret java -jar sharding-demo.jar origin --database jdbc:mysql://db0/shop --table orders",
            "  java -jar sharding-demo.jar origin --database jdbc:h2:./shop --table orders --created-at created_at --json"
        })
final class OriginCommand implements Callable<Integer> {

    @Option(
            names = "--database",
            required = true,
            paramLabel = "URL",
            description = "JDBC address of the database: jdbc:mysql:, jdbc:mariadb:, jdbc:postgresql: or jdbc:h2:...")
    private String url = "";

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Option(
            names = "--table",
            required = true,
            paramLabel = "[SCHEMA.]NAME",
            description = "The table, as the database spells it.")
    private String table = "";

    @Option(
            names = "--column",
            paramLabel = "NAME",
            defaultValue = "id",
            description = "The column of the ids, numbers or texts, with an index; default: ${DEFAULT-VALUE}.")
    private String column = "id";

    @Option(
            names = "--created-at",
            paramLabel = "NAME",
            description = "A column that says when a row was created, a time, or a number of seconds or milliseconds "
                    + "since 1970: the best evidence there is.")
    private @Nullable String createdAt;

    @Option(
            names = "--layout",
            paramLabel = "NAME|SPEC",
            defaultValue = "DEFAULT",
            description = "The layout of the ids to come, see inspect --help; default: ${DEFAULT-VALUE}.")
    private String layout = "DEFAULT";

    @Option(
            names = "--format",
            paramLabel = "NAME",
            defaultValue = "decimal",
            description = "How texts hold numbers, see doctor --help; default: ${DEFAULT-VALUE}.")
    private String format = "decimal";

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            defaultValue = "30",
            description = "How long one statement may take, 1 to 3600; default: ${DEFAULT-VALUE}.")
    private int timeoutSeconds = 30;

    @Option(names = "--json", description = "Print JSON, with ids as texts.")
    private boolean json;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws SQLException {
        if (timeoutSeconds < 1 || timeoutSeconds > 3600) {
            throw CommandFailure.ofUsage("--timeout must be between 1 and 3600 seconds, but is " + timeoutSeconds);
        }
        OriginReport report;
        try {
            SnowflakeLayout ids = SnowflakeLayout.parse(layout);
            IdFormat texts = IdFormat.of(format);
            Database database = login.reach(
                    url,
                    "the database",
                    EnumSet.complementOf(EnumSet.of(DatabaseKind.REDIS)),
                    "origin looks at MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...), PostgreSQL"
                            + " (jdbc:postgresql:...) and H2 (jdbc:h2:...)");
            report = report(database, ids, texts);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.ofUsage(String.valueOf(e.getMessage()));
        }
        print(DemoRun.terminalOf(spec), report);
        return report.ours().areAbove() ? ExitCode.FINE : ExitCode.FOUND;
    }

    private OriginReport report(Database database, SnowflakeLayout ids, IdFormat texts) throws SQLException {
        try (Connection connection = database.connect()) {
            connection.setReadOnly(true);
            IdColumn found = column(connection, database, column, "--column");
            ColumnName created = createdAt == null
                    ? null
                    : column(connection, database, createdAt, "--created-at").name();
            TableReader reader = new TableReader(connection, found, created, timeoutSeconds);
            if (!reader.hasIndex()) {
                throw CommandFailure.ofDatabase(
                        found.name()
                                + " has no index that begins with it, so that each look would read the whole table:"
                                + " name the column of the primary key",
                        null);
            }
            Instant now = Instant.now();
            Sample sample = reader.read();
            Origin origin = Origin.of(sample, texts, ids, now);
            NewIds ours = new NewIds(layout, ids, origin, sample.holdsLargest(), nextStored(reader, ids, now), now);
            return new OriginReport(found.toString(), sample, origin, ours, hint());
        } catch (SQLTimeoutException e) {
            throw CommandFailure.ofDatabase(
                    "a statement took more than " + timeoutSeconds + " s (" + DatabaseFailure.text(e)
                            + "): is the column indexed? give it more time with --timeout",
                    e);
        }
    }

    /** Null also for a layout that makes no ids now, which is refused later. */
    private static @Nullable BigInteger nextStored(TableReader reader, SnowflakeLayout ids, Instant now)
            throws SQLException {
        boolean makesIds = !ids.epoch().isAfter(now) && ids.exhaustedAt().isAfter(now);
        return makesIds ? reader.nextNumber(ids.minIdAt(now)).orElse(null) : null;
    }

    private @Nullable String hint() {
        return createdAt == null
                ? "A column that says when rows were created, named by --created-at, would be better evidence than all of it."
                : null;
    }

    private IdColumn column(Connection connection, Database database, String name, String option) throws SQLException {
        int dot = table.indexOf('.');
        ColumnName wanted = dot < 0
                ? ColumnName.of(table, name)
                : new ColumnName(null, table.substring(0, dot), table.substring(dot + 1), name);
        return IdColumn.read(connection, wanted)
                .orElseThrow(() -> CommandFailure.ofDatabase(
                        database + " has no column " + wanted + ", or the user may not see it: correct --table and "
                                + option,
                        null));
    }

    private void print(PrintWriter out, OriginReport report) {
        if (json) {
            report.json().lines().forEach(out::println);
            out.flush();
        } else {
            report.print(out);
        }
    }
}
