package io.snowflakeid;

import java.util.List;

/** A ledger of a part of the worker ids, so that several ledgers can share them: see {@link io.snowflakeid.ledger.LedgerGroup}. */
public interface RangedLedger extends WorkerLedger {

    /** The datacenter id of every worker that is granted. */
    long datacenter();

    /** The first worker id that is granted. */
    long firstWorker();

    /** The last worker id that is granted. */
    long lastWorker();

    /**
     * The workers with their holders and the ends of their windows, by datacenter and worker. Asks the ledger; do not call it to make ids.
     *
     * @throws WorkerLedgerException if the ledger cannot be asked
     */
    List<WorkerEntry> workers();
}
