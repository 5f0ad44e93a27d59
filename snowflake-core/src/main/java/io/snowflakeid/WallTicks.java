package io.snowflakeid;

import io.snowflakeid.GeneratorListener.Reaction;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The ticks of callers under a {@link ClockPolicy} that reads the wall clock at every call, and what the policy does when that is
 * behind the highest reading seen.
 *
 * <p>Thread-safe and lock-free. No step is made up by threads that overtake each other, because each reads what is known before it
 * reads the clock: a reading that was known already can only be above a later one if the clock went back.
 *
 * <p>After {@link SnowflakeIdGenerator#resume} another instance takes over, with another lease.
 */
final class WallTicks implements LeaseCycle.Clocks {

    /** What is done when the wall clock is further behind than calls can be put off. */
    interface TooFarBack {
        /**
         * Takes the generator offline, and throws what callers get then; returns if {@code seenBy} is no longer in use.
         *
         * @throws NoIdAvailableException if the generator is offline or closed now
         */
        void goOffline(WallTicks seenBy, long behindNanos);
    }

    /** Stands for "behind by so little that the caller waits". */
    private static final long WAIT = -1;

    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final ClockPolicy policy;
    private final IdClock clock;
    private final GeneratorEvents events;
    private final TooFarBack tooFarBack;
    private final long runAheadTicks;

    private final AtomicLong highest; // reading of the wall clock
    private final AtomicLong windowFrom = new AtomicLong(Long.MIN_VALUE); // a tick: all before it are spent
    private final AtomicReference<@Nullable StepBack> stepBack = new AtomicReference<>(); // null once it has caught up

    /** Readings of the wall clock: when its last step back was noticed, and the latest one. */
    private record StepBack(long since, long latest) {}

    WallTicks(GeneratorSettings settings, IdClock clock, GeneratorEvents events, TooFarBack tooFarBack) {
        layout = settings.layout();
        time = settings.time();
        policy = settings.clockPolicy();
        runAheadTicks = layout.runAheadTicks();
        this.clock = clock;
        this.events = events;
        this.tooFarBack = tooFarBack;
        highest = new AtomicLong(time.wallNanos());
    }

    /** The clock that goes on while the wall clock is behind. */
    IdClock clock() {
        return clock;
    }

    /**
     * Ids go on from the beginning of a window. While the wall clock is behind, that is left to the first reading that is not: a
     * clock that is about to be set right must not be moved twice.
     */
    @Override
    public void goOnFrom(long tick) {
        windowFrom.accumulateAndGet(tick, Math::max);
        if (clock.goOnFrom(tick)) {
            events.wentAheadTo(layout.timestampOf(tick));
        }
        long wall = time.wallNanos();
        if (wall >= highest.get()) {
            tickAt(wall, windowFrom.get());
        }
    }

    @Override
    public long position() {
        return clock.tickUnsampled();
    }

    /**
     * The present tick, after whatever the policy does about a wall clock that was set back.
     *
     * @throws ClockMovedBackwardsException if the policy refuses ids for now
     * @throws NoIdAvailableException if it takes the generator offline
     */
    long tick() {
        long tick = look(true, 0);
        return tick == WAIT ? tickAfterWaiting() : tick;
    }

    private long tickAfterWaiting() {
        try (Deadline deadline = new Deadline(time, policy.sleepNanos())) {
            long tick = WAIT;
            while (tick == WAIT) {
                deadline.park(highest.get() - time.wallNanos());
                tick = look(!deadline.isOver(), deadline.waitedNanos());
            }
            return tick;
        }
    }

    private long look(boolean mayWait, long waitedNanos) {
        StepBack known = stepBack.get();
        long seen = highest.get();
        long from = windowFrom.get(); // before the clock: a reading that is older than the window moves nothing
        long wall = read(seen);
        if (wall >= seen) {
            if (known != null) {
                stepBack.compareAndSet(known, null);
            }
            highest.accumulateAndGet(wall, Math::max);
            return tickAt(wall, from);
        }
        return reactTo(seen, wall, from, note(known, seen, wall), mayWait, waitedNanos);
    }

    /** A reading of the wall clock; while that has leapt, what it would read otherwise. */
    private long read(long seen) {
        long leap = clock.knownWallLeap();
        long wall = time.wallNanos();
        return clock.followWall(wall, leap, seen) ? wall : Math.max(seen, clock.wallWithoutLeap());
    }

    /** Earlier ticks than those of the window are spent: ids go on from its beginning. */
    private long tickAt(long wall, long from) {
        if (clock.tickAt(wall) + runAheadTicks + 1 < from) {
            clock.shiftTo(from, wall);
        }
        return clock.tickAt(wall);
    }

    /** Reports a step back once, by whoever is first. */
    private StepBack note(@Nullable StepBack known, long seen, long wall) {
        long before = known == null ? seen : known.latest();
        boolean isStep = wall < before;
        StepBack present = new StepBack(known == null || isStep ? wall : known.since(), wall);
        if (stepBack.compareAndSet(known, present) && isStep) {
            events.clockSetBack(before - wall, policy.reactionTo(seen - wall));
        }
        return present;
    }

    private long reactTo(long seen, long wall, long from, StepBack step, boolean mayWait, long waitedNanos) {
        long behind = seen - wall;
        Reaction reaction = policy.reactionTo(behind);
        if (reaction == Reaction.WAITS && mayWait) {
            return WAIT;
        }
        if (reaction == Reaction.REFUSES) {
            throw new ClockMovedBackwardsException(
                    policy,
                    Duration.ofNanos(behind),
                    instant(seen),
                    instant(step.since()),
                    instant(seen - policy.stayNanos()),
                    waitedNanos / 1_000_000);
        }
        if (reaction == Reaction.GOES_OFFLINE) {
            tooFarBack.goOffline(this, behind);
            // resumed meanwhile: the caller holds the lease of before, which is closed and gives nothing for any tick
        }
        return tickAt(seen, from);
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(0, nanos);
    }

    /** How long the wall clock needs until the given tick begins, in nanoseconds; at least 1. */
    long nanosUntil(long tick) {
        return Math.max(1, clock.nanosUntil(tick, read(highest.get())));
    }
}
