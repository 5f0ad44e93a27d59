package io.snowflakeid.generator;

import io.snowflakeid.NoIdAvailableException;
import java.time.Duration;
import java.time.Instant;

/**
 * Receives the events of a generator, for alarms and metrics.
 *
 * <p>One thread of the generator calls all listeners, in the order of the events and without a lock. A slow listener delays the other listeners, but
 * does not delay ids or renewals. Only {@link #waited} runs on the thread that calls the generator. The methods
 * {@link SnowflakeIdGenerator.Builder#build} and {@link SnowflakeIdGenerator#resume} wait at most {@code maxWait} until the listeners return. If 1000
 * events are queued, the generator drops new events and logs a warning.
 *
 * <p>A listener may call all methods of the generator, even {@link SnowflakeIdGenerator#resume} and {@link SnowflakeIdGenerator#close}. A listener
 * must not wait for another thread that resumes or closes the generator. The generator logs the exceptions of a listener and continues. The method
 * {@link SnowflakeIdGenerator#close} delivers the queued events, and interrupts a listener that runs longer than {@code maxWait}.
 */
public interface GeneratorListener {

    /** The reaction of a {@link ClockPolicy} to a wall clock that was set back. */
    enum Reaction {
        /** The generator ignores a wall clock that was set back, because the timestamps of ids follow the monotonic clock. */
        RIDES_THROUGH,
        /** Each calling thread waits, for a limited time, until the wall clock reaches its highest reading again. */
        WAITS,
        /** The generator continues to make ids with the latest time that the wall clock has shown. */
        STAYS,
        /** Calls for ids throw {@link ClockMovedBackwardsException} while the wall clock is too far behind its highest reading. */
        REFUSES,
        /** The generator goes offline, and then reports the event {@link #wentOffline}. */
        GOES_OFFLINE
    }

    /**
     * Reports that the wall clock was set back. The generator reports each backward step of the wall clock only once.
     *
     * @param by the time by which the wall clock was set back
     * @param reaction the reaction of the clock policy to the backward step of the wall clock
     */
    default void clockSetBack(Duration by, Reaction reaction) {}

    /**
     * Reports that the wall clock or the ledger's clock jumped forward by more than {@code maxLeap}. The generator ignores the jump of the clock
     * until {@link SnowflakeIdGenerator#acceptLeap} is called. The generator calls this method once for each forward jump of a clock.
     *
     * @param by the time by which the wall clock or the ledger's clock is ahead of the generator's id clock
     */
    default void clockLeapt(Duration by) {}

    /**
     * Reports that the clock policy took the generator offline. An offline generator throws {@link NoIdAvailableException} in calls for ids until
     * {@link SnowflakeIdGenerator#resume} is called.
     *
     * @param behind the difference between the latest time that the wall clock has shown and its current time
     */
    default void wentOffline(Duration behind) {}

    /** Reports that {@link SnowflakeIdGenerator#resume} has put the generator online again, with the given worker. */
    default void resumed(long datacenter, long worker) {}

    /**
     * Reports that the ledger granted a worker at the start, after the loss of a worker, or after {@link SnowflakeIdGenerator#resume}.
     *
     * @param until the end of the worker's window, which a renewal can extend
     */
    default void acquired(long datacenter, long worker, Instant until) {}

    /**
     * Reports that the ledger extended the window of the worker.
     *
     * @param until the new end of the window
     */
    default void renewed(long datacenter, long worker, Instant until) {}

    /**
     * Reports that the ledger failed to renew the window or to grant another worker. The generator repeats the failed request to the ledger at
     * growing intervals, and calls this method after each failure.
     *
     * @param until the end of the window, after which calls for ids throw {@link NoIdAvailableException}
     * @param reason the exception of the ledger
     */
    default void renewalFailed(Instant until, Throwable reason) {}

    /**
     * Reports that the generator lost its worker, for example because the window ended without a renewal. After the loss of its worker, a generator
     * immediately requests another worker. All earlier ids of the generator remain valid.
     */
    default void lost(long datacenter, long worker) {}

    /** Reports that the generator released the worker, so that other processes can acquire the worker. */
    default void released(long datacenter, long worker) {}

    /**
     * Reports that a call waited for the tick of its id or for a new window. This method runs on the caller's thread and should return quickly.
     *
     * @param waited the time that the call for ids waited
     */
    default void waited(Duration waited) {}
}
