package io.snowflakeid;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A ledger that knows which part of the worker ids it grants, so that several can share them: see {@link io.snowflakeid.ledger.LedgerGroup}. */
public interface RangedLedger extends WorkerLedger {

    /** {@code shared}, or {@code datacenter} and the one that the ledger owns. */
    String scope();

    /** The datacenter id of every worker that is granted. */
    long datacenter();

    /** The first worker id that is granted. */
    long firstWorker();

    /** The last worker id that is granted. */
    long lastWorker();

    /** How long a window is. */
    Duration window();

    /**
     * Like {@link #acquire}, but waits for nobody to give a worker back.
     *
     * @return empty if all workers are taken
     * @throws WorkerLedgerException if the ledger could not be asked, or refuses
     */
    Optional<WorkerGrant> tryAcquire(long wallNanos);

    /**
     * Who holds which worker until when, by datacenter and worker. Asks the ledger; not for callers that make ids.
     *
     * @throws WorkerLedgerException if the ledger cannot be asked
     */
    List<WorkerEntry> workers();
}
