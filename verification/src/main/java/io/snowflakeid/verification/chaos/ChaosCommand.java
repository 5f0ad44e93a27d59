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
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Generates ids while faults are injected. */
@Command(
        name = "chaos",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = {
            "Generates ids in processes that are killed, paused, disconnected and given wrong clocks.",
            "Then compares every id with every other one. Requires Linux or macOS for signals; "
                    + "clocks are only changed if libfaketime is found."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            " 0:every id was unique under all faults",
            " 1:a duplicate id was found",
            " 2:wrong usage, or no kill, pause, clock step or outage took effect, so the run proved nothing",
            " 3:the database is unreachable or rejects the user",
            " 4:another failure",
            " 5:a file or standard output could not be written, for example because a disk is full"
        })
public final class ChaosCommand implements Callable<Integer> {

    @Mixin
    private HarnessOptions harness = new HarnessOptions(60, 1_000_000, null);

    @Option(names = "--faults", split = ",", description = "The faults: some of ${COMPLETION-CANDIDATES}.")
    private Set<FaultFamily> faults = FaultFamily.DEFAULT;

    @Option(
            names = "--restart-command",
            description = "A shell command that restarts the database server; run every 20 s.")
    private @Nullable String restartCommand;

    @Option(names = "--maker", description = "The id generator, if the class path has others.")
    private String maker = SnowflakeMaker.NAME;

    @Option(names = "--keep", description = "Keep files with ids, and workers in the ledger, and print their location.")
    private boolean keep;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() throws Exception {
        ChaosOptions options = harness.of(maker, faults, restartCommand, keep);
        Path folder = harness.folder();
        List<Database> databases = harness.databases();
        if (restartCommand != null && databases.isEmpty()) {
            throw CommandFailure.ofUsage("--restart-command restarts your server: set its database with --ledger");
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
