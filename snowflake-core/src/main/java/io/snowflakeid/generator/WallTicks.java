package io.snowflakeid.generator;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.generator.GeneratorListener.Reaction;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * The ticks of callers under a {@link ClockPolicy} that reads the wall clock in every call, and the policy's reaction if that clock is
 * behind the highest reading. Ids follow the wall clock alone; a ledger's clock only decides the time of the first id.
 *
 * <p>Thread-safe and lock-free. Each call reads the highest reading before it reads the clock, so threads that overtake each other report no false
 * step: a reading below one that was known before proves that the clock went back.
 */
final class WallTicks extends IdClock {

    interface TooFarBack {
        /**
         * Takes the generator offline, unless {@code isStillSo} is false since the clock has started anew.
         *
         * @throws NoIdAvailableException if the generator is offline or closed now
         */
        void goOffline(long behindNanos, BooleanSupplier isStillSo);
    }

    private static final long WAIT = -1; // the clock is so little behind that the call waits
    private static final long NOT_BEHIND = Long.MAX_VALUE;

    private final ClockPolicy policy;
    private final TooFarBack tooFarBack;
    private final boolean ledgerHasClock;

    private final AtomicLong shift; // id time minus wall clock
    private volatile AtomicLong highest; // reading of the wall clock; a new counter after startAnew
    private final AtomicLong latest = new AtomicLong(NOT_BEHIND); // reading of the wall clock while it is behind
    private volatile long windowFrom = Long.MIN_VALUE; // all ticks before this one are spent

    WallTicks(GeneratorSettings settings, long anchorNanos, GeneratorEvents events, TooFarBack tooFarBack) {
        super(settings, anchorNanos, events);
        policy = settings.clockPolicy();
        this.tooFarBack = tooFarBack;
        ledgerHasClock = settings.ledger().hasClock();
        long wall = time.wallNanos();
        shift = new AtomicLong(ledgerHasClock ? anchorNanos - wall : 0);
        highest = new AtomicLong(wall);
    }

    /** Notes the window: the next reading that is not behind is shifted to it, since a clock that is behind may still be corrected. */
    @Override
    public void goOnFrom(long tick) {
        super.goOnFrom(tick);
        windowFrom = Math.max(windowFrom, tick);
    }

    /** Accepts the present reading of the wall clock: leaps and the lead of the ids are measured from that reading. */
    @Override
    public void startAnew() {
        long wall = time.wallNanos();
        long nanos = time.nanos();
        shift.set(ledgerHasClock ? nanos + offset.get() - wall : 0);
        refused.set(0);
        wallOffset = wall - nanos;
        latest.set(NOT_BEHIND);
        highest = new AtomicLong(wall);
    }

    @Override
    void follow(long ledgerNanos) {} // ids follow the wall clock

    @Override
    long tick() {
        long tick = look(true, 0);
        return tick == WAIT ? tickAfterWaiting() : tick;
    }

    private long tickAfterWaiting() {
        try (Deadline deadline = new Deadline(time, policy.sleepNanos)) {
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
        long from = windowFrom; // read before the clock: a reading that is older than the window must not move ids
        long wall = read(seen);
        if (wall >= seen) {
            if (known != NOT_BEHIND) {
                latest.compareAndSet(known, NOT_BEHIND);
            }
            measure.accumulateAndGet(wall, Math::max);
            return tickAt(wall, from);
        }
        noteStep(known, seen, wall);
        return hasToWait(seen - wall, measure, mayWait, waitedNanos) ? WAIT : tickAt(seen, from);
    }

    /** Reads the wall clock; while a leap is pending, returns the reading that the clock would have without the leap. */
    private long read(long seen) {
        long leap = refused.get();
        long wall = time.wallNanos();
        long nanos = time.nanos(); // read last: a pause can hide a leap from one call, but cannot fake one
        if (!followTo(wall + shift.get() - nanos, leap)) {
            return Math.max(seen, nanos + wallOffset);
        }
        if (wall >= seen) {
            wallOffset = wall - nanos;
        }
        return wall;
    }

    /** Returns the tick of a reading; moves ids to the window's beginning if a burst cannot reach it, since earlier ticks are spent. */
    private long tickAt(long wall, long from) {
        if (tickAt(wall) + runAheadTicks + 1 < from) {
            shift.accumulateAndGet(startOf(from) - wall, Math::max);
        }
        return tickAt(wall);
    }

    private long tickAt(long wall) {
        return (wall + shift.get() - epochNanos) / tickNanos;
    }

    /** Reports a step back once: the first call that notices it does. */
    private void noteStep(long known, long seen, long wall) {
        long before = Math.min(known, seen);
        if (latest.compareAndSet(known, wall) && wall < before) {
            events.clockSetBack(before - wall, policy.reactionTo(seen - wall));
        }
    }

    private boolean hasToWait(long behindNanos, AtomicLong measure, boolean mayWait, long waitedNanos) {
        Reaction reaction = policy.reactionTo(behindNanos);
        if (reaction == Reaction.REFUSES) {
            throw new ClockMovedBackwardsException(policy, behindNanos, measure.get(), waitedNanos);
        }
        if (reaction == Reaction.GOES_OFFLINE) {
            tooFarBack.goOffline(behindNanos, () -> highest == measure);
            // the generator has resumed meanwhile: the caller's lease is closed, and has no ticket for any tick
        }
        return reaction == Reaction.WAITS && mayWait;
    }

    @Override
    long nanosUntil(long tick) {
        return startOf(tick) - (read(highest.get()) + shift.get());
    }

    /** Ids continue with the wall clock's own time: the lead that they had before the leap no longer counts. */
    @Override
    boolean acceptLeap() {
        long leap = refused.get();
        long wall = time.wallNanos();
        long nanos = time.nanos();
        if (leap == 0 || followTo(wall + shift.get() - nanos, leap)) {
            return false;
        }
        shift.set(Math.max(0, nanos + offset.get() - wall));
        wallOffset = wall - nanos;
        highest.accumulateAndGet(wall, Math::max);
        return accept(wall + shift.get() - nanos);
    }
}
