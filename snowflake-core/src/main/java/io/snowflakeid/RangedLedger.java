package io.snowflakeid;

import java.util.List;

/** A ledger that grants a part of the worker ids. Several ledgers can share all worker ids in a {@link io.snowflakeid.ledger.LedgerGroup}. */
public interface RangedLedger extends WorkerLedger {

    /** Returns the datacenter id of every worker that this ledger grants. */
    long datacenter();

    /** Returns the first worker id that this ledger grants. */
    long firstWorker();

    /** Returns the last worker id that this ledger grants. */
    long lastWorker();

    /**
     * Returns the workers with their holders and windows, ordered by datacenter and worker. Generators do not run the query.
     *
     * @throws WorkerLedgerException if the store cannot be queried
     */
    List<WorkerEntry> workers();
}
