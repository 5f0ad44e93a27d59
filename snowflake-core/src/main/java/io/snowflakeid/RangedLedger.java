package io.snowflakeid;

import java.util.List;

/** A ledger that knows which part of the worker ids it grants, so that several can share them: see {@link io.snowflakeid.ledger.LedgerGroup}. */
public interface RangedLedger extends WorkerLedger {

    /** The datacenter id of every worker that is granted. */
    long datacenter();

    /** The first worker id that is granted. */
    long firstWorker();

    /** The last worker id that is granted. */
    long lastWorker();

    /**
     * Who holds which worker until when, by datacenter and worker. Asks the ledger; not for callers that make ids.
     *
     * @throws WorkerLedgerException if the ledger cannot be asked
     */
    List<WorkerEntry> workers();
}
