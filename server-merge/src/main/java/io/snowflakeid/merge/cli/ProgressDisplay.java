package io.snowflakeid.merge.cli;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.output.StandardStreams;
import java.io.FileDescriptor;
import java.io.PrintWriter;

/** Shows how far a command is. Implementations are thread-safe. */
interface ProgressDisplay extends MergeProgress.Listener, AutoCloseable {

    /** Ends the last step. */
    @Override
    void close();

    /** A bar where a person looks at a terminal, plain lines in a log. */
    static ProgressDisplay on(PrintWriter err) {
        return StandardStreams.terminal(FileDescriptor.err)
                .<ProgressDisplay>map(terminal -> new ProgressBars(terminal, System::nanoTime))
                .orElseGet(() -> new PlainLines(err, System::nanoTime));
    }
}
