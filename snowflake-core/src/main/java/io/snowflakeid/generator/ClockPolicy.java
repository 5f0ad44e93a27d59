package io.snowflakeid.generator;

import io.snowflakeid.IdBatch;
import io.snowflakeid.Limits;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.generator.GeneratorListener.Reaction;
import java.math.BigDecimal;
import java.time.Duration;

/**
 * What a generator does when the wall clock of its machine is set back. Ids never repeat under any policy, since uniqueness depends on the lease and
 * not on a clock.
 *
 * <p>Under {@link #tiered} and {@link #refuse} ids follow the wall clock, which every call reads. "Behind" is measured against the highest
 * reading of any call; a burst that runs ahead of the clock is not a step back. A call that waits for its tick has its id, and keeps it if
 * the clock is set back meanwhile. The policy applies to an {@link IdBatch} when its ids are set aside, part by part.
 *
 * <p>All policies treat a leap forward in the same way: see {@link SnowflakeIdGenerator.Builder#maxLeap}. Immutable.
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
    final long sleepNanos; // how long a call may park until the wall clock has caught up
    final long stayNanos; // how far the wall clock may be behind while ids go on
    private final long retryableNanos;

    private ClockPolicy(String name, boolean readsWallClock, long sleepNanos, long stayNanos, long retryableNanos) {
        this.name = name;
        this.readsWallClock = readsWallClock;
        this.sleepNanos = sleepNanos;
        this.stayNanos = stayNanos;
        this.retryableNanos = retryableNanos;
    }

    /**
     * The default: ids follow the monotonic clock, and no call waits or fails. A step back of 1 ms or more is detected within about a
     * second of calls, by a sample that a call takes; the step is counted, logged and reported to listeners. The fastest policy.
     */
    public static ClockPolicy rideThrough() {
        return RIDE_THROUGH;
    }

    /** {@link #tiered(Duration, Duration, Duration)} with 3 ms, 100 ms and 5 s. */
    public static ClockPolicy tiered() {
        return TIERED;
    }

    /**
     * The policy of several tiers that the literature describes. A call that finds the wall clock behind its highest reading
     *
     * <ul>
     *   <li>by at most {@code sleep} parks until the clock has caught up, for no longer than {@code sleep} by the monotonic clock; then
     *       the next tier applies;
     *   <li>by at most {@code stay} continues in the tick of the highest reading: the sequence counts on, and may carry into
     *       as many further ticks as any burst;
     *   <li>by at most {@code retryable} throws {@link ClockMovedBackwardsException}, which has the end of the refusal;
     *   <li>by more takes the generator offline: the lease is closed, the worker is released, and every call throws {@link
     *       NoIdAvailableException} until {@link SnowflakeIdGenerator#resume}, even when the clock is right again.
     * </ul>
     *
     * @param sleep 0 to 10 s; 0 leaves this tier out
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

    /** A duration in milliseconds for messages, with decimals if it has a fraction. */
    static String millis(long nanos) {
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString();
    }

    /**
     * The policy of Twitter's first Snowflake: a call that finds the wall clock behind its highest reading throws {@link
     * ClockMovedBackwardsException}, until the clock has reached that reading again. The generator never goes offline.
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

    /** The name of this policy with its tiers, as {@code tiered(3 ms, 100 ms, 5000 ms)}. */
    @Override
    public String toString() {
        return name;
    }
}
