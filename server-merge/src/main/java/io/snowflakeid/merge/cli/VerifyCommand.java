package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.run.VerificationResult;
import io.snowflakeid.merge.run.VerificationResult.TableCheck;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Compares the target with what it should be. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = {
            "Compares the finished target with what the plan and the sources say it must hold: rows, a "
                    + "hash of every row, references, unique keys, counters.",
            "Call it before the game uses the target; afterwards it finds what the game has written."
        },
        footer = {"", "Example:", "  java -jar server-merge.jar verify --plan plan.json --sessions 4"})
final class VerifyCommand implements Callable<Integer> {

    private static final int MOST_SESSIONS = 64;
    private static final int ALL_SOURCES = 0;
    private static final double MILLIS_PER_SECOND = 1000.0;

    private final MergeEngine engine;

    @Mixin
    private PlanOption plan = new PlanOption();

    @Option(
            names = "--sessions",
            paramLabel = "N",
            defaultValue = "4",
            description = "How many sessions compare side by side, 1 to 64. Default: ${DEFAULT-VALUE}.")
    private int sessions;

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    @Spec
    private @Nullable CommandSpec spec;

    VerifyCommand(MergeEngine engine) {
        this.engine = engine;
    }

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandOutput output = CommandOutput.of(spec);
        if (spec != null && (sessions < 1 || sessions > MOST_SESSIONS)) {
            throw new ParameterException(
                    spec.commandLine(), "--sessions is " + sessions + ", but must be from 1 to " + MOST_SESSIONS);
        }
        PlanFile file = plan.read();
        VerificationResult found;
        try (ProgressDisplay progress = output.progress()) {
            found = engine.verify(file, sessions, progress);
        }
        if (json) {
            output.json(found);
        } else {
            print(output, found);
            found.notProved().forEach(output::line);
        }
        return found.fine() ? ExitCode.DONE : ExitCode.FOUND;
    }

    private static void print(CommandOutput output, VerificationResult found) {
        if (!found.fine()) {
            String heading = CommandOutput.count(found.faults().size(), "difference") + ":";
            output.inColorOfErrors(heading);
            found.faults().forEach(fault -> output.line("  " + fault));
            output.line("");
        }
        List<TableCheck> compared = found.tables().stream()
                .filter(check -> check.source() == ALL_SOURCES)
                .toList();
        long rows = compared.stream().mapToLong(TableCheck::foundRows).sum();
        long tables = compared.size();
        output.line(CommandOutput.count(rows, "row") + " in " + CommandOutput.count(tables, "table") + " compared in "
                + String.format(Locale.ROOT, "%.1f s", found.millis() / MILLIS_PER_SECOND) + ": "
                + (found.fine() ? "the target is as planned" : "the target is not as planned and must not be used"));
    }
}
