package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.MergeProgress;
import java.io.Console;
import java.io.PrintWriter;

/** Shows how far a command is. Implementations are thread-safe. */
interface ProgressDisplay extends MergeProgress.Listener, AutoCloseable {

    /** Ends the last step. */
    @Override
    void close();

    /** A bar where a person looks at a terminal, plain lines in a log. */
    static ProgressDisplay on(PrintWriter err) {
        return isTerminal() ? new ProgressBars(System.err, System::nanoTime) : new PlainLines(err, System::nanoTime);
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
