package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import java.time.Duration;

/**
 * What a ledger in a store was set up with, checked by {@link LedgerBuilder}.
 *
 * @param layout the layout of all ids under it
 * @param namespace its name in the store
 * @param scope which ids may meet those under it: {@code shared}, or {@code datacenter} and the one that the ledger owns
 * @param datacenter the datacenter id of the workers that it grants
 * @param firstWorker the first worker that it may grant
 * @param lastWorker the last one
 * @param window how long a window is
 * @param holder who this process is
 */
public record LedgerSettings(
        SnowflakeLayout layout,
        String namespace,
        String scope,
        long datacenter,
        long firstWorker,
        long lastWorker,
        Duration window,
        String holder) {

    /** The version of what is written into the stores. */
    public static final int VERSION = 1;

    /** How often a window is renewed, more or less a tenth. */
    Duration renewEvery() {
        return window.dividedBy(6);
    }

    /** How long a window is, in ticks; no longer than the layout. */
    public long windowTicks() {
        return Math.min(window.dividedBy(layout.tick()), layout.maxTick() + 1);
    }

    /** The scope and the range of workers, if that is not all: stored, and compared by every process. */
    public String storedScope() {
        boolean all = firstWorker == 0 && lastWorker == layout.maxWorker();
        return all ? scope : scope + ", workers " + firstWorker + ".." + lastWorker;
    }
}
