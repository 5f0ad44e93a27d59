package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import java.time.Duration;

/**
 * The settings of a ledger in a store. Use {@link LedgerBuilder} to create valid settings.
 *
 * @param layout the layout of the ids
 * @param namespace the name of the ledger in the store
 * @param scope the text {@code shared}, or the text {@code datacenter} followed by the datacenter id of the ledger
 * @param datacenter the datacenter id of the granted workers
 * @param firstWorker the first worker that the ledger may grant
 * @param lastWorker the last worker that the ledger may grant
 * @param window the length of a window
 * @param holder the name of this process in the store
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

    /** The version of the format in which a store keeps the ledger. */
    public static final int VERSION = 1;

    String name() {
        return "ledger '" + namespace + "' (" + storedScope() + ")";
    }

    /** Returns the length of a window in ticks, but at most the number of ticks in the layout. */
    public long windowTicks() {
        return Math.min(window.dividedBy(layout.tick()), layout.maxTick() + 1);
    }

    /** Returns the scope, followed by the worker range if the ledger does not grant all workers. */
    public String storedScope() {
        boolean all = firstWorker == 0 && lastWorker == layout.maxWorker();
        return all ? scope : scope + ", workers " + firstWorker + ".." + lastWorker;
    }
}
