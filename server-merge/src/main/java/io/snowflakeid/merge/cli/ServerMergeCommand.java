package io.snowflakeid.merge.cli;

import io.snowflakeid.commandline.FailureLine;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.MergePlanned;
import io.snowflakeid.merge.RowFate;
import io.snowflakeid.merge.ServerMerge;
import io.snowflakeid.merge.VerificationResult;
import io.snowflakeid.merge.config.ConfigSchema;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: plan, suggest, run, verify, report, where, schema. */
@Command(
        name = "server-merge",
        description = {
            "Merges the databases of several game servers into one new database. plan only reads, and "
                    + "writes a file; run carries out that file; verify proves the result; report writes it down;"
                    + " where follows one row.",
            "The sources are never written to."
        },
        mixinStandardHelpOptions = true,
        version = "snowflakeid server-merge 0.1.0-SNAPSHOT",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "Example:",
            "  export MERGE_PASSWORD=secret",
            "  java -jar server-merge.jar plan --config merge.yaml --out plan.json",
            "  java -jar server-merge.jar run --plan plan.json",
            "  java -jar server-merge.jar verify --plan plan.json",
            "  java -jar server-merge.jar report --plan plan.json"
        })
public final class ServerMergeCommand implements Runnable {

    private static final int MOST_SESSIONS = 64;

    private final ServerMerge merge;

    @Spec
    private @Nullable CommandSpec spec;

    private ServerMergeCommand(ServerMerge merge) {
        this.merge = merge;
    }

    /** Runs one command line; the process ends with the documented exit code. */
    public static void main(String[] args) {
        Program.run(() -> commandLine(new ServerMerge()), args, ExitCode.FAULT.number(), ExitCode.OUTPUT_LOST.number());
    }

    static CommandLine commandLine(ServerMerge merge) {
        CommandLine line = new CommandLine(new ServerMergeCommand(merge)).setUsageHelpAutoWidth(true);
        FailureLine.addTo(line, Failure::tell);
        addExitCodes(line);
        line.getSubcommands().values().forEach(ServerMergeCommand::addExitCodes);
        return line;
    }

    private static void addExitCodes(CommandLine command) {
        command.getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(ExitCode.meanings());
    }

    @Override
    public void run() {
        throw new ParameterException(
                line(), "a command is missing: plan, suggest, run, verify, report, where or schema");
    }

    private CommandLine line() {
        return Objects.requireNonNull(spec, "picocli sets the spec before a command is called")
                .commandLine();
    }

    /** What {@code --json} prints of a plan. */
    private record Planned(String plan, String hash, boolean runnable, List<Finding> findings) {}

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
    int plan(
            @Option(
                            names = "--config",
                            required = true,
                            paramLabel = "FILE",
                            description =
                                    "What to merge, and how: merge.yaml. The command schema prints its JSON Schema.")
                    Path config,
            @Option(
                            names = "--out",
                            paramLabel = "FILE",
                            defaultValue = "plan.json",
                            description = "Where the plan goes; an older plan there is replaced, another file is not."
                                    + " Default: plan.json.")
                    Path out,
            @Option(names = "--json", description = "Print the findings as JSON.") boolean json)
            throws Exception {
        Output output = new Output(line());
        MergePlanned plan = output.watch(listener -> merge.plan(config, out, listener));
        if (json) {
            output.json(new Planned(plan.plan().toString(), plan.hash(), plan.runnable(), plan.findings()));
        } else {
            output.plan(plan);
        }
        return (plan.runnable() ? ExitCode.DONE : ExitCode.FOUND).number();
    }

    @Command(
            name = "suggest",
            mixinStandardHelpOptions = true,
            description = {
                "Prints lines for the section references of merge.yaml, for columns of which neither a line nor a foreign"
                        + " key says where they lead.",
                "A column is named after another table or its key, or like a column that leads there, and at least 90 %% of"
                        + " its different values are ids there, without 0, -1 and what is listed as none. Chance makes"
                        + " small numbers ids as well: read each line before you keep it. No database is written to."
            },
            footer = {"", "Example:", "  java -jar server-merge.jar suggest --config merge.yaml"})
    int suggest(
            @Option(
                            names = "--config",
                            required = true,
                            paramLabel = "FILE",
                            description = "merge.yaml, as far as it is written.")
                    Path config)
            throws Exception {
        Output output = new Output(line());
        List<String> lines = output.watch(listener -> merge.suggest(config, listener));
        lines.forEach(output::line);
        if (lines.isEmpty()) {
            output.line("# no column is named after ids that it holds without being listed");
        }
        return ExitCode.DONE.number();
    }

