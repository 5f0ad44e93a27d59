package io.snowflakeid;

import java.util.List;

/** A ledger that grants one range of worker ids. Several ledgers with different ranges can form a {@link io.snowflakeid.ledger.LedgerGroup}. */
public interface RangedLedger extends WorkerLedger {

    /** Returns the datacenter id of every worker that this ledger grants. */
    long datacenter();

    /** Returns the first worker id that this ledger grants. */
    long firstWorker();

    /** Returns the last worker id that this ledger grants. */
    long lastWorker();

    /**
     * Returns the workers of this ledger with their holders and windows, ordered by datacenter id and worker id.
     *
     * @throws WorkerLedgerException if the store cannot be queried
     */
    List<WorkerEntry> workers();
}
