package io.snowflakeid;

import java.time.Instant;

/**
 * One worker of a ledger, as it stands.
 *
 * @param datacenter the datacenter id
 * @param worker the worker id
 * @param state whether it is held, lapsed or free
 * @param holder the process that holds it, or held it last
 * @param from when the window of that holder began
 * @param until when the window ends or ended; earlier ticks of this worker are spent
 * @param freeAt when others may have it if it is not given back before: one window after {@code until}
 */
public record WorkerEntry(
        long datacenter, long worker, State state, String holder, Instant from, Instant until, Instant freeAt) {

    /** Whether a worker can be granted. */
    public enum State {
        /** Its window has not ended. */
        HELD,
        /** Its window ended without a release; others may have it one window later. */
        QUARANTINED,
        /** It was released, or its quarantine is over. */
        FREE
    }
}
