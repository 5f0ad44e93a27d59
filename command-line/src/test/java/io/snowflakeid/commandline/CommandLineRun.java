package io.snowflakeid.commandline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import org.assertj.core.api.AbstractStringAssert;
import picocli.CommandLine;

/** A command line that was run in this process, with its output and exit code, which every failed assertion shows. */
public final class CommandLineRun {

    private final List<String> arguments;
    private final int exitCode;
    private final String out;
    private final String err;

    private CommandLineRun(List<String> arguments, int exitCode, String out, String err) {
        this.arguments = arguments;
        this.exitCode = exitCode;
        this.out = out;
        this.err = err;
    }

    /** Runs the command line. */
    public static CommandLineRun of(CommandLine command, String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = command.setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        int exitCode = line.execute(arguments);
        return new CommandLineRun(List.of(arguments), exitCode, plain(out), plain(err));
    }

    /** A port of this machine on which no server listens. */
    public static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static String plain(StringWriter text) {
        return text.toString().replace("\r\n", "\n");
    }

    /** Asserts the exit code. */
    public CommandLineRun exitsWith(int expected) {
        assertThat(exitCode).describedAs("exit code of %s", this).isEqualTo(expected);
        return this;
    }

    /** Asserts the exit code and one line on standard error: "error: ", followed by these parts in order. */
    public CommandLineRun failsWith(int expected, String... parts) {
        exitsWith(expected);
        err().startsWith("error: " + parts[0]).containsSubsequence(parts);
        assertThat(err.lines())
                .describedAs("lines of standard error of %s", this)
                .hasSize(1);
        return this;
    }

    /** Asserts as {@link #failsWith}, and that the line ends with the last part. */
    public void failsToTheEndWith(int expected, String... parts) {
        failsWith(expected, parts).err().endsWith(parts[parts.length - 1] + "\n");
    }

    /** The standard output. */
    public AbstractStringAssert<?> out() {
        return assertThat(out).describedAs("standard output of %s", this);
    }

    /** The standard error. */
    public AbstractStringAssert<?> err() {
        return assertThat(err).describedAs("standard error of %s", this);
    }

    @Override
    public String toString() {
        return String.join(" ", arguments) + "\nexit code: " + exitCode + "\nstandard output:\n" + out
                + "\nstandard error:\n" + err;
    }
}
