package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import java.time.Duration;

/**
 * The settings of a ledger in a store, which {@link LedgerBuilder} has checked.
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

    /** Returns the ledger's name for messages. */
    String name() {
        return "ledger '" + namespace + "' (" + storedScope() + ")";
    }

    /** Returns the length of a window in ticks, limited to the length of the layout. */
    public long windowTicks() {
        return Math.min(window.dividedBy(layout.tick()), layout.maxTick() + 1);
    }

    /** Returns the scope, followed by the range of workers if the range is limited. Every process compares the stored scope with its own scope. */
    public String storedScope() {
        boolean all = firstWorker == 0 && lastWorker == layout.maxWorker();
        return all ? scope : scope + ", workers " + firstWorker + ".." + lastWorker;
    }
}
