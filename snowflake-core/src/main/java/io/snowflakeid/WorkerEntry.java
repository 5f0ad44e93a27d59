package io.snowflakeid;

import java.time.Instant;

/**
 * The present state of one worker of a ledger.
 *
 * @param datacenter the datacenter id
 * @param worker the worker id
 * @param state the state of the worker: held, quarantined or free
 * @param holder the process that holds the worker, or held the worker last
 * @param from the beginning of the holder's window
 * @param until the present or past end of the holder's window, before which all ticks of the worker are used up
 * @param freeAt the time, one window after {@code until}, at which other processes can acquire the worker even without a release
 */
public record WorkerEntry(
        long datacenter, long worker, State state, String holder, Instant from, Instant until, Instant freeAt) {

    /** The states of a worker, which decide whether the worker can be granted. */
    public enum State {
        /** The worker's window has not ended. */
        HELD,
        /** The worker's window ended without a release, and other processes can acquire the worker one window later. */
        QUARANTINED,
        /** The worker was released, or its quarantine is over. */
        FREE
    }
}
