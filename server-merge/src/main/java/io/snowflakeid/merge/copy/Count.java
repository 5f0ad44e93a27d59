package io.snowflakeid.merge.copy;

import io.snowflakeid.merge.MergeProgress;

/** Reports how much of a step is done. Thread-safe. */
public final class Count {

    private final String step;
    private final long total;
    private final MergeProgress.Listener progress;
    private long done;

    /** Of a step of which something may be done already; an empty one is not reported. */
    public Count(String step, long done, long total, MergeProgress.Listener progress) {
        this.step = step;
        this.done = done;
        this.total = total;
        this.progress = progress;
        if (total > 0) {
            add(0);
        }
    }

    /** Reports that so much more is done; returns how much now is. */
    public synchronized long add(long more) {
        done += more;
        progress.progressed(new MergeProgress(step, done, total));
        return done;
    }
}
