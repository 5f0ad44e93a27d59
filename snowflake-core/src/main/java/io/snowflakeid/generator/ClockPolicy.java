package io.snowflakeid.generator;

import io.snowflakeid.IdBatch;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.generator.GeneratorListener.Reaction;
import io.snowflakeid.internal.Limits;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * The reaction of a generator to a wall clock that is set back. Ids are unique under every policy, because uniqueness depends only on the lease.
 *
 * <p>Under {@link #tiered} and {@link #refuse}, every call reads the wall clock. The <em>lag</em> is the time by which the wall clock is behind its
 * highest reading. A policy compares only readings of the wall clock, so it does not react if ids are ahead of the clock. A call that waits for the
 * tick of its id returns the id even if the wall clock is set back during the wait. A generator applies the policy when it reserves the ids of an
 * {@link IdBatch}, but not when the application takes an id.
 *
 * <p>The option {@link SnowflakeIdGenerator.Builder#maxLeap} limits forward leaps of the clock under every policy. This class is immutable.
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
     * Returns the default policy, under which timestamps follow the monotonic clock. No call waits or fails because the wall clock was set back. The
     * generator samples the wall clock about once a second. Each detected step back of 1 ms or more is counted, logged and reported to the listeners.
     * This policy is faster than all other policies.
     */
    public static ClockPolicy rideThrough() {
        return RIDE_THROUGH;
    }

    /** Returns {@link #tiered(Duration, Duration, Duration)} with the limits 3 ms, 100 ms and 5 s. */
    public static ClockPolicy tiered() {
        return TIERED;
    }

    /**
     * Returns a policy whose reaction depends on the lag of the wall clock.
     *
     * <ul>
     *   <li>If the wall clock's lag is at most the limit {@code sleep}, the calling thread waits, but not longer than the limit. If the wall clock is
     *       still behind after the wait, the generator makes ids in the tick of the clock's highest reading.
     *   <li>If the wall clock's lag is at most the limit {@code stay}, the generator makes ids in the tick of the clock's highest reading. If the
     *       tick of the highest reading is full, the generator uses the next ticks.
     *   <li>If the wall clock's lag is at most the limit {@code retryable}, the call throws {@link ClockMovedBackwardsException}.
     *   <li>If the lag is greater than {@code retryable}, the generator goes offline and releases the worker. An offline generator
     *       throws {@link NoIdAvailableException} in every call until {@link SnowflakeIdGenerator#resume}.
     * </ul>
     *
     * @param sleep the largest lag for which a call waits, from 0 to 10 s
     * @param stay the largest lag of the wall clock at which the generator makes ids, at least {@code sleep} and at most 1 day
     * @param retryable the largest lag of the wall clock at which the generator remains online, from {@code stay} to 1 day
     * @throws IllegalArgumentException if a limit is out of range
     */
    public static ClockPolicy tiered(Duration sleep, Duration stay, Duration retryable) {
        Limits.requireBetween("sleep", sleep, Duration.ZERO, LONGEST_SLEEP);
        Limits.requireBetween("stay", stay, sleep, LONGEST_TIER);
        Limits.requireBetween("retryable", retryable, stay, LONGEST_TIER);
        long[] nanos = {sleep.toNanos(), stay.toNanos(), retryable.toNanos()};
        String name = "tiered(" + millis(nanos[0]) + " ms, " + millis(nanos[1]) + " ms, " + millis(nanos[2]) + " ms)";
        return new ClockPolicy(name, true, nanos[0], nanos[1], nanos[2]);
    }

    static String millis(long nanos) {
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString();
    }

    /**
     * Returns the policy of Twitter's first Snowflake. While the wall clock is behind the latest time that the clock has shown, every call throws
     * {@link ClockMovedBackwardsException}. The generator never goes offline under this policy.
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

    /** Returns the name of this policy with its limits, such as {@code tiered(3 ms, 100 ms, 5000 ms)}. */
    @Override
    public String toString() {
        return name;
    }
}
