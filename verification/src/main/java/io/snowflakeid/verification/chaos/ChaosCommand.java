package io.snowflakeid.verification.chaos;

import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.verification.makers.SnowflakeMaker;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
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
        showDefaultValues = true,
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

    @Mixin
    private HarnessOptions harness = new HarnessOptions(60, 1_000_000, null);

    @Option(names = "--window", converter = Millis.class, description = "How long a lease lasts: 500ms, 2s or 1m.")
    private long windowMillis = 2_000;

    @Option(names = "--faults", split = ",", description = "What goes wrong: some of ${COMPLETION-CANDIDATES}.")
    private Set<FaultFamily> faults = FaultFamily.DEFAULT;

    @Option(
            names = "--restart-command",
            description = "The shell runs it every 20 s, to restart the database's server.")
    private @Nullable String restartCommand;

    @Option(names = "--maker", description = "Who makes the ids, if there are others on the class path.")
    private String maker = SnowflakeMaker.NAME;

    @Option(names = "--keep", description = "Leave files with ids, and workers in the ledger, and say where they are.")
    private boolean keep;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** A time with its unit. */
    static final class Millis implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            try {
                return text.endsWith("ms")
                        ? Long.parseLong(text.replace("ms", ""))
                        : Duration.parse("PT" + text).toMillis();
            } catch (NumberFormatException | DateTimeParseException e) {
                throw new TypeConversionException("'" + text + "' is no time such as 500ms, 2s or 1m");
            }
        }
    }

    @Override
    public Integer call() throws Exception {
        ChaosOptions options = harness.of(maker, windowMillis, faults, restartCommand, keep);
        Path folder = harness.folder();
        List<Database> databases = harness.databases();
        if (restartCommand != null && databases.isEmpty()) {
            throw CommandFailure.ofUsage(
                    "--restart-command restarts a server of yours: name its database with --ledger");
        }
        PrintWriter out = Program.out(spec);
        out.println(options.writers() + " writers, seed " + options.seed());
        ChaosResult result;
        try (ProgressLines progress = new ProgressLines(out)) {
            result = ChaosRun.run(options, ChaosRun.Plan.RANDOM, databases, folder, progress::show);
        }
        out.println("Report  " + harness.write("chaos.json", result) + "  (seed " + options.seed() + ")");
        Page.text(result, ChaosResult.class, "chaos.txt.ftl").lines().forEach(out::println);
        out.flush();
        if (result.duplicates() > 0) {
            return ExitCode.FOUND;
        }
        return result.missing().isEmpty() ? ExitCode.FINE : ExitCode.USAGE;
    }
}
