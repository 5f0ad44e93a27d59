package io.snowflakeid;

import io.snowflakeid.GeneratorListener.Reaction;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a generator does when the wall clock of its machine is set back. Ids never repeat under any of them: that rests on the
 * lease, not on a clock. The choice is between ids that go on and ids whose time can be trusted.
 *
 * <ul>
 *   <li>{@link #rideThrough} (default): ids follow the monotonic clock; a step back is reported and changes nothing;
 *   <li>{@link #tiered}: ids follow the wall clock; a short step is waited out, a longer one refused for a while, a far one takes
 *       the generator offline until {@link SnowflakeIdGenerator#resume};
 *   <li>{@link #refuse}: ids follow the wall clock; whatever it is set back, calls throw until it has caught up.
 * </ul>
 *
 * <p>Under {@code tiered} and {@code refuse} every call reads the wall clock. "Behind" is measured against the highest reading that
 * any call of the generator has seen; a burst that runs ahead of the clock is not a step back. A call that waits for its tick has its
 * id, and keeps it if the clock is set back meanwhile. An {@link IdBatch} is held to the policy when its ids are set aside, part by part,
 * not when they are handed out.
 *
 * <p>A leap forward is another matter, and the same for all: see {@link SnowflakeIdGenerator.Builder#maxLeap}.
 *
 * <p>Immutable.
 */
public final class ClockPolicy {

    private static final Duration LONGEST_SLEEP = Duration.ofSeconds(10);
    private static final Duration LONGEST_TIER = Duration.ofDays(1);

    private static final ClockPolicy RIDE_THROUGH = new ClockPolicy("rideThrough", false, 0, 0, Long.MAX_VALUE);
    private static final ClockPolicy REFUSE = new ClockPolicy("refuse", true, 0, 0, Long.MAX_VALUE);
    private static final ClockPolicy TIERED =
            tiered(Duration.ofMillis(3), Duration.ofMillis(100), Duration.ofSeconds(5));

    private final String name;
    private final boolean readsWallClock;
    private final long sleepNanos;
    private final long stayNanos;
    private final long retryableNanos;

    private ClockPolicy(String name, boolean readsWallClock, long sleepNanos, long stayNanos, long retryableNanos) {
        this.name = name;
        this.readsWallClock = readsWallClock;
        this.sleepNanos = sleepNanos;
        this.stayNanos = stayNanos;
        this.retryableNanos = retryableNanos;
    }

    /**
     * Ids go on with the monotonic clock, whatever the wall clock does. A step back of 1 ms or more is noticed within about a
     * second of calls, by a sample that a call takes in passing; it is counted, logged and told to the listener. A wall clock
     * that is right again later, or stands still, changes nothing either. The fastest policy: a call reads no wall clock.
     */
    public static ClockPolicy rideThrough() {
        return RIDE_THROUGH;
    }

    /** {@link #tiered(Duration, Duration, Duration)} with 3 ms, 100 ms and 5 s. */
    public static ClockPolicy tiered() {
        return TIERED;
    }

    /**
     * The ladder of the literature. A call that finds the wall clock behind its highest reading
     *
     * <ul>
     *   <li>by at most {@code sleep} parks until the clock has caught up, for no longer than {@code sleep} by the monotonic clock;
     *       what that does not mend is treated by the next tier;
     *   <li>by at most {@code stay} goes on in the tick of the highest reading: the sequence counts on, and may carry into
     *       as many further ticks as any burst;
     *   <li>by at most {@code retryable} throws {@link ClockMovedBackwardsException}, which says until when;
     *   <li>by more takes the generator offline: the lease is closed, the worker is given back, and every call throws {@link
     *       NoIdAvailableException} until {@link SnowflakeIdGenerator#resume}, even when the clock is right again.
     * </ul>
     *
     * @param sleep 0 to 10 s; 0 leaves this tier out
     * @param stay from {@code sleep} to 1 day
     * @param retryable from {@code stay} to 1 day
     * @throws IllegalArgumentException if a duration is out of its range
     */
    public static ClockPolicy tiered(Duration sleep, Duration stay, Duration retryable) {
        Limits.requireBetween("sleep", sleep, Duration.ZERO, LONGEST_SLEEP);
        Limits.requireBetween("stay", stay, sleep, LONGEST_TIER);
        Limits.requireBetween("retryable", retryable, stay, LONGEST_TIER);
        String tiers = Stream.of(sleep, stay, retryable)
                .map(tier -> millis(tier.toNanos()) + " ms")
                .collect(Collectors.joining(", "));
        return new ClockPolicy("tiered(" + tiers + ")", true, sleep.toNanos(), stay.toNanos(), retryable.toNanos());
    }

    /** A duration in messages: whole milliseconds, with as many decimals as a shorter one needs. */
    static String millis(long nanos) {
        return BigDecimal.valueOf(nanos, 6).stripTrailingZeros().toPlainString();
    }

    /**
     * As Twitter's first Snowflake did: a call that finds the wall clock behind its highest reading, by however little or much,
     * throws {@link ClockMovedBackwardsException}, until the clock has reached that reading again. It never goes offline.
     */
    public static ClockPolicy refuse() {
        return REFUSE;
    }

    boolean readsWallClock() {
        return readsWallClock;
    }

    /** How long a call may park until the wall clock has caught up. */
    long sleepNanos() {
        return sleepNanos;
    }

    /** How far the wall clock may be behind while ids go on. */
    long stayNanos() {
        return stayNanos;
    }

    Reaction reactionTo(long behindNanos) {
        if (!readsWallClock) {
            return Reaction.RIDES_THROUGH;
        }
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
