package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.plan.PlanFile;
import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Carries out a plan. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        description = {
            "Carries out a plan: creates the target and copies into it.",
            "The sources are only read, and must be those of the plan, unchanged. It may be killed at "
                    + "any moment and run again with the same plan: it continues. To undo it, drop the target."
        },
        footer = {"", "Example:", "  java -jar server-merge.jar run --plan plan.json"})
final class RunCommand implements Callable<Integer> {

    private final MergeEngine engine;

    @Mixin
    private PlanOption plan = new PlanOption();

    @Spec
    private @Nullable CommandSpec spec;

    RunCommand(MergeEngine engine) {
        this.engine = engine;
    }

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandOutput output = CommandOutput.of(spec);
        PlanFile file = plan.read();
        try (ProgressDisplay progress = output.progress()) {
            engine.run(file, progress);
        }
        output.line("everything is merged into " + file.plan().target() + ". Next: verify " + file.arguments());
        return ExitCode.DONE;
    }
}
