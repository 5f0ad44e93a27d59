package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.result.MergeProgress;

/** Reports the progress of a step. This class is thread-safe. */
public final class Count {

    private final String step;
    private final long total;
    private final MergeProgress.Listener progress;
    private long done;

    /** Creates a counter with an initial value. If {@code total} is 0, the constructor does not report progress. */
    public Count(String step, long done, long total, MergeProgress.Listener progress) {
        this.step = step;
        this.done = done;
        this.total = total;
        this.progress = progress;
        if (total > 0) {
            add(0);
        }
    }

    /** Adds finished work, and returns the new sum after reporting it to the listener. */
    public synchronized long add(long more) {
        done += more;
        progress.progressed(new MergeProgress(step, done, total));
        return done;
    }
}
