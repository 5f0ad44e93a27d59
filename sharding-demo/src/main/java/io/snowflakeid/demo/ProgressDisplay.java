package io.snowflakeid.demo;

import java.io.Console;
import java.io.PrintWriter;

/** Shows how far a run is. Implementations are thread-safe. */
interface ProgressDisplay extends AutoCloseable {

    /** {@code done} of {@code total} of a phase; a new phase ends the one before. */
    void show(String phase, long done, long total);

    /** Ends the last phase. */
    @Override
    void close();

    /** A bar where a person looks at a terminal, plain lines in a log. */
    static ProgressDisplay on(PrintWriter out) {
        return isTerminal() ? new ProgressBars(System.out) : new PlainLines(out, System::nanoTime);
    }

    /** From JDK 22 on a console may exist that nobody looks at; it can be asked. */
    @SuppressWarnings("SystemConsoleNull") // null up to JDK 21; later ones are asked below
    private static boolean isTerminal() {
        Console console = System.console();
        if (console == null) {
            return false;
        }
        try {
            return (Boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (NoSuchMethodException olderJdk) {
            return true;
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
