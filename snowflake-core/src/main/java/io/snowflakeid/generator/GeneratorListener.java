package io.snowflakeid.generator;

import io.snowflakeid.NoIdAvailableException;
import java.time.Duration;
import java.time.Instant;

/**
 * Receives the events of a generator, for alarms and metrics.
 *
 * <p>Called outside all locks by one thread of the generator, in the order of the events, so that no id and no renewal waits for a listener;
 * only {@link #waited} is called by the thread that waited. A start and {@link SnowflakeIdGenerator#resume} wait until the listeners have
 * returned, for {@code maxWait} at most. A listener that does not return delays the others; up to 1000 events wait, further events are dropped and
 * logged.
 *
 * <p>A listener may call the generator, {@link SnowflakeIdGenerator#resume}, {@link SnowflakeIdGenerator#acceptLeap} and {@link
 * SnowflakeIdGenerator#close} included, but must not wait for another thread that resumes or closes the generator. Exceptions of a listener are
 * logged, and disturb no id. Closing the generator delivers all events, and interrupts a listener that has not returned after {@code maxWait}.
 */
public interface GeneratorListener {

    /** The reaction of a policy to a wall clock that was set back. */
    enum Reaction {
        /** Ids go on with the monotonic clock. */
        RIDES_THROUGH,
        /** Calls park until the clock has caught up. */
        WAITS,
        /** Ids go on in the tick of the clock's highest reading. */
        STAYS,
        /** Calls throw {@link ClockMovedBackwardsException} until the clock has caught up. */
        REFUSES,
        /** The generator goes offline: {@link #wentOffline} follows. */
        GOES_OFFLINE
    }

    /**
     * The wall clock was set back; called once for each step.
     *
     * @param by the size of the step; under a policy that reads the wall clock in every call, the distance to its highest reading, or, for a further
     *     step before the clock has caught up, to the previous reading
     * @param reaction the present reaction of the policy
     */
    default void clockSetBack(Duration by, Reaction reaction) {}

    /**
     * The wall clock or the ledger's clock leapt forward by more than {@code maxLeap} and is not followed until {@link
     * SnowflakeIdGenerator#acceptLeap}; ids go on with the old time. Called once for each leap.
     *
     * @param by how far the clock is ahead of the id clock
     */
    default void clockLeapt(Duration by) {}

    /**
     * The policy took the generator offline. The generator's lease is closed, and calls for ids throw until {@link SnowflakeIdGenerator#resume}.
     *
     * @param behind how far the wall clock is behind its highest reading
     */
    default void wentOffline(Duration behind) {}

    /** The generator is online again after {@link SnowflakeIdGenerator#resume}, with this worker. */
    default void resumed(long datacenter, long worker) {}

    // ---- the lease

    /**
     * A worker was granted: at the start, after the loss of a worker, or after {@link SnowflakeIdGenerator#resume}.
     *
     * @param until the end of the worker's window unless the window is renewed
     */
    default void acquired(long datacenter, long worker, Instant until) {}

    /**
     * The window was moved further.
     *
     * @param until the new end of the window
     */
    default void renewed(long datacenter, long worker, Instant until) {}

    /**
     * The ledger failed to renew the window, or to grant another worker; the generator tries again, at growing intervals. Called once for each
     * attempt.
     *
     * @param until the time until which ids continue; afterwards calls wait, then throw {@link NoIdAvailableException}
     * @param reason the exception of the ledger
     */
    default void renewalFailed(Instant until, Throwable reason) {}

    /**
     * The generator has lost its worker: the window ended before a renewal, as after a long pause or outage, or the ledger's
     * entry is gone. The generator acquires another worker at once; no id is affected.
     */
    default void lost(long datacenter, long worker) {}

    /** The worker was released; other processes may have it from the next tick on. */
    default void released(long datacenter, long worker) {}

    // ---- calls

    /**
     * A call had to wait, for its tick or for a window, and has its id now. Runs once per such call, on the caller's thread: often under full load.
     *
     * @param waited how long
     */
    default void waited(Duration waited) {}
}
