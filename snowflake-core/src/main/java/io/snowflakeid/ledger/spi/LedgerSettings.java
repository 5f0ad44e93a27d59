package io.snowflakeid.ledger.spi;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
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
 * @param renewEvery how often it is renewed
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
        Duration renewEvery,
        String holder) {

    /** The version of what is written into the stores. */
    public static final int VERSION = 1;

    /** Whether its ids may meet those of any other process with these settings; else it owns its datacenter. */
    boolean isShared() {
        return scope.equals("shared");
    }

    /** How long a window is, in ticks; no longer than the layout. */
    public long windowTicks() {
        return Math.min(window.dividedBy(layout.tick()), endTick());
    }

    /** The first tick that the layout does not have any more. */
    public long endTick() {
        return layout.maxTick() + 1;
    }

    /** The scope and the range of workers, if that is not all: stored, and compared by every process. */
    public String storedScope() {
        boolean all = firstWorker == 0 && lastWorker == layout.maxWorker();
        return all ? scope : scope + ", workers " + firstWorker + ".." + lastWorker;
    }

    /** What is stored for a namespace, as it is shown to people. */
    public String stored() {
        return stored(layout.spec(), storedScope(), String.valueOf(VERSION));
    }

    /** The same of other values. */
    public static String stored(String layoutSpec, String scope, String version) {
        return "layout " + layoutSpec + ", " + scope + ", version " + version;
    }

    /** The refusal of a process that wants something else than what is stored. */
    public WorkerLedgerException differs(String stored) {
        return new WorkerLedgerException(
                Reason.STORED_DIFFERENTLY,
                "namespace '" + namespace + "' of this ledger has " + VisibleText.of(stored) + ", this process wants "
                        + stored()
                        + ": ids of both would clash; use what is stored (a layout is changed as docs/ids.md says), or"
                        + " another namespace if they never meet");
    }
}
