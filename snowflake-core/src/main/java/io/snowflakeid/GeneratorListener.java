package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;

/**
 * Hears what happens to a generator besides making ids: for alarms and metrics.
 *
 * <p>Called outside all locks, in two ways. What a call for an id notices is passed on by that call: be quick, a caller waits for its id. What
 * the generator notices by itself, most of the lease, is passed on by one thread of the generator, in the order in which it happened, so
 * that no renewal waits for a listener; a start and {@link SnowflakeIdGenerator#resume} wait until the listeners have returned, for {@code
 * maxWait} at most. A listener that does not return there holds back the others; up to 1000 events wait, those beyond are dropped, and
 * the log says so.
 *
 * <p>It may call the generator, {@link SnowflakeIdGenerator#resume}, {@link SnowflakeIdGenerator#acceptLeap} and {@link
 * SnowflakeIdGenerator#close} included, but must not wait for another thread that resumes or closes it. What it throws is logged, and
 * never disturbs an id. Closing the generator delivers all events, and interrupts a listener that has not returned after {@code maxWait}.
 */
public interface GeneratorListener {

    /** What a policy does about a wall clock that was set back. */
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
     * The wall clock was set back; once for each step.
     *
     * @param by how far; under a policy that reads the wall clock in every call, behind its highest reading, or, for a further
     *     step before it has caught up, behind the reading before
     * @param reaction what the policy does now
     */
    default void clockSetBack(Duration by, Reaction reaction) {}

    /**
     * The wall clock or the ledger's clock leapt forward by more than {@code maxLeap} and is not followed until {@link
     * SnowflakeIdGenerator#acceptLeap}; ids go on with the old time. Once for each leap.
     *
     * @param by how far it is ahead of the id clock
     */
    default void clockLeapt(Duration by) {}

    /**
     * The policy took the generator offline. Its lease is closed, and calls for ids throw until {@link
     * SnowflakeIdGenerator#resume}.
     *
     * @param behind how far the wall clock is behind its highest reading
     */
    default void wentOffline(Duration behind) {}

    /**
     * The generator is back after {@link SnowflakeIdGenerator#resume}.
     *
     * @param datacenter the datacenter id in use now
     * @param worker the worker id in use now
     */
    default void resumed(long datacenter, long worker) {}

    // ---- the lease

    /**
     * A worker was granted: at the start, after one was lost, or after {@link SnowflakeIdGenerator#resume}.
     *
     * @param datacenter the datacenter id in use now
     * @param worker the worker id in use now
     * @param until when its window ends unless it is renewed
     */
    default void acquired(long datacenter, long worker, Instant until) {}

    /**
     * The window was moved further.
     *
     * @param until when it ends now
     */
    default void renewed(long datacenter, long worker, Instant until) {}

    /**
     * The ledger could not be asked for more time, or for another worker; it is asked again, at growing intervals. Once for each attempt.
     *
     * @param until ids go on until then; when that is past, calls wait, then throw {@link NoIdAvailableException}
     * @param reason what the ledger threw
     */
    default void renewalFailed(Instant until, Throwable reason) {}

    /**
     * The worker is not this generator's any more: its window ended before it was renewed, as after a long pause or outage, or its
     * entry is gone. Another one is acquired at once; no id is affected.
     */
    default void lost(long datacenter, long worker) {}

    /** The worker was given back, with the tick that it had reached. */
    default void released(long datacenter, long worker) {}

    // ---- calls; on the caller's thread

    /**
     * A call had to wait, for its tick or for a window, and has its id now. Once for each such call: under full load often.
     *
     * @param waited how long
     */
    default void waited(Duration waited) {}
}
