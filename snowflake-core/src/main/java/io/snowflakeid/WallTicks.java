package io.snowflakeid;

import io.snowflakeid.GeneratorListener.Reaction;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The ticks of callers under a {@link ClockPolicy} that reads the wall clock at every call, and what the policy does when that is
 * behind the highest reading seen.
 *
 * <p>Thread-safe and lock-free. No step is made up by threads that overtake each other, because each reads what is known before it
 * reads the clock: a reading that was known already can only be above a later one if the clock went back.
 */
final class WallTicks extends IdClock {

    /** What is done when the wall clock is further behind than calls can be put off. */
    interface TooFarBack {
        /**
         * Takes the generator offline, and throws what callers get then; returns if {@code isStillSo} says that the clock has started anew.
         *
         * @throws NoIdAvailableException if the generator is offline or closed now
         */
        void goOffline(long behindNanos, BooleanSupplier isStillSo);
    }

    /** Stands for "behind by so little that the caller waits". */
    private static final long WAIT = -1;

    private static final long NOT_BEHIND = Long.MAX_VALUE;

    private final ClockPolicy policy;
    private final TooFarBack tooFarBack;

    private volatile AtomicLong highest; // reading of the wall clock; another counter once it has started anew
    private final AtomicLong latest = new AtomicLong(NOT_BEHIND); // reading of the wall clock while it is behind
    private volatile long windowFrom = Long.MIN_VALUE; // a tick: all before it are spent

    WallTicks(GeneratorSettings settings, long anchorNanos, GeneratorEvents events, TooFarBack tooFarBack) {
        super(settings, anchorNanos, events);
        policy = settings.clockPolicy();
        this.tooFarBack = tooFarBack;
        highest = new AtomicLong(time.wallNanos());
    }

    /**
     * Ids go on from the beginning of a window with the first reading of the wall clock that is not behind: a clock that is about to be set
     * right must not be moved twice.
     */
    @Override
    public void goOnFrom(long tick) {
        super.goOnFrom(tick);
        windowFrom = Math.max(windowFrom, tick);
    }

    @Override
    public void startAnew() {
        long wall = time.wallNanos();
        startFrom(wall);
        latest.set(NOT_BEHIND);
        highest = new AtomicLong(wall);
    }

    /**
     * The present tick, after whatever the policy does about a wall clock that was set back.
     *
     * @throws ClockMovedBackwardsException if the policy refuses ids for now
     * @throws NoIdAvailableException if it takes the generator offline
     */
    @Override
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
        AtomicLong measure = highest;
        long known = latest.get();
        long seen = measure.get();
        long from = windowFrom; // before the clock: a reading that is older than the window moves nothing
        long wall = read(seen);
        if (wall >= seen) {
            if (known != NOT_BEHIND) {
                latest.compareAndSet(known, NOT_BEHIND);
            }
            measure.accumulateAndGet(wall, Math::max);
            return tickAt(wall, from);
        }
        noteStep(known, seen, wall);
        return reactTo(seen - wall, measure, mayWait, waitedNanos) ? WAIT : tickAt(seen, from);
    }

    /** A reading of the wall clock; while that has leapt, what it would read otherwise. */
    private long read(long seen) {
        long leap = knownWallLeap();
        long wall = time.wallNanos();
        return followWall(wall, leap, seen) ? wall : Math.max(seen, wallWithoutLeap());
    }

    /** Earlier ticks than those of the window are spent: ids go on from its beginning. */
    private long tickAt(long wall, long from) {
        if (tickAt(wall) + runAheadTicks + 1 < from) {
            shiftTo(from, wall);
        }
        return tickAt(wall);
    }

    /** Reports a step back once: the first call that notices it does. */
    private void noteStep(long known, long seen, long wall) {
        long before = Math.min(known, seen);
        if (latest.compareAndSet(known, wall) && wall < before) {
            events.clockSetBack(before - wall, policy.reactionTo(seen - wall));
        }
    }

    /** Returns whether the caller waits. */
    private boolean reactTo(long behindNanos, AtomicLong measure, boolean mayWait, long waitedNanos) {
        Reaction reaction = policy.reactionTo(behindNanos);
        if (reaction == Reaction.REFUSES) {
            throw new ClockMovedBackwardsException(policy, behindNanos, measure.get(), waitedNanos);
        }
        if (reaction == Reaction.GOES_OFFLINE) {
            tooFarBack.goOffline(behindNanos, () -> highest == measure);
            // resumed meanwhile: the caller holds the lease of before, which is closed and gives nothing for any tick
        }
        return reaction == Reaction.WAITS && mayWait;
    }

    @Override
    long nanosUntil(long tick) {
        return nanosUntil(tick, read(highest.get()));
    }
}
