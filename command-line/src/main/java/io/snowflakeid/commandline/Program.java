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
 * Runs a command as the main program of this JVM. This class escapes control characters in the output of other code, such as library logs. The output
 * of the command may contain colors.
 */
public final class Program {

    /** This strong reference prevents the garbage collection of the logger, so that the logger keeps its level. */
    private static final Logger CORE_LOG = Logger.getLogger("io.snowflakeid");

    private Program() {}

    /**
     * Runs a command line, and exits the process with the command's exit code.
     *
     * @param unexpected the exit code after an error such as an OutOfMemoryError
     * @param notWritten the exit code of a successful command if standard output cannot be written
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

    /** Returns a command line that starts a main class in a new JVM. The command uses the Java installation and the class path of the current JVM. */
    public static List<String> command(Class<?> main, String... options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        return command;
    }

    /** Returns the number of processors, the operating system and the architecture of this machine. */
    public static String machine() {
        return Runtime.getRuntime().availableProcessors() + " processors, " + System.getProperty("os.name") + " "
                + System.getProperty("os.arch");
    }

    @SuppressWarnings("CatchingUnchecked") // no caller could handle this failure
    private static int exitCode(
            Supplier<CommandLine> line, PrintWriter out, PrintWriter err, String[] args, int unexpected) {
        try {
            return line.get().setOut(out).setErr(err).execute(args);
        } catch (Throwable e) {
            e.printStackTrace(new VisibleWriter(err));
            return unexpected;
        }
    }

    /** Returns a writer that escapes control characters in a command's output. */
    public static PrintWriter out(@Nullable CommandSpec spec) {
        return new VisibleWriter(Objects.requireNonNull(spec, "picocli sets the spec before a command is called")
                .commandLine()
                .getOut());
    }

    /** Returns a writer that uses the charset of the stream. */
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
     * Returns the cause of a failed write to standard output, or empty if the reading process has closed the pipe. A second write to standard output
     * is necessary, because a {@code PrintStream} does not keep the cause of a failed write.
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
        Charset charset = Charset.defaultCharset(); // other code encodes its output in the default charset
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
