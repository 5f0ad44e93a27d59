package io.snowflakeid.generator;

import io.snowflakeid.NoIdAvailableException;
import java.time.Duration;
import java.time.Instant;

/**
 * Receives the events of a generator, for alarms and metrics.
 *
 * <p>One thread of the generator calls the listeners outside all locks, in the order of the events. No id and no renewal waits for a listener. Only
 * {@link #waited} runs on the thread of the call that waited. The start of a generator and {@link SnowflakeIdGenerator#resume} wait until the
 * listeners have returned, but no longer than {@code maxWait}. A listener that does not return delays the other listeners. Up to 1000 events wait for
 * delivery, and the generator drops and logs further events.
 *
 * <p>A listener may call all methods of the generator, including {@link SnowflakeIdGenerator#resume}, {@link SnowflakeIdGenerator#acceptLeap} and
 * {@link SnowflakeIdGenerator#close}. A listener must not wait for another thread that resumes or closes the generator. The generator logs the
 * exceptions of a listener, which do not affect ids. The close of a generator delivers all events, and interrupts a listener that has not returned
 * after {@code maxWait}.
 */
public interface GeneratorListener {

    /** The reaction of a policy to a wall clock that was set back. */
    enum Reaction {
        /** The generator continues to make ids by the monotonic clock. */
        RIDES_THROUGH,
        /** Calls for ids park until the clock has caught up. */
        WAITS,
        /** The generator continues to make ids in the tick of the clock's highest reading. */
        STAYS,
        /** Calls for ids throw {@link ClockMovedBackwardsException} until the clock has caught up. */
        REFUSES,
        /** The generator goes offline, and the event {@link #wentOffline} follows. */
        GOES_OFFLINE
    }

    /**
     * Reports that the wall clock was set back. The generator calls this method once for each step back.
     *
     * @param by the size of the step. Under a policy that reads the wall clock in every call, the step size is the distance of the clock to its
     *     highest reading. For a second step before the clock has caught up, the step size is the distance to the previous reading
     * @param reaction the policy's present reaction to the clock
     */
    default void clockSetBack(Duration by, Reaction reaction) {}

    /**
     * Reports that the wall clock or the ledger's clock leapt forward by more than {@code maxLeap}. The generator continues with the old time until
     * {@link SnowflakeIdGenerator#acceptLeap} is called. The generator calls this method once for each leap.
     *
     * @param by the time of the clock minus the time of the id clock
     */
    default void clockLeapt(Duration by) {}

    /**
     * Reports that the policy took the generator offline. Calls for ids throw exceptions until {@link SnowflakeIdGenerator#resume}.
     *
     * @param behind the distance of the wall clock to its highest reading
     */
    default void wentOffline(Duration behind) {}

    /** Reports that {@link SnowflakeIdGenerator#resume} has put the generator online again, with the given worker. */
    default void resumed(long datacenter, long worker) {}

    /**
     * Reports that the ledger granted a worker at the start, after the loss of a worker, or after {@link SnowflakeIdGenerator#resume}.
     *
     * @param until the end of the worker's window unless a renewal extends the window
     */
    default void acquired(long datacenter, long worker, Instant until) {}

    /**
     * Reports that the ledger extended the window of the worker.
     *
     * @param until the new end of the window
     */
    default void renewed(long datacenter, long worker, Instant until) {}

    /**
     * Reports that the ledger failed to renew the window or to grant another worker. The generator tries again, at growing intervals. The generator
     * calls this method once for each failed attempt.
     *
     * @param until the time from which calls wait and then throw {@link NoIdAvailableException}
     * @param reason the exception of the ledger
     */
    default void renewalFailed(Instant until, Throwable reason) {}

    /**
     * Reports the loss of the worker. The window ended before a renewal, for example after a long pause or an outage, or the ledger's entry was
     * deleted. The generator acquires another worker at once, and no id is affected.
     */
    default void lost(long datacenter, long worker) {}

    /** Reports that the generator released the worker. Other processes can acquire the released worker from the next tick on. */
    default void released(long datacenter, long worker) {}

    /**
     * Reports that a call has its id after a wait for its tick or for a window. This method runs on the caller's thread, often under full load.
     *
     * @param waited the length of the wait
     */
    default void waited(Duration waited) {}
}
