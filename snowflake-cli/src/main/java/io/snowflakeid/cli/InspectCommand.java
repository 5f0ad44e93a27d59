package io.snowflakeid.cli;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.cli.IdReadings.Reading;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decodes one id, or samples of the ids in a table. */
@Command(
        name = "inspect",
        description = {
            "Decodes an id: its timestamp, worker and other fields.",
            "Or reads some ids of a table by an index, and prints which layouts may have generated them, and where new ids would start."
        },
        footer = {
            "",
            "Examples:",
            "  snowflake-cli inspect 2071236410478198784",
            "  snowflake-cli inspect 99371263543869440 --layout 41x1ms/0/10/6/6@2026-01-01T00:00:00Z",
            "  snowflake-cli inspect 1TY8HQ6Q80M07 --format crockford32",
            "  MYSQL_PASSWORD=secret snowflake-cli inspect --table orders --database jdbc:mysql://db0/shop"
        })
final class InspectCommand extends DatabaseCommand {

    @Parameters(
            arity = "0..1",
            paramLabel = "<id>",
            description = "The id: decimal, base62 or crockford32, with or without fixed width.")
    private @Nullable String text;

    @ArgGroup(exclusive = false, heading = "Instead of an id, a numeric column with an index, and --database:%n")
    private @Nullable NamedColumn column;

    @Option(
            names = "--layout",
            paramLabel = "NAME|SPEC",
            defaultValue = "DEFAULT",
            description =
                    "The layout of the id, or of new ids for the table: DEFAULT, TWITTER, GAME_SERVERS, GAME_SERVERS_MAX, KUBERNETES,"
                            + " SONYFLAKE_LIKE, JAVASCRIPT_SAFE, UID_GENERATOR_LIKE, or "
                            + "<timestamp>x<tick>ms/<datacenter>/<worker>/<sequence>[/<gene>]@<epoch>; default: ${DEFAULT-VALUE}.")
    private String layout = "DEFAULT";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The format of the id: decimal, base62, crockford32, each with or without the suffix -fixed. "
                    + "Without this option, the id is shown in every format that fits.")
    private @Nullable String format;

    @Override
    public Integer call() throws SQLException {
        SnowflakeLayout chosen = SnowflakeLayout.parse(layout);
        if (text != null && column == null) {
            printId(out(), text.replaceAll("^[\\s\\p{Z}]+|[\\s\\p{Z}]+$", ""), chosen);
            return ExitCode.FINE;
        }
        if (text == null && column != null) {
            Database database = reach();
            try (Connection connection = database.connect()) {
                connection.setReadOnly(true);
                IdSamples stored = IdSamples.of(connection, column.in(connection, database));
                return new TableInspection(out(), stored, layout, chosen).printsNewIdsAbove()
                        ? ExitCode.FINE
                        : ExitCode.FOUND;
            }
        }
        throw CommandFailure.ofUsage("inspect needs an id, or --table and --database: use one of the two");
    }

    private void printId(PrintWriter out, String id, SnowflakeLayout chosen) {
        Instant now = Instant.now();
        List<IdFormat> forms = format == null ? IdReadings.FORMATS : List.of(IdFormat.of(format));
        List<Reading> readings = IdReadings.of(id, forms, chosen, now);
        if (readings.size() > 1) {
            out.println("'" + id + "' is an id in " + readings.size() + " formats, the most probable one first."
                    + " Select one with --format.");
            out.println();
        }
        for (Reading reading : readings) {
            print(out, chosen, reading, now);
        }
    }

    private void print(PrintWriter out, SnowflakeLayout chosen, Reading reading, Instant now) {
        DecodedId fields = reading.fields();
        out.println("id          " + reading.id() + "  (base62 " + IdFormat.BASE62.format(reading.id())
                + ", crockford32 " + IdFormat.CROCKFORD32.format(reading.id()) + ")");
        out.println("read as     " + reading.form());
        out.println("layout      " + layout + ": " + chosen.spec() + ", until " + chosen.exhaustedAt());
        out.println("timestamp   " + fields.timestamp() + "  (tick " + chosen.tickAt(fields.timestamp()) + ")");
        printField(out, "datacenter", fields.datacenter(), chosen.maxDatacenter());
        printField(out, "worker", fields.worker(), chosen.maxWorker());
        printField(out, "sequence", fields.sequence(), (1L << chosen.sequenceBits()) - 1);
        printField(out, "gene", fields.gene(), chosen.maxGene());
        if (fields.timestamp().isAfter(now)) {
            out.println("The timestamp is in the future: was the id generated with another layout?");
        } else if (fields.timestamp().isBefore(chosen.epoch().plus(Duration.ofDays(1)))) {
            out.println("The timestamp is within the first day of the layout, as for any small number: was the id"
                    + " generated with another layout, or by a counter?");
        }
        out.println();
    }

    private static void printField(PrintWriter out, String name, long value, long max) {
        if (max > 0) {
            out.printf("%-10s  %d  (of 0..%d)%n", name, value, max);
        }
    }
}
