package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.ServerMerge;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.AbstractStringAssert;
import picocli.CommandLine;

/** One command line, run in this process: what it printed, and its exit code. Every failed assertion shows all of it. */
record CommandLineRun(List<String> arguments, int exitCode, String printed, String complained) {

    static CommandLineRun of(ServerMerge merge, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = ServerMergeCommand.commandLine(merge)
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        int exitCode = line.execute(arguments);
        return new CommandLineRun(List.of(arguments), exitCode, plain(out), plain(err));
    }

    /** A command about a plan. */
    static CommandLineRun on(Path plan, ServerMerge merge, String command, String... more) {
        List<String> arguments = new ArrayList<>(List.of(command, "--plan", plan.toString()));
        arguments.addAll(List.of(more));
        return of(merge, arguments.toArray(String[]::new));
    }

    private static String plain(StringWriter text) {
        return text.toString().replace("\r\n", "\n");
    }

    CommandLineRun exitsWith(int expected) {
        assertThat(exitCode).describedAs("exit code of %s", this).isEqualTo(expected);
        return this;
    }

    /** It ended with this code, and with one line on standard error: "error: ", then these parts in order, to its end. */
    void failsWith(int expected, String... parts) {
        exitsWith(expected);
        err().startsWith("error: " + parts[0])
                .containsSubsequence(parts)
                .endsWith(parts[parts.length - 1] + "\n")
                .hasLineCount(1);
    }

    AbstractStringAssert<?> out() {
        return assertThat(printed).describedAs("standard output of %s", this);
    }

    AbstractStringAssert<?> err() {
        return assertThat(complained).describedAs("standard error of %s", this);
    }

    @Override
    public String toString() {
        return String.join(" ", arguments) + "\nexit code: " + exitCode + "\nstandard output:\n" + printed
                + "\nstandard error:\n" + complained;
    }
}
