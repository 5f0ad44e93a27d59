package io.snowflakeid;

import java.time.Instant;

/**
 * One worker of a ledger in its present state.
 *
 * @param datacenter the datacenter id
 * @param worker the worker id
 * @param state whether it is held, lapsed or free
 * @param holder the process that holds the worker, or held it last
 * @param from when the window of that holder began
 * @param until when the window ends or ended; earlier ticks of this worker are spent
 * @param freeAt when other processes may have the worker if it is not released before: one window after {@code until}
 */
public record WorkerEntry(
        long datacenter, long worker, State state, String holder, Instant from, Instant until, Instant freeAt) {

    /** Whether a worker can be granted. */
    public enum State {
        /** The worker's window has not ended. */
        HELD,
        /** The worker's window ended without a release; other processes may have the worker one window later. */
        QUARANTINED,
        /** The worker was released, or its quarantine is over. */
        FREE
    }
}
