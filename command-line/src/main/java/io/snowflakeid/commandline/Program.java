package io.snowflakeid.commandline;

import java.io.PrintWriter;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** A process that is one command. */
public final class Program {

    /** Kept here, since the JDK forgets a logger's level with the last reference to it. */
    private static final Logger CORE_LOG = Logger.getLogger("io.snowflakeid");

    private Program() {}

    /**
     * Runs a command line, and ends the process with its exit code.
     *
     * @param unexpected the exit code of an error, such as too little memory: the JVM would make 1 of it, which says that something was found
     * @param notWritten the exit code if standard output was lost
     */
    public static void run(Supplier<CommandLine> line, String[] args, int unexpected, int notWritten) {
        StandardStreams streams = StandardStreams.take();
        CORE_LOG.setLevel(Level.WARNING);
        System.exit(streams.end(exitCode(line, streams, args, unexpected), notWritten));
    }

    /** Where a command prints: lines that show all that they hold. */
    public static PrintWriter out(@Nullable CommandSpec spec) {
        return new VisibleWriter(Objects.requireNonNull(spec, "picocli sets the spec before a command is called")
                .commandLine()
                .getOut());
    }

    @SuppressWarnings("CatchingUnchecked") // the last place where it can be
    private static int exitCode(Supplier<CommandLine> line, StandardStreams streams, String[] args, int unexpected) {
        try {
            return line.get().setOut(streams.out()).setErr(streams.err()).execute(args);
        } catch (Throwable e) {
            e.printStackTrace(new VisibleWriter(streams.err()));
            return unexpected;
        }
    }
}
