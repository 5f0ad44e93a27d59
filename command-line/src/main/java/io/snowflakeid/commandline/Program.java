package io.snowflakeid.commandline;

import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Runs a command as a process. The command writes colors to standard output and standard error directly. Output of other code, such
 * as logs of libraries, is sanitized line by line.
 */
public final class Program {

    /** A strong reference, since the JDK drops a logger's level with the last reference to it. */
    private static final Logger CORE_LOG = Logger.getLogger("io.snowflakeid");

    private Program() {}

    /**
     * Runs a command line, and ends the process with its exit code.
     *
     * @param unexpected the exit code of an error, such as too little memory, for which the JVM would use 1
     * @param notWritten the exit code, instead of 0, if standard output could not be written
     */
    public static void run(Supplier<CommandLine> line, String[] args, int unexpected, int notWritten) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(visible(out));
        System.setErr(visible(err));
        CORE_LOG.setLevel(Level.WARNING);
        int exitCode = exitCode(line, writer(out), writer(err), args, unexpected);
        Optional<String> lost = out.checkError() ? whyOutputIsLost() : Optional.empty();
        lost.ifPresent(reason -> err.println("error: standard output cannot be written (" + reason
                + "), so the output is incomplete: free some space, or redirect it"));
        System.exit(lost.isPresent() && exitCode == 0 ? notWritten : exitCode);
    }

    /** The command that starts a class's {@code main} in another JVM with the same Java and class path, and these options. */
    public static List<String> command(Class<?> main, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    /** A description of the machine for reports of measurements. */
    public static String machine() {
        return Runtime.getRuntime().availableProcessors() + " processors, " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch");
    }

    @SuppressWarnings("CatchingUnchecked") // no caller can handle this failure
    private static int exitCode(
            Supplier<CommandLine> line, PrintWriter out, PrintWriter err, String[] args, int unexpected) {
        try {
            return line.get().setOut(out).setErr(err).execute(args);
        } catch (Throwable e) {
            e.printStackTrace(new VisibleWriter(err));
            return unexpected;
        }
    }

    /** The writer of a command's output, which sanitizes lines. */
    public static PrintWriter out(@Nullable CommandSpec spec) {
        return new VisibleWriter(Objects.requireNonNull(spec, "picocli sets the spec before a command is called")
                .commandLine()
                .getOut());
    }

    /** A writer to a stream, which encodes in the terminal's charset. */
    private static PrintWriter writer(PrintStream stream) {
        Writer writer = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) {
                stream.print(new String(text, offset, length));
            }

            @Override
            public void flush() {
                stream.flush();
            }

            @Override
            public void close() {
                stream.flush();
            }
        };
        return new PrintWriter(writer, true);
    }

    /**
     * The reason of a failed write, from another write, since the stream keeps none. Empty if a reader such as {@code head} has
     * closed the pipe, which is not a failure.
     */
    private static Optional<String> whyOutputIsLost() {
        try {
            new FileOutputStream(FileDescriptor.out).write('\n');
            return Optional.of("a write failed");
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage());
            return Optional.of(reason).filter(text -> !text.matches(".*(Broken pipe|pipe is being closed).*"));
        }
    }

    private static PrintStream visible(PrintStream target) {
        Charset charset = Charset.defaultCharset(); // the charset of other code's output
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        OutputStream lines = new OutputStream() {
            @Override
            public void write(int unit) {
                if (unit == '\n') {
                    target.println(VisibleWriter.visible(line.toString(charset).replaceFirst("\r$", "")));
                    line.reset();
                } else {
                    line.write(unit);
                }
            }

            @Override
            public void flush() {
                target.flush();
            }
        };
        return new PrintStream(lines, true, charset);
    }
}
