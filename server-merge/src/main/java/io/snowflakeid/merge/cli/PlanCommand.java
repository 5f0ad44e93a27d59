package io.snowflakeid.merge.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.config.MergeConfig;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanException;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.TablePlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Reads everything, writes nothing into any database. */
@Command(
        name = "plan",
        mixinStandardHelpOptions = true,
        description = {
            "Reads the sources, tells what stands in the way of a merge, and writes a plan.",
            "No database is written to. Findings go to standard output, the worst last; what is wrong "
                    + "with the configuration or the target comes before any row is looked at. Beside the plan "
                    + "lie lists of new names (plan.json.renames.TABLE.COLUMN.csv)."
        },
        footer = {"", "Example:", "  java -jar server-merge.jar plan --config merge.yaml --out plan.json"})
final class PlanCommand implements Callable<Integer> {

    private final MergeEngine engine;

    @Option(
            names = "--config",
            required = true,
            paramLabel = "FILE",
            description = "What to merge, and how: merge.yaml. The command schema prints its JSON Schema.")
    private Path config = Path.of("merge.yaml");

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description =
                    "Where the plan goes; an older plan there is replaced, another file is not. Default: plan.json.")
    private Path out = Path.of("plan.json");

    @Option(names = "--json", description = "Print the findings as JSON.")
    private boolean json;

    @Spec
    private @Nullable CommandSpec spec;

    PlanCommand(MergeEngine engine) {
        this.engine = engine;
    }

    /** What {@code --json} prints. */
    private record Planned(String plan, String hash, boolean runnable, List<Finding> findings) {}

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandOutput output = CommandOutput.of(spec);
        MergeConfig wanted = ConfigReader.read(config);
        requireReplaceable();
        PlanFile file;
        try (ProgressDisplay progress = output.progress()) {
            file = engine.plan(wanted, out, progress);
        }
        MergePlan plan = file.plan();
        if (json) {
            output.json(new Planned(file.path().toString(), file.hash(), plan.runnable(), plan.findings()));
        } else {
            new FindingsText(output).print(plan.findings());
            output.line(summary(file));
        }
        return plan.runnable() ? ExitCode.DONE : ExitCode.FOUND;
    }

    /** A slip such as {@code --out merge.yaml} must not cost a file that is no plan. */
    private void requireReplaceable() throws IOException {
        if (Files.exists(out) && !looksLikePlan()) {
            throw new PlanException(out + " is there and is no plan: remove it, or name another --out");
        }
    }

    private boolean looksLikePlan() throws IOException {
        try {
            JsonNode there = new JsonMapper().readTree(out.toFile());
            return there.has("hash") && there.has("plan");
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    private static String summary(PlanFile file) throws IOException {
        MergePlan plan = file.plan();
        boolean rowsKnown = plan.findings().stream().noneMatch(finding -> finding.code() == FindingCode.NOT_LOOKED_AT);
        long rows = plan.tables().stream().mapToLong(TablePlan::copied).sum();
        String what = CommandOutput.count(plan.sources().size(), "source") + ", "
                + CommandOutput.count(plan.tables().size(), "table") + ", "
                + (rowsKnown ? CommandOutput.count(rows, "row") + " to copy" : "rows not looked at yet") + "; "
                + FindingsText.summary(plan.findings());
        return plan.runnable()
                ? file.path() + ": " + what + ". Next: run " + file.arguments()
                : file.path() + ": " + what
                        + ". The plan cannot be run: correct the errors, or accept them in the configuration,"
                        + " and plan again";
    }
}
