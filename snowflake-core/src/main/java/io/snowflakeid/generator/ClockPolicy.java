package io.snowflakeid.generator;

import io.snowflakeid.IdBatch;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.generator.GeneratorListener.Reaction;
import io.snowflakeid.internal.Limits;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * The reaction of a generator to a wall clock that is set back. Ids never repeat under any policy, because uniqueness depends only on the lease.
 *
 * <p>Under {@link #tiered} and {@link #refuse}, every call reads the wall clock, and ids follow the wall clock. A policy compares the wall clock
 * with the highest reading of any call. A burst that runs ahead of the clock does not count as a step back. A call that waits for its tick already
 * owns an id, and keeps the id if the clock is set back during the wait. The policy applies to each part of an {@link IdBatch} at its reservation.
 *
 * <p>{@link SnowflakeIdGenerator.Builder#maxLeap} describes the reaction to a leap forward, which is equal under all policies. Immutable.
 */
public final class ClockPolicy {

    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(10);
    private static final Duration LONGEST_TIER = Duration.ofDays(1);

    private static final ClockPolicy RIDE_THROUGH = new ClockPolicy("rideThrough", false, 0, 0, Long.MAX_VALUE);
    private static final ClockPolicy REFUSE = new ClockPolicy("refuse", true, 0, 0, Long.MAX_VALUE);
    private static final ClockPolicy TIERED =
            tiered(Duration.ofMillis(3), Duration.ofMillis(100), Duration.ofSeconds(5));

    private final String name;
    final boolean readsWallClock;
    final long sleepNanos; // the longest time that a call may park until the wall clock has caught up
    final long stayNanos; // the largest lag of the wall clock at which the generator makes ids
    private final long retryableNanos;

    private ClockPolicy(String name, boolean readsWallClock, long sleepNanos, long stayNanos, long retryableNanos) {
        this.name = name;
        this.readsWallClock = readsWallClock;
        this.sleepNanos = sleepNanos;
        this.stayNanos = stayNanos;
        this.retryableNanos = retryableNanos;
    }

    /**
     * Returns the default policy, under which ids follow the monotonic clock. No call waits or fails because the wall clock was set back. Calls
     * sample the wall clock about once a second, so a step back of 1 ms or more is detected within about a second of calls. The generator counts and
     * logs the step and reports the step to listeners. No other policy is as fast.
     */
    public static ClockPolicy rideThrough() {
        return RIDE_THROUGH;
    }

    /** Returns {@link #tiered(Duration, Duration, Duration)} with 3 ms, 100 ms and 5 s. */
    public static ClockPolicy tiered() {
        return TIERED;
    }

    /**
     * Returns a policy with several tiers. The tier depends on the distance of the wall clock to its highest reading.
     *
     * <ul>
     *   <li>If the distance is at most {@code sleep}, the call parks until the clock has caught up, but no longer than {@code sleep} by the monotonic
     *       clock. If the clock has not caught up after {@code sleep}, the call continues as in the tier of {@code stay}.
     *   <li>If the distance is at most {@code stay}, the call continues in the tick of the highest reading. The sequence may run ahead of the clock
     *       as far as in any burst.
     *   <li>If the distance is at most {@code retryable}, the call throws {@link ClockMovedBackwardsException} with the time of the next success.
     *   <li>If the distance is more than {@code retryable}, the generator goes offline and releases the worker. Every call then throws
     *       {@link NoIdAvailableException} until {@link SnowflakeIdGenerator#resume}, even after the clock has been corrected.
     * </ul>
     *
     * @param sleep a duration from 0, which turns this tier off, to 10 s
     * @param stay a duration from {@code sleep} to 1 day
     * @param retryable a duration from {@code stay} to 1 day
     * @throws IllegalArgumentException if a duration is out of its range
     */
    public static ClockPolicy tiered(Duration sleep, Duration stay, Duration retryable) {
        Limits.requireBetween("sleep", sleep, Duration.ZERO, LONGEST_SLEEP);
        Limits.requireBetween("stay", stay, sleep, LONGEST_TIER);
        Limits.requireBetween("retryable", retryable, stay, LONGEST_TIER);
        long[] nanos = {sleep.toNanos(), stay.toNanos(), retryable.toNanos()};
        String name = "tiered(" + millis(nanos[0]) + " ms, " + millis(nanos[1]) + " ms, " + millis(nanos[2]) + " ms)";
        return new ClockPolicy(name, true, nanos[0], nanos[1], nanos[2]);
    }

    /** Returns a duration as a decimal number of milliseconds, for messages. */
    static String millis(long nanos) {
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString();
    }

    /**
     * Returns the policy of Twitter's first Snowflake. A call that finds the wall clock behind its highest reading throws
     * {@link ClockMovedBackwardsException} until the clock has reached that reading again. The generator never goes offline.
     */
    public static ClockPolicy refuse() {
        return REFUSE;
    }

    Reaction reactionTo(long behindNanos) {
        if (behindNanos <= sleepNanos) {
            return Reaction.WAITS;
        }
        if (behindNanos <= stayNanos) {
            return Reaction.STAYS;
        }
        return behindNanos <= retryableNanos ? Reaction.REFUSES : Reaction.GOES_OFFLINE;
    }

    /** Returns the name of this policy with its tiers, such as {@code tiered(3 ms, 100 ms, 5000 ms)}. */
    @Override
    public String toString() {
        return name;
    }
}
