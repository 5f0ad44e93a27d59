package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import java.time.Duration;

/**
 * The settings of a ledger in a store, checked by {@link LedgerBuilder}.
 *
 * @param layout the layout of all ids under the ledger
 * @param namespace the name of the ledger in the store
 * @param scope {@code shared}, or {@code datacenter} and the number that the ledger owns
 * @param datacenter the datacenter id of the workers that the ledger grants
 * @param firstWorker the first worker that the ledger may grant
 * @param lastWorker the last worker that the ledger may grant
 * @param window the length of a window
 * @param holder the name of this process, for operators
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

    /** The version of the stored format. */
    public static final int VERSION = 1;

    /** The ledger's name in messages. */
    String name() {
        return "ledger '" + namespace + "' (" + storedScope() + ")";
    }

    /** The length of a window in ticks, at most the length of the layout. */
    public long windowTicks() {
        return Math.min(window.dividedBy(layout.tick()), layout.maxTick() + 1);
    }

    /** The scope, and the range of workers unless it has all workers. The text is stored, and every process compares it with its own. */
    public String storedScope() {
        boolean all = firstWorker == 0 && lastWorker == layout.maxWorker();
        return all ? scope : scope + ", workers " + firstWorker + ".." + lastWorker;
    }
}
