package io.snowflakeid.generator;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.generator.GeneratorListener.Reaction;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/**
 * Computes the ticks of ids under a {@link ClockPolicy} that reads the wall clock in every call. This class applies the policy if the wall clock is
 * behind its highest reading. If the ledger has a clock, ids begin at the ledger's time and then advance with the wall clock. Each call loads the
 * highest reading before it reads the clock, so that concurrent calls do not report a false step back. This class is thread-safe and lock-free.
 */
final class WallTicks extends IdClock {

    interface TooFarBack {
        /**
         * Takes the generator offline if the given condition is true. The method throws {@link NoIdAvailableException} if the generator is offline
         * or closed.
         */
        void goOffline(long behindNanos, BooleanSupplier isStillSo);
    }

    private static final long WAIT = -1; // the clock is so little behind that the call waits
    private static final long NOT_BEHIND = Long.MAX_VALUE;

    private final ClockPolicy policy;
    private final TooFarBack tooFarBack;
    private final boolean ledgerHasClock;

    private final AtomicLong shift; // the id time minus the wall clock
    private volatile AtomicLong highest; // the highest reading of the wall clock; startAnew creates another counter
    // the last reading of the wall clock that was below the highest reading, or NOT_BEHIND
    private final AtomicLong latest = new AtomicLong(NOT_BEHIND);
    private volatile long windowFrom = Long.MIN_VALUE; // all ticks before this tick are used up

    WallTicks(GeneratorSettings settings, long anchorNanos, GeneratorEvents events, TooFarBack tooFarBack) {
        super(settings, anchorNanos, events);
        policy = settings.clockPolicy();
        this.tooFarBack = tooFarBack;
        ledgerHasClock = settings.ledger().hasClock();
        long wall = time.wallNanos();
        shift = new AtomicLong(ledgerHasClock ? anchorNanos - wall : 0);
        highest = new AtomicLong(wall);
    }

    /** Stores the start of a window, so that later calls use ticks of the window. */
    @Override
    public void goOnFrom(long tick) {
        super.goOnFrom(tick);
        windowFrom = Math.max(windowFrom, tick);
    }

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
        // windowFrom is read before the wall clock, so that an outdated clock reading does not increase the field shift
        long from = windowFrom;
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

    /** Returns the time of the wall clock, or of the monotonic clock if the wall clock jumped forward by more than {@code maxLeap}. */
    private long read(long seen) {
        long leap = refused.get();
        long wall = time.wallNanos();
        // the monotonic clock is read last, so that a pause of this thread is not reported as a clock jump
        long nanos = time.nanos();
        if (!followTo(wall + shift.get() - nanos, leap)) {
            return Math.max(seen, nanos + wallOffset);
        }
        if (wall >= seen) {
            wallOffset = wall - nanos;
        }
        return wall;
    }

    /** Converts a wall-clock time to a tick. Increases {@link #shift} if the window starts ahead of the clock by more than the run-ahead. */
    private long tickAt(long wall, long from) {
        if (tickAt(wall) + runAheadTicks + 1 < from) {
            shift.accumulateAndGet(startOf(from) - wall, Math::max);
        }
        return tickAt(wall);
    }

    private long tickAt(long wall) {
        return (wall + shift.get() - epochNanos) / tickNanos;
    }

    /** Reports a backward step of the wall clock only in the first call that detects the step. */
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
            // if goOffline() returns, another thread has resumed the generator, and the lease of this call is closed
        }
        return reaction == Reaction.WAITS && mayWait;
    }

    @Override
    long nanosUntil(long tick) {
        return startOf(tick) - (read(highest.get()) + shift.get());
    }

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
