package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.run.RowFate;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Tells what became of one row. */
@Command(
        name = "where",
        mixinStandardHelpOptions = true,
        description = {
            "Tells what became of one row of a source: its new key, what changed in it, and whether the"
                    + " target has it, or why it stayed behind.",
            "Before the run it tells what is planned."
        },
        footer = {
            "",
            "Examples:",
            "  java -jar server-merge.jar where --plan plan.json --server s3 --table players --id 150023",
            "  java -jar server-merge.jar where --plan plan.json --server s3 --table guild_members --id 12,150023"
        })
final class WhereCommand implements Callable<Integer> {

    private final MergeEngine engine;

    @Mixin
    private PlanOption plan = new PlanOption();

    @Option(names = "--server", required = true, paramLabel = "ALIAS", description = "The source's alias.")
    private String server = "";

    @Option(
            names = "--table",
            required = true,
            paramLabel = "TABLE",
            description = "The table, as the main server spells it.")
    private String table = "";

    @Option(
            names = "--id",
            required = true,
            split = ",",
            paramLabel = "VALUE",
            description =
                    "The row's primary key on its server, before the merge. For several columns: several values in their order, with commas between,"
                            + " or the option again; a value that holds a comma stands in double quotes.")
    private List<String> id = List.of();

    @Option(names = "--json", description = "Print the answer as JSON.")
    private boolean json;

    @Spec
    private @Nullable CommandSpec spec;

    WhereCommand(MergeEngine engine) {
        this.engine = engine;
    }

    @Override
    public Integer call() throws SQLException, IOException, InterruptedException {
        CommandOutput output = CommandOutput.of(spec);
        PlanFile file = plan.read();
        requireKnown(file.plan());
        RowFate fate = engine.where(file, server, table, id);
        if (json) {
            output.json(fate);
        } else {
            output.line(fate.message());
            int width = fate.values().keySet().stream()
                    .mapToInt(String::length)
                    .max()
                    .orElse(0);
            fate.values()
                    .forEach((column, value) ->
                            output.line("  " + column + " ".repeat(width - column.length()) + "  " + value));
        }
        return fate.inTarget() ? ExitCode.DONE : ExitCode.FOUND;
    }

    private void requireKnown(MergePlan known) {
        require(
                "--server",
                server,
                known.sources().stream().map(MergePlan.SourcePlan::alias).toList());
        require(
                "--table",
                table,
                known.tables().stream().map(each -> each.name()).toList());
    }

    private void require(String option, String value, List<String> known) {
        if (spec != null && !known.contains(value)) {
            throw new ParameterException(
                    spec.commandLine(),
                    option + " is '" + value + "', but the plan has "
                            + known.stream().limit(20).collect(Collectors.joining(", "))
                            + (known.size() > 20 ? " and " + (known.size() - 20) + " more" : ""));
        }
    }
}
