package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.DatabaseKind;
import io.snowflakeid.commandline.DatabaseLogin;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.commandline.ReportFolder;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.SnowflakeMaker;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** Makes ids while everything goes wrong. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        description = {
            "Makes ids in processes that are killed, paused, cut off and given wrong clocks.",
            "Then compares every id with every other one. Signals and the shell of Linux or macOS are "
                    + "needed; clocks are only stepped where libfaketime is found."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:every id was unique, whatever went wrong",
            " 1:a duplicate id was found",
            " 2:wrong usage, or no kill, pause, clock step or outage took effect, so the run proved nothing",
            " 3:the database is unreachable or refuses the user",
            " 4:something else went wrong",
            " 5:a file or standard output could not be written: a disk is full, for instance"
        },
        footer = {
            "",
            "Examples:",
            "  java -jar verification.jar chaos --seconds 20",
            "  MYSQL_PASSWORD=secret java -jar verification.jar chaos \\",
            "    --ledger jdbc:mysql://db0/shop --user shop \\",
            "    --writers 8 --seconds 60 --window 2s"
        })
public final class ChaosCommand implements Callable<Integer> {

    private static final String ACCEPTED =
            "MySQL (jdbc:mysql://host:port/database), MariaDB (jdbc:mariadb:...), PostgreSQL (jdbc:postgresql:...),"
                    + " H2 (jdbc:h2:tcp://host:port/name) or Redis (redis://host:port)";
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    @Option(
            names = "--ledger",
            paramLabel = "URL",
            description =
                    "Address of the database that holds the ledger, with one host and port: jdbc:mysql:, jdbc:mariadb:,"
                            + " jdbc:postgresql:, jdbc:h2:tcp: or redis:; default: an H2 in memory. Tables that are missing"
                            + " there are made, and stay. Given again, the ledgers split the workers, and a writer loses one"
                            + " of them at a time.")
    private List<String> ledgers = List.of();

    @Mixin
    private DatabaseLogin login = new DatabaseLogin();

    @Option(
            names = "--writers",
            paramLabel = "N",
            defaultValue = "8",
            description = "How many processes make ids at the same time, 1 to 64; default: ${DEFAULT-VALUE}.")
    private int writers;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "60",
            description = "For how long; at least 4 windows, except for restores alone; default: ${DEFAULT-VALUE}.")
    private int seconds;

    @Option(
            names = "--window",
            paramLabel = "TIME",
            defaultValue = "2s",
            converter = Millis.class,
            description = "How long a lease lasts, such as 500ms, 2s or 1m; default: ${DEFAULT-VALUE}.")
    private long windowMillis;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "1000000",
            description =
                    "How many ids a second all writers together make at most; each takes 8 bytes on disk until the end; default: ${DEFAULT-VALUE}.")
    private long rate;

    @Option(
            names = "--faults",
            paramLabel = "NAME",
            split = ",",
            description = "What goes wrong: some of ${COMPLETION-CANDIDATES} with commas between them; default: all but"
                    + " RESTORES.")
    private Set<FaultFamily> faults = FaultFamily.DEFAULT;

    @Option(
            names = "--faketime",
            paramLabel = "FILE",
            description =
                    "libfaketimeMT.so.1, for clock steps; default: searched in the usual places, and no steps without it.")
    private @Nullable Path faketime;

    @Option(
            names = "--restart-command",
            paramLabel = "CMD",
            description = "Restarts the database's server; the shell runs it about every 20 seconds.")
    private @Nullable String restartCommand;

    @Option(
            names = "--maker",
            paramLabel = "NAME",
            defaultValue = SnowflakeMaker.NAME,
            description = "Who makes the ids, if there are others on the class path; default: ${DEFAULT-VALUE}.")
    private String maker = SnowflakeMaker.NAME;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "The same seed plans the same faults; default: another one each time, which is printed.")
    private @Nullable Long seed;

    @Option(
            names = "--report",
            paramLabel = "DIR",
            defaultValue = "report",
            description =
                    "Folder for chaos.json, and for the ids until the end; default: the folder 'report' in the current one.")
    private Path report = Path.of("report");

    @Option(
            names = "--keep",
            description = "Leave the files with the ids, and the workers in the ledger, and say where they are.")
    private boolean keep;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** A time with its unit. */
    static final class Millis implements ITypeConverter<Long> {

        private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(ms|s|m)");
        private static final Map<String, Integer> UNITS = Map.of("ms", 1, "s", 1_000, "m", 60_000);

        @Override
        public Long convert(String text) {
            Matcher form = FORM.matcher(text);
            if (!form.matches()) {
                throw new TypeConversionException("'" + text + "' is no time such as 500ms, 2s or 1m");
            }
            return Long.parseLong(form.group(1)) * UNITS.getOrDefault(form.group(2), 0);
        }
    }

    @Override
    public Integer call() {
        ChaosOptions options = options();
        Path folder = ReportFolder.require(report);
        List<Database> databases = ledgers.stream()
                .map(ledger -> login.reach(
                        ledger, "the ledger", EnumSet.allOf(DatabaseKind.class), "a ledger is kept in " + ACCEPTED))
                .toList();
        PrintWriter out = Program.out(spec);
        out.println(options.writers() + " writers, seed " + options.seed());
        ChaosResult result;
        try (ProgressLines progress = new ProgressLines(out)) {
            result = ChaosRun.run(options, ChaosRun.Plan.RANDOM, databases, folder, progress::show);
        }
        new ChaosSummary(out).print(result, write(folder, result));
        if (result.duplicates() > 0) {
            return ExitCode.FOUND;
        }
        return result.missing().isEmpty() ? ExitCode.FINE : ExitCode.USAGE;
    }

    private ChaosOptions options() {
        if (restartCommand != null && ledgers.isEmpty()) {
            throw CommandFailure.ofUsage(
                    "--restart-command restarts a server of yours: name its database with --ledger");
        }
        try {
            IdMaker.named(maker);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.ofUsage("--maker is not known: " + e.getMessage());
        }
        try {
            return new ChaosOptions(
                    maker,
                    writers,
                    seconds,
                    windowMillis,
                    rate,
                    faults,
                    seed == null ? ThreadLocalRandom.current().nextInt(1_000_000) : seed,
                    faketime,
                    restartCommand,
                    keep);
        } catch (IllegalArgumentException e) {
            throw CommandFailure.ofUsage("--" + e.getMessage());
        }
    }

    private static Path write(Path folder, ChaosResult result) {
        Path file = folder.resolve("chaos.json");
        try {
            return Files.writeString(file, JSON.writeValueAsString(result) + "\n");
        } catch (IOException e) {
            throw ReportFolder.unwritten(file, e);
        }
    }
}
