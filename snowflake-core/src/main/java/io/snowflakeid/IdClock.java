package io.snowflakeid;

import io.snowflakeid.GeneratorListener.Reaction;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock that chooses ticks: anchored once, advanced by the monotonic clock, re-anchored forward only. It never goes back.
 *
 * <p>Under {@link ClockPolicy#rideThrough} it is all there is: a wall clock that is set back changes nothing here, and is noticed by
 * a sample that callers take about once a second. Under the other policies callers ask {@link WallTicks}, and this clock stands by
 * as the measure of leaps and as the keeper's position, which goes on while the wall clock is behind.
 *
 * <p>A time source that leaps forward by more than {@code maxLeap} against this clock is not followed until {@link #acceptLeap}: one
 * bad minute of a clock would otherwise burn a year of ticks for good.
 *
 * <p>Thread-safe and lock-free.
 */
final class IdClock {

    private static final long SAMPLE_EVERY_NANOS = 1_000_000_000L;
    private static final long NOTICEABLE_STEP_NANOS = 1_000_000L;
    private static final long TRUSTWORTHY_READ_NANOS = 500_000L;

    private final TimeSource time;
    private final GeneratorEvents events;
    private final boolean samplesWallClock;
    private final boolean followsWallClock;
    private final long maxLeapNanos;
    private final long epochNanos;
    private final long tickNanos;
    private final long runAheadTicks;

    private final AtomicLong offset; // nanoseconds since 1970 minus monotonic nanoseconds; only grows
    private final AtomicLong shift; // id time minus wall clock, for whoever reads that at every call; only grows
    private final AtomicLong lastSample;
    private volatile long wallOffset; // the wall clock minus the monotonic one, as last sampled

    private final Source wallClock = new Source("the wall clock");
    private final Source ledgerClock = new Source("the ledger's clock");

    /** A clock that is followed forward, unless it leaps. */
    private static final class Source {
        private final String name;
        private final AtomicLong refused =
                new AtomicLong(); // how far ahead it was when last reported; 0 if it is followed
        private volatile long target; // the offset that it asked for when it was last refused

        Source(String name) {
            this.name = name;
        }
    }

    /** A clock that reads now what the ledger's did when it granted a worker, or the wall clock did if that is all there is. */
    IdClock(GeneratorSettings settings, long anchorNanos, GeneratorEvents events) {
        this.events = events;
        time = settings.time();
        SnowflakeLayout layout = settings.layout();
        followsWallClock = !settings.ledger().hasClock();
        samplesWallClock = !settings.clockPolicy().readsWallClock();
        maxLeapNanos = settings.maxLeap().toNanos();
        epochNanos = Math.multiplyExact(layout.epoch().toEpochMilli(), 1_000_000L);
        tickNanos = layout.tick().toNanos();
        runAheadTicks = layout.runAheadTicks();
        long nanos = time.nanos();
        long wall = time.wallNanos();
        // a grant with the wall clock's time may have taken a while since it read that
        long passed = followsWallClock ? wall - anchorNanos : 0;
        offset = new AtomicLong((passed > 0 && passed <= maxLeapNanos ? wall : anchorNanos) - time.nanos());
        shift = new AtomicLong(samplesWallClock || followsWallClock ? 0 : anchorNanos - wall);
        lastSample = new AtomicLong(nanos);
        wallOffset = wall - nanos;
    }

    /** The present tick, counted from the layout's epoch. */
    long tick() {
        return nanos() / tickNanos;
    }

    /** Nanoseconds since the layout's epoch. */
    long nanos() {
        long nanos = time.nanos();
        if (nanos - lastSample.get() >= SAMPLE_EVERY_NANOS) {
            sample(nanos);
        }
        return nanos + offset.get() - epochNanos;
    }

    /** The same, but takes no sample, and so never calls the listener. */
    long tickUnsampled() {
        return (time.nanos() + offset.get() - epochNanos) / tickNanos;
    }

    /** Nanoseconds until the given tick begins; not positive if it has begun. */
    long nanosUntil(long tick) {
        return startOf(tick) - (time.nanos() + offset.get());
    }

    private long startOf(long tick) {
        return epochNanos + tick * tickNanos;
    }

    /** How far this clock is ahead of the wall clock. */
    Duration aheadOfWall() {
        return Duration.ofNanos(time.nanos() + offset.get() - time.wallNanos());
    }

    /**
     * Goes on from the beginning of a window that a ledger granted, if that lies further ahead than a burst may run: nobody is to
     * wait for ticks that are spent.
     *
     * @return whether that moved this clock
     */
    boolean goOnFrom(long tick) {
        if (tick <= tickUnsampled() + runAheadTicks + 1) {
            return false;
        }
        offset.accumulateAndGet(startOf(tick) - time.nanos(), Math::max);
        return true;
    }

    /**
     * Follows the clock of a ledger, forward only and by no more than {@code maxLeap}. It is compared with the monotonic clock: a
     * wall clock that is behind, or stands still, makes no ledger leap.
     */
    void follow(long ledgerNanos) {
        long target = ledgerNanos - time.nanos();
        long ahead = target - offset.get();
        if (followOffset(target, ledgerClock, ledgerClock.refused.get()) && ahead > 0) {
            shift.addAndGet(ahead);
        }
    }

    private boolean followOffset(long target, Source source, long leapKnownBefore) {
        long ahead = target - offset.get();
        if (ahead > maxLeapNanos) {
            refuseLeap(target, ahead, source);
            return false;
        }
        if (leapKnownBefore != 0 && source.refused.compareAndSet(leapKnownBefore, 0)) {
            events.leapEnded(source.name);
        }
        if (ahead > 0) {
            offset.accumulateAndGet(target, Math::max);
        }
        return true;
    }

    /** Reports a leap once, and again only if the clock leaps further. */
    private void refuseLeap(long target, long ahead, Source source) {
        source.target = target;
        long reported = source.refused.get();
        if (ahead - reported > maxLeapNanos && source.refused.compareAndSet(reported, ahead)) {
            events.clockLeapt(source.name, ahead, maxLeapNanos);
        }
    }

    /**
     * Follows what was refused, as far as it is still ahead.
     *
     * @return whether ids have leapt
     */
    boolean acceptLeap() {
        long leap = wallClock.refused.get();
        boolean wallLeapt =
                leap != 0 && !followWall(time.wallNanos(), leap, Long.MAX_VALUE) && wallClock.refused.getAndSet(0) != 0;
        if (wallLeapt) {
            acceptWall();
        }
        boolean ledgerLeapt = ledgerClock.refused.getAndSet(0) != 0;
        if (ledgerLeapt) {
            shift.addAndGet(accept(ledgerClock));
        }
        return wallLeapt || ledgerLeapt;
    }

    /**
     * Ids go on with the wall clock's own time; where they are still ahead of it, from where they are. What lay between the two
     * before the leap does not count any more: a clock that was set right would else lead ids past the right time.
     */
    private void acceptWall() {
        long nanos = time.nanos();
        long wall = time.wallNanos();
        long present = nanos + offset.get();
        shift.set(Math.max(0, present - wall));
        wallClock.target = wall + shift.get() - nanos;
        wallOffset = wall - nanos;
        accept(wallClock);
    }

    /** For the one caller that took the refusal away: two that accept at once accept once. */
    private long accept(Source source) {
        long ahead = Math.max(0, source.target - offset.get());
        offset.accumulateAndGet(source.target, Math::max);
        events.leapAccepted(source.name, ahead);
        return ahead;
    }

    /** How far a clock that is not followed was ahead when that was last reported; zero if all are followed. */
    Duration pendingLeap() {
        return Duration.ofNanos(Math.max(wallClock.refused.get(), ledgerClock.refused.get()));
    }

    // ---- the wall clock, sampled

    private void sample(long nanos) {
        long previous = lastSample.get();
        if (!samplesWallClock || nanos - previous < SAMPLE_EVERY_NANOS || !lastSample.compareAndSet(previous, nanos)) {
            return; // another thread takes this sample
        }
        long before = time.nanos();
        long wall = time.wallNanos();
        if (time.nanos() - before > TRUSTWORTHY_READ_NANOS) {
            return; // paused between the two readings: they do not belong together
        }
        compareWith(wall - before);
    }

    private void compareWith(long newWallOffset) {
        long step = newWallOffset - wallOffset;
        if (!followsWallClock || followOffset(newWallOffset, wallClock, wallClock.refused.get())) {
            // the way back from a leap that was not followed is no step back
            wallOffset = newWallOffset;
        }
        if (step <= -NOTICEABLE_STEP_NANOS) {
            events.clockSetBack(-step, Reaction.RIDES_THROUGH);
        }
    }

    // ---- the wall clock, read at every call

    /**
     * Follows a reading of the wall clock, unless that is a leap.
     *
     * @param wall read just before: a pause since then can hide a leap for one call, but never make one up
     * @param leapKnownBefore {@link #knownWallLeap} before it was read: an older reading ends no leap that came after it
     * @param seen the highest reading known before; only one that is not below it says what the clock reads without a leap
     */
    boolean followWall(long wall, long leapKnownBefore, long seen) {
        long nanos = time.nanos();
        boolean followed = followOffset(wall + shift.get() - nanos, wallClock, leapKnownBefore);
        if (followed && wall >= seen) {
            wallOffset = wall - nanos;
        }
        return followed;
    }

    /** How far ahead the wall clock was when it was last refused, in nanoseconds; 0 if it is followed. */
    long knownWallLeap() {
        return wallClock.refused.get();
    }

    /** What the wall clock would read now, had it gone on with the monotonic clock. */
    long wallWithoutLeap() {
        return time.nanos() + wallOffset;
    }

    /** The tick of a reading of the wall clock. */
    long tickAt(long wall) {
        return (wall + shift.get() - epochNanos) / tickNanos;
    }

    /** Lets the given tick begin at this reading of the wall clock. */
    void shiftTo(long tick, long wall) {
        shift.accumulateAndGet(startOf(tick) - wall, Math::max);
    }

    /** From a reading of the wall clock until the given tick begins, in nanoseconds; not positive if it has begun. */
    long nanosUntil(long tick, long wall) {
        return startOf(tick) - (wall + shift.get());
    }
}
