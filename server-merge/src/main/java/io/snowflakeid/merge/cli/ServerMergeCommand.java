package io.snowflakeid.merge.cli;

import io.snowflakeid.commandline.FailureLine;
import io.snowflakeid.commandline.Page;
import io.snowflakeid.commandline.Program;
import io.snowflakeid.commandline.ProgressLines;
import io.snowflakeid.commandline.VisibleWriter;
import io.snowflakeid.merge.MergePlanned;
import io.snowflakeid.merge.ServerMerge;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.RowOutcome;
import io.snowflakeid.merge.result.VerificationResult;
import java.io.IOException;
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
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command line of {@code server-merge}. The file {@code help.properties} contains the texts of the help. */
@Command(
        name = "server-merge",
        scope = ScopeType.INHERIT,
        resourceBundle = "io.snowflakeid.merge.cli.help",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        version = "snowflakeid server-merge 0.1.0-SNAPSHOT",
        synopsisSubcommandLabel = "COMMAND")
public final class ServerMergeCommand implements Runnable {

    private static final int MOST_SESSIONS = 64;

    private final ServerMerge merge;

    @Spec
    private @Nullable CommandSpec spec;

    private ServerMergeCommand(ServerMerge merge) {
        this.merge = merge;
    }

    public static void main(String[] args) {
        Program.run(() -> commandLine(new ServerMerge()), args, Failure.FAULT, Failure.OUTPUT_LOST);
    }

    static CommandLine commandLine(ServerMerge merge) {
        CommandLine line = new CommandLine(new ServerMergeCommand(merge));
        FailureLine.addTo(line, (failure, command) -> Failure.report(failure));
        return line;
    }

    @Override
    public void run() {
        throw new ParameterException(
                line(), "a command is missing: plan, suggest, run, verify, report, where or schema");
    }

    static final class PlanOption {

        @Option(names = "--plan", required = true, paramLabel = "FILE")
        Path path = Path.of("plan.json");

        @Option(names = "--password-file", paramLabel = "FILE")
        @Nullable
        Path passwordFile;

        String arguments() {
            return "--plan " + path + (passwordFile == null ? "" : " --password-file " + passwordFile);
        }
    }

    private CommandLine line() {
        return Objects.requireNonNull(spec, "picocli sets the spec before a command is called")
                .commandLine();
    }

    /** Prints lines, and escapes control characters. */
    private void print(List<String> lines) {
        VisibleWriter out = new VisibleWriter(line().getOut());
        lines.forEach(out::println);
        out.flush();
    }

    private void print(Object result, boolean json, String template) throws IOException {
        String text = json ? Page.json(result) : Page.text(result, ServerMergeCommand.class, template);
        print(text.lines().toList());
    }

    @FunctionalInterface
    private interface Work<T> {
        T run(MergeProgress.Listener listener) throws Exception;
    }

    /** Shows progress on standard error during a command. */
    private <T> T watch(Work<T> work) throws Exception {
        try (ProgressLines lines = new ProgressLines(new VisibleWriter(line().getErr()))) {
            return work.run(progress -> lines.show(progress.step(), progress.done(), progress.total()));
        }
    }

    private static int code(boolean fine) {
        return fine ? 0 : Failure.FOUND;
    }

    @Command(name = "plan")
    int plan(
            @Option(names = "--config", required = true, paramLabel = "FILE") Path config,
            @Option(names = "--out", paramLabel = "FILE", defaultValue = "plan.json") Path out,
            @Option(names = "--json") boolean json)
            throws Exception {
        MergePlanned plan = watch(listener -> merge.plan(config, out, listener));
        print(plan, json, "plan.ftl");
        return code(plan.runnable());
    }

    @Command(name = "suggest")
    void suggest(@Option(names = "--config", required = true, paramLabel = "FILE") Path config) throws Exception {
        List<String> lines = watch(listener -> merge.suggest(config, listener));
        String none = "# no column is named after ids that it holds without being listed";
        print(lines.isEmpty() ? List.of(none) : lines);
    }

    @Command(name = "run")
    void run(@Mixin PlanOption plan) throws Exception {
        String target = watch(listener -> merge.run(plan.path, plan.passwordFile, listener));
        print(List.of("everything is merged into " + target + ". Next: verify " + plan.arguments()));
    }

    @Command(name = "verify")
    int verify(
            @Mixin PlanOption plan,
            @Option(names = "--sessions", paramLabel = "N", defaultValue = "4") int sessions,
            @Option(names = "--json") boolean json)
            throws Exception {
        if (sessions < 1 || sessions > MOST_SESSIONS) {
            throw new ParameterException(
                    line().getSubcommands().get("verify"),
                    "--sessions is " + sessions + ", but must be from 1 to " + MOST_SESSIONS);
        }
        VerificationResult found = watch(listener -> merge.verify(plan.path, plan.passwordFile, sessions, listener));
        print(found, json, "verify.ftl");
        return code(found.fine());
    }

    @Command(name = "report")
    void report(@Mixin PlanOption plan, @Option(names = "--out", paramLabel = "DIR", defaultValue = "") Path out)
            throws Exception {
        print(List.of(merge.report(plan.path, plan.passwordFile, out).toString()));
    }

    @Command(name = "where")
    int where(
            @Mixin PlanOption plan,
            @Option(names = "--server", required = true, paramLabel = "ALIAS") String server,
            @Option(names = "--table", required = true, paramLabel = "TABLE") String table,
            @Option(names = "--id", required = true, split = ",", paramLabel = "VALUE") List<String> id,
            @Option(names = "--json") boolean json)
            throws Exception {
        RowOutcome outcome = merge.where(plan.path, plan.passwordFile, server, table, id);
        print(outcome, json, "where.ftl");
        return code(outcome.inTarget());
    }

    @Command(name = "schema")
    void schema() {
        print(ConfigReader.schema().lines().toList());
    }
}
