package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.cli.MergeEngine.Verification;
import io.snowflakeid.merge.plan.PlanFile;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
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
            "Computes from the sources what the target must hold, and compares: rows, a hash of every row,",
            "references, unique keys, counters."
        },
        footer = {"", "Example:", "  java -jar server-merge.jar verify --plan plan.json --sessions 4"})
final class VerifyCommand implements Callable<Integer> {

    private static final int MOST_SESSIONS = 64;

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

    /** What {@code --json} prints. */
    private record Verified(String hash, boolean fine, long rows, List<Finding> differences) {}

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandOutput output = CommandOutput.of(spec);
        if (spec != null && (sessions < 1 || sessions > MOST_SESSIONS)) {
            throw new ParameterException(
                    spec.commandLine(), "--sessions is " + sessions + ", but must be from 1 to " + MOST_SESSIONS);
        }
        PlanFile file = plan.read();
        Verification found;
        try (ProgressDisplay progress = output.progress()) {
            found = engine.verify(file, sessions, progress);
        }
        boolean fine = found.differences().isEmpty();
        if (json) {
            output.json(new Verified(file.hash(), fine, found.rows(), found.differences()));
        } else {
            new FindingsText(output).print(found.differences());
            output.line(CommandOutput.count(found.rows(), "row") + " compared: "
                    + (fine ? "the target is as planned" : "the target is not as planned and must not be used"));
        }
        return fine ? ExitCode.DONE : ExitCode.FOUND;
    }
}
