package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.RenameFile.Rename;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.report.MergeReport;
import io.snowflakeid.merge.report.ReportFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Writes down what was planned, done and verified. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = {
            "Writes report.json and report.html: what was planned, done and verified so far.",
            "The page needs nothing but itself. It may be called at any time, also before the run."
        },
        footer = {"", "Example:", "  java -jar server-merge.jar report --plan plan.json --out reports"})
final class ReportCommand implements Callable<Integer> {

    private static final int RENAMES_SHOWN = 100;

    private final MergeEngine engine;

    @Mixin
    private PlanOption plan = new PlanOption();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "The folder for both files; it is created, and an older report in it is replaced. Default: the current one.")
    private Path out = Path.of("");

    @Spec
    private @Nullable CommandSpec spec;

    ReportCommand(MergeEngine engine) {
        this.engine = engine;
    }

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandOutput output = CommandOutput.of(spec);
        PlanFile file = plan.read();
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        MergeReport report = MergeReport.of(file, engine.outcome(file), firstRenames(file), now);
        output.line(ReportFiles.write(out, report).toString());
        return ExitCode.DONE;
    }

    private static Map<Integer, List<Rename>> firstRenames(PlanFile file) throws IOException {
        Map<Integer, List<Rename>> renames = new HashMap<>();
        for (UniquePlan unique : file.plan().uniques()) {
            Optional<RenameFile> list = file.renames(unique);
            if (list.isPresent()) {
                renames.put(unique.number(), list.get().first(RENAMES_SHOWN));
            }
        }
        return renames;
    }
}
