package io.snowflakeid;

import io.snowflakeid.GeneratorListener.Reaction;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock that chooses ticks: anchored once, advanced by the monotonic clock, re-anchored forward only. It never goes back.
 *
 * <p>Under {@link ClockPolicy#rideThrough} it is all there is: a wall clock that is set back changes nothing here, and is noticed by
 * a sample that callers take about once a second. Under the other policies callers get the ticks of {@link WallTicks}; then this is the
 * measure of leaps, and the position for the ledger, which goes on while the wall clock is behind.
 *
 * <p>A time source that leaps forward by more than {@code maxLeap} against this clock is not followed until {@link #acceptLeap}: one
 * bad minute of a clock would otherwise burn a year of ticks for good.
 *
 * <p>Thread-safe and lock-free.
 */
class IdClock implements LeaseCycle.Clock {

    private static final long SAMPLE_EVERY_NANOS = 1_000_000_000L;
    private static final long NOTICEABLE_STEP_NANOS = 1_000_000L;
    private static final long TRUSTWORTHY_READ_NANOS = 500_000L;

    final TimeSource time;
    final GeneratorEvents events;
    final long runAheadTicks;
    private final SnowflakeLayout layout;
    private final boolean samplesWallClock;
    private final boolean followsWallClock;
    private final long maxLeapNanos;
    private final long epochNanos;
    private final long tickNanos;

    private final AtomicLong offset; // nanoseconds since 1970 minus monotonic nanoseconds; only grows
    private final AtomicLong shift; // id time minus wall clock, where that is read at every call
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

    /** The clock that the settings ask for; it reads now what the ledger's did when it granted a worker, or the wall clock if that is all there is. */
    static IdClock of(
            GeneratorSettings settings, long anchorNanos, GeneratorEvents events, WallTicks.TooFarBack tooFarBack) {
        return settings.clockPolicy().readsWallClock()
                ? new WallTicks(settings, anchorNanos, events, tooFarBack)
                : new IdClock(settings, anchorNanos, events);
    }

    IdClock(GeneratorSettings settings, long anchorNanos, GeneratorEvents events) {
        this.events = events;
        time = settings.time();
        layout = settings.layout();
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

    /**
     * The present tick, counted from the layout's epoch.
     *
     * @throws NoIdAvailableException if the clock policy has no id for now
     */
    long tick() {
        return nanos() / tickNanos;
    }

    /** Nanoseconds since the layout's epoch. */
    final long nanos() {
        long nanos = time.nanos();
        if (nanos - lastSample.get() >= SAMPLE_EVERY_NANOS) {
            sample(nanos);
        }
        return nanos + offset.get() - epochNanos;
    }

    /** The tick of the monotonic clock; takes no sample, and so never calls the listener. */
    @Override
    public final long position() {
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

    @Override
    public void goOnFrom(long tick) {
        if (tick > position() + runAheadTicks + 1) {
            offset.accumulateAndGet(startOf(tick) - time.nanos(), Math::max);
            events.wentAheadTo(layout.timestampOf(tick));
        }
    }

    /** Nothing to do: what the wall clock reads is compared with the reading before, whatever that was. */
    @Override
    public void startAnew() {}

    /**
     * Follows the clock of a ledger, if it has one, forward only and by no more than {@code maxLeap}. It is compared with the monotonic
     * clock: a wall clock that is behind, or stands still, makes no ledger leap.
     */
    final void follow(long ledgerNanos) {
        nanos(); // takes a sample, though no id is asked for
        if (followsWallClock) {
            return;
        }
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
    final boolean followWall(long wall, long leapKnownBefore, long seen) {
        long nanos = time.nanos();
        boolean followed = followOffset(wall + shift.get() - nanos, wallClock, leapKnownBefore);
        if (followed && wall >= seen) {
            wallOffset = wall - nanos;
        }
        return followed;
    }

    /** How far ahead the wall clock was when it was last refused, in nanoseconds; 0 if it is followed. */
    final long knownWallLeap() {
        return wallClock.refused.get();
    }

    /** What the wall clock would read now, had it gone on with the monotonic clock. */
    final long wallWithoutLeap() {
        return time.nanos() + wallOffset;
    }

    /** Takes this reading of the wall clock as right: leaps, and how far ids are ahead of it, are measured from there. */
    final void startFrom(long wall) {
        long nanos = time.nanos();
        shift.set(followsWallClock ? 0 : nanos + offset.get() - wall);
        wallClock.refused.set(0);
        wallOffset = wall - nanos;
    }

    /** The tick of a reading of the wall clock. */
    final long tickAt(long wall) {
        return (wall + shift.get() - epochNanos) / tickNanos;
    }

    /** Lets the given tick begin at this reading of the wall clock. */
    final void shiftTo(long tick, long wall) {
        shift.accumulateAndGet(startOf(tick) - wall, Math::max);
    }

    /** From a reading of the wall clock until the given tick begins, in nanoseconds; not positive if it has begun. */
    final long nanosUntil(long tick, long wall) {
        return startOf(tick) - (wall + shift.get());
    }
}
