package io.snowflakeid;

/** What a generator asks of its ledger. */
sealed interface LedgerRequest {

    /** A worker, and a window of it. */
    record Acquire() implements LedgerRequest {}

    /**
     * A later end of the window.
     *
     * @param positionTick the tick that the holder has reached
     */
    record Renew(WorkerGrant grant, long positionTick) implements LedgerRequest {}

    /**
     * To take a worker back.
     *
     * @param mark the first tick of which no id was made
     */
    record Release(WorkerGrant grant, long mark) implements LedgerRequest {}
}
