package io.snowflakeid.demo;

import io.snowflakeid.merge.output.StandardStreams;
import java.io.FileDescriptor;
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
        return StandardStreams.terminal(FileDescriptor.out)
                .<ProgressDisplay>map(ProgressBars::new)
                .orElseGet(() -> new PlainLines(out, System::nanoTime));
    }
}
