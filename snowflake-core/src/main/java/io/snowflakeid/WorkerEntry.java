package io.snowflakeid;

import java.time.Instant;

/**
 * The state of one worker in a ledger.
 *
 * @param datacenter the datacenter id
 * @param worker the worker id
 * @param state the state of the worker
 * @param holder a description of the process that holds or last held the worker
 * @param from the start of the holder's window
 * @param until the end of the holder's window, which may be in the past
 * @param freeAt the time at which other processes can acquire an unreleased worker, which is one window length after the end of the window
 */
public record WorkerEntry(
        long datacenter, long worker, State state, String holder, Instant from, Instant until, Instant freeAt) {

    public enum State {
        /** A process holds the worker, and the window has not ended. */
        HELD,
        /** The window ended without a release, so other processes cannot acquire the worker for the length of one window. */
        QUARANTINED,
        /** Other processes can acquire the worker. */
        FREE
    }
}