    @Command(
            name = "run",
            mixinStandardHelpOptions = true,
            description = {
                "Carries out a plan: creates the target and copies into it.",
                "The sources are only read, and must be those of the plan, unchanged. It may be killed at "
                        + "any moment and run again with the same plan: it continues. To undo it, drop the target."
            },
            footer = {"", "Example:", "  java -jar server-merge.jar run --plan plan.json"})
    int run(@Mixin PlanOption plan) throws Exception {
        Output output = new Output(line());
        String target = output.watch(listener -> merge.run(plan.path, plan.passwordFile, listener));
        output.line("everything is merged into " + target + ". Next: verify " + plan.arguments());
        return ExitCode.DONE.number();
    }

    @Command(
            name = "verify",
            mixinStandardHelpOptions = true,
            description = {
                "Compares the finished target with what the plan and the sources say it must hold: rows, a "
                        + "hash of every row, references, unique keys, counters.",
                "Call it before the game uses the target; afterwards it finds what the game has written."
            },
            footer = {"", "Example:", "  java -jar server-merge.jar verify --plan plan.json --sessions 4"})
    int verify(
            @Mixin PlanOption plan,
            @Option(
                            names = "--sessions",
                            paramLabel = "N",
                            defaultValue = "4",
                            description = "How many sessions compare side by side, 1 to 64. Default: ${DEFAULT-VALUE}.")
                    int sessions,
            @Option(names = "--json", description = "Print the result as JSON.") boolean json)
            throws Exception {
        if (sessions < 1 || sessions > MOST_SESSIONS) {
            throw new ParameterException(
                    line().getSubcommands().get("verify"),
                    "--sessions is " + sessions + ", but must be from 1 to " + MOST_SESSIONS);
        }
        Output output = new Output(line());
        VerificationResult found =
                output.watch(listener -> merge.verify(plan.path, plan.passwordFile, sessions, listener));
        if (json) {
            output.json(found);
        } else {
            output.verification(found);
        }
        return (found.fine() ? ExitCode.DONE : ExitCode.FOUND).number();
    }

    @Command(
            name = "report",
            mixinStandardHelpOptions = true,
            description = {
                "Writes report.json and report.html: what was planned, done and verified so far.",
                "The page needs nothing but itself. It may be called at any time, also before the run."
            },
            footer = {"", "Example:", "  java -jar server-merge.jar report --plan plan.json --out reports"})
    int report(
            @Mixin PlanOption plan,
            @Option(
                            names = "--out",
                            paramLabel = "DIR",
                            defaultValue = "",
                            description =
                                    "The folder for both files; it is created, and an older report in it is replaced."
                                            + " Default: the current one.")
                    Path out)
            throws Exception {
        new Output(line()).line(merge.report(plan.path, plan.passwordFile, out).toString());
        return ExitCode.DONE.number();
    }

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
    int where(
            @Mixin PlanOption plan,
            @Option(names = "--server", required = true, paramLabel = "ALIAS", description = "The source's alias.")
                    String server,
            @Option(
                            names = "--table",
                            required = true,
                            paramLabel = "TABLE",
                            description = "The table, as the main server spells it.")
                    String table,
            @Option(
                            names = "--id",
                            required = true,
                            split = ",",
                            paramLabel = "VALUE",
                            description = "The row's primary key on its server, before the merge. For several columns:"
                                    + " several values in their order, with commas between, or the option again; a value"
                                    + " that holds a comma stands in double quotes.")
                    List<String> id,
            @Option(names = "--json", description = "Print the answer as JSON.") boolean json)
            throws Exception {
        Output output = new Output(line());
        RowFate fate = merge.where(plan.path, plan.passwordFile, server, table, id);
        if (json) {
            output.json(fate);
        } else {
            output.fate(fate);
        }
        return (fate.inTarget() ? ExitCode.DONE : ExitCode.FOUND).number();
    }

    @Command(
            name = "schema",
            mixinStandardHelpOptions = true,
            description = {
                "Prints the JSON Schema of merge.yaml.",
                "With the line",
                "  # yaml-language-server: $schema=merge.schema.json",
                "at its top, an editor completes and explains its keys."
            },
            footer = {"", "Example:", "  java -jar server-merge.jar schema > merge.schema.json"})
    int schema() {
        new Output(line()).lines(ConfigSchema.text());
        return ExitCode.DONE.number();
    }
}
