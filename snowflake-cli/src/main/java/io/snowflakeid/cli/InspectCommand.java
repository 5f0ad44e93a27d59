package io.snowflakeid.cli;

import io.snowflakeid.DecodedId;
import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.cli.IdReadings.Reading;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Program;
import java.io.PrintWriter;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads an id and draws its bits. */
@Command(
        name = "inspect",
        mixinStandardHelpOptions = true,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:the text was read; ids of ours would start above all of the table",
            " 1:ids of ours would not start above all of the table, and could meet some",
            " 2:wrong usage, or the text is no id",
            " 3:the database is unreachable or refuses the user, or has no such column of numbers with an index",
            " 4:something else went wrong: a fault of the program",
            " 5:a file or standard output could not be written: a disk is full, for instance"
        },
        description = {
            "Decodes an id: when it was made, by whom, and which bits say so.",
            "Or reads some ids of a table through their index, and says which layouts could have made them, and where ours would start."
        },
        footer = {
            "",
            "Examples:",
            "  java -jar snowflake-cli.jar inspect 2071236410478198784",
            "  java -jar snowflake-cli.jar inspect 2071236410478198784 --layout GAME_SERVERS",
            "  java -jar snowflake-cli.jar inspect 99371263543869440 --layout 41x1ms/0/10/6/6@2026-01-01T00:00:00Z",
            "  java -jar snowflake-cli.jar inspect 1TY8HQ6Q80M07 --format crockford32 --texts",
            "  java -jar snowflake-cli.jar inspect 017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
            "  MYSQL_PASSWORD=secret java -jar snowflake-cli.jar inspect --table orders --database jdbc:mysql://db0/shop"
        })
final class InspectCommand implements Callable<Integer> {

    @Parameters(
            arity = "0..1",
            paramLabel = "<id>",
            description = "The id: decimal, base62 or crockford32, of fixed width or not, or hex with 0x in front. "
                    + "For comparison also a UUID (the time in versions 1, 6 and 7) or an ObjectId.")
    private @Nullable String text;

    @ArgGroup(exclusive = false, heading = "In place of an id, those of a table:%n")
    private @Nullable TableInspection table;

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Option(
            names = "--layout",
            paramLabel = "NAME|SPEC",
            defaultValue = "DEFAULT",
            description =
                    "The layout that made the id, or will make those of the table: DEFAULT, TWITTER, GAME_SERVERS, GAME_SERVERS_MAX, KUBERNETES,"
                            + " SONYFLAKE_LIKE, JAVASCRIPT_SAFE, UID_GENERATOR_LIKE, or "
                            + "<timestamp>x<tick>ms/<datacenter>/<worker>/<sequence>[/<gene>]@<epoch>, where <datacenter>"
                            + " may have named parts (region:3+business:4); default: ${DEFAULT-VALUE}.")
    private String layout = "DEFAULT";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "The text form of the id: decimal, base62, crockford32, each with -fixed behind it or not, "
                    + "or base62:<alphabet>. Without it, every form in which the id is plausible is shown.")
    private @Nullable String format;

    @Option(names = "--texts", description = "Also print the id in every text form.")
    private boolean texts;

    @Spec
    private @Nullable CommandSpec spec;

    @Override
    public Integer call() throws SQLException {
        PrintWriter out = Program.out(spec);
        SnowflakeLayout chosen = SnowflakeLayout.parse(layout);
        boolean fine = true;
        if (text != null && table == null) {
            inspect(out, withoutBlanksAround(text), chosen);
        } else if (text == null && table != null) {
            fine = table.printsThatOursAreAbove(out, login, layout, chosen);
        } else {
            throw CommandFailure.ofUsage("inspect takes an id, or --table and --database: give one of the two");
        }
        out.flush();
        return fine ? ExitCode.FINE : ExitCode.FOUND;
    }

    private void inspect(PrintWriter out, String stripped, SnowflakeLayout chosen) {
        Instant now = Instant.now();
        IdReadings readings = new IdReadings(stripped, chosen, now);
        if (format != null) {
            print(out, chosen, readings.in(IdFormat.of(format)), now);
        } else if (!ForeignId.prints(stripped, out)) {
            printAll(out, chosen, stripped, readings.mostPlausibleFirst(), now);
        }
    }

    /** Blanks of every kind, as they come with what is copied from a page or a spreadsheet. */
    private static String withoutBlanksAround(String text) {
        return text.replaceAll("^[\\s\\p{Z}]+|[\\s\\p{Z}]+$", "");
    }

    private void printAll(PrintWriter out, SnowflakeLayout chosen, String stripped, List<Reading> found, Instant now) {
        if (found.size() > 1) {
            out.println("'" + stripped + "' may be read in " + found.size() + " text forms; "
                    + (found.get(0).isPlausibleAt(now)
                            ? "the most plausible comes first, the one that was made last."
                            : "none is plausible, as all were made in the future."));
            out.println("Name the right one with --format.");
        }
        for (Reading reading : found) {
            if (found.size() > 1) {
                out.println();
                out.println("--- " + reading.form());
            }
            print(out, chosen, reading, now);
        }
    }

    private void print(PrintWriter out, SnowflakeLayout chosen, Reading reading, Instant now) {
        long id = reading.id();
        DecodedId fields = reading.fields();
        out.println("id          " + id + "  (hex 0x" + Long.toHexString(id) + ")");
        if (!reading.form().equals(IdFormat.DECIMAL.name())) {
            out.println("read as     " + reading.form());
        }
        out.println("layout      " + layout + (layout.equals(chosen.spec()) ? "" : " = " + chosen.spec()));
        out.println("timestamp   " + fields.timestamp() + "  (tick " + chosen.tickAt(fields.timestamp()) + ")");
        printField(out, "datacenter", fields.datacenter(), chosen.maxDatacenter());
        chosen.fixedFields()
                .forEach(part -> printField(
                        out,
                        "  " + part.name(),
                        chosen.fixedValues(fields.datacenter()).getOrDefault(part.name(), 0L),
                        part.max()));
        printField(out, "worker", fields.worker(), chosen.maxWorker());
        printField(out, "sequence", fields.sequence(), (1L << chosen.sequenceBits()) - 1);
        printField(out, "gene", fields.gene(), chosen.maxGene());
        if (texts) {
            printTexts(out, id);
        }
        out.println();
        new BitDrawing(chosen).print(out, id);
        if (!reading.isPlausibleAt(now)) {
            out.println();
            out.println("The timestamp lies in the future: was the id made with another layout?");
        } else if (reading.isOfFirstDayOf(chosen, now)) {
            out.println();
            out.println(
                    "The timestamp lies within the first day of the layout, as that of a small number does: was the id"
                            + " made with another layout, or by a counter?");
        }
    }

    private static void printField(PrintWriter out, String name, long value, long max) {
        if (max > 0) {
            out.printf("%-10s  %d  (of 0..%d)%n", name, value, max);
        }
    }

    private void printTexts(PrintWriter out, long id) {
        out.println();
        Stream.concat(IdReadings.FORMATS.stream(), Stream.ofNullable(format).map(IdFormat::of))
                .distinct()
                .forEach(form -> out.printf("%-17s  %s%n", form.name(), form.format(id)));
    }
}
