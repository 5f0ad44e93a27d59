package io.snowflakeid.demo;

import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.Optional;

/** Shows how far a run is. Implementations are thread-safe. */
interface ProgressDisplay extends AutoCloseable {

    /** {@code done} of {@code total} of a phase; a new phase ends the one before. */
    void show(String phase, long done, long total);

    /** Ends the last phase. */
    @Override
    void close();

    /** A bar where a person looks at a terminal, plain lines in a log. */
    static ProgressDisplay on(PrintWriter out) {
        return terminal()
                .<ProgressDisplay>map(ProgressBars::new)
                .orElseGet(() -> new PlainLines(out, System::nanoTime));
    }

    /** The terminal that a person looks at, for bars, which move the cursor; empty in a script or a log. */
    @SuppressWarnings("SystemConsoleNull") // null up to JDK 21; later ones are asked below
    private static Optional<PrintStream> terminal() {
        Console console = System.console();
        return console != null && isTerminal(console)
                ? Optional.of(new PrintStream(new FileOutputStream(FileDescriptor.out), true, console.charset()))
                : Optional.empty();
    }

    /** From JDK 22 on a console may exist that nobody looks at; it can be asked. */
    private static boolean isTerminal(Console console) {
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException olderJdk) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
