package io.snowflakeid.generator;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.generator.GeneratorListener.Reaction;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that provides the ticks of ids and never goes back. The id clock advances with the monotonic clock between two corrections by the ledger's
 * clock or the wall clock. A correction moves the id clock forward to the ledger's clock, or to the wall clock if the ledger has no clock. Each
 * renewal reads the ledger's clock. The id clock reads the wall clock at most about once a second. A correction of more than {@code maxLeap} requires
 * {@link #acceptLeap}, because a wrong clock could use up years of ticks.
 *
 * <p>The subclass {@link WallTicks} computes ticks under a {@link ClockPolicy} that reads the wall clock in every call. This class is thread-safe and
 * lock-free.
 */
class IdClock implements LeaseCycle.Clock {

    private static final long SAMPLE_EVERY_NANOS = 1_000_000_000L;
    private static final long NOTICEABLE_STEP_NANOS = 1_000_000L;
    private static final long TRUSTWORTHY_READ_NANOS = 500_000L;

    final TimeSource time;
    final GeneratorEvents events;
    final long runAheadTicks;
    final long epochNanos;
    final long tickNanos;
    final AtomicLong offset; // nanoseconds since 1970 minus monotonic nanoseconds; the difference only grows
    final AtomicLong refused = new AtomicLong(); // the reported lead of the followed clock; 0 if no leap is pending
    volatile long wallOffset; // the wall clock minus the monotonic clock, at the last accepted sample

    private final SnowflakeLayout layout;
    private final boolean followsLedger;
    private final long maxLeapNanos;
    private final AtomicLong lastSample;
    private volatile long target; // the offset of the last refused leap

    /** @param anchorNanos the time of the ledger's clock at the first grant, which is ignored if the ledger has no clock */
    static IdClock of(
            GeneratorSettings settings, long anchorNanos, GeneratorEvents events, WallTicks.TooFarBack tooFarBack) {
        return settings.clockPolicy().readsWallClock
                ? new WallTicks(settings, anchorNanos, events, tooFarBack)
                : new IdClock(settings, anchorNanos, events);
    }

    IdClock(GeneratorSettings settings, long anchorNanos, GeneratorEvents events) {
        this.events = events;
        time = settings.time();
        layout = settings.layout();
        boolean ledgerHasClock = settings.ledger().hasClock();
        followsLedger = ledgerHasClock && !settings.clockPolicy().readsWallClock;
        maxLeapNanos = settings.maxLeap().toNanos();
        epochNanos = Math.multiplyExact(layout.epoch().toEpochMilli(), 1_000_000L);
        tickNanos = layout.tick().toNanos();
        runAheadTicks = layout.runAheadTicks();
        long wall = time.wallNanos();
        long nanos = time.nanos();
        offset = new AtomicLong((ledgerHasClock ? anchorNanos : wall) - nanos);
        lastSample = new AtomicLong(nanos);
        wallOffset = wall - nanos;
    }

    /** @throws NoIdAvailableException if the clock policy rejects the call */
    long tick() {
        return nanos() / tickNanos;
    }

    /** Returns the nanoseconds since the layout's epoch. */
    final long nanos() {
        long nanos = time.nanos();
        if (nanos - lastSample.get() >= SAMPLE_EVERY_NANOS) {
            sample(nanos);
        }
        return nanos + offset.get() - epochNanos;
    }

    @Override
    public final long position() {
        return (time.nanos() + offset.get() - epochNanos) / tickNanos;
    }

    long nanosUntil(long tick) {
        return startOf(tick) - (time.nanos() + offset.get());
    }

    final long startOf(long tick) {
        return epochNanos + tick * tickNanos;
    }

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

    @Override
    // this method does nothing, because each sample of the wall clock is compared only with the previous sample
    public void startAnew() {}

    /** Moves the id clock forward to the time of the ledger's clock, unless the id clock follows the wall clock. */
    void follow(long ledgerNanos) {
        nanos(); // this call takes a sample even if the application asks for no ids
        if (followsLedger) {
            followTo(ledgerNanos - time.nanos(), refused.get());
        }
    }

    /**
     * Raises the offset to {@code newOffset}, or returns false if the increase is more than {@code maxLeap}.
     *
     * @param leapKnownBefore the value of {@link #refused} before the clock was read
     */
    final boolean followTo(long newOffset, long leapKnownBefore) {
        long ahead = newOffset - offset.get();
        if (ahead > maxLeapNanos) {
            refuseLeap(newOffset, ahead);
            return false;
        }
        if (leapKnownBefore != 0 && refused.compareAndSet(leapKnownBefore, 0)) {
            events.leapEnded(followed());
        }
        if (ahead > 0) {
            offset.accumulateAndGet(newOffset, Math::max);
        }
        return true;
    }

    private void refuseLeap(long newOffset, long ahead) {
        target = newOffset;
        long reported = refused.get();
        if (ahead - reported > maxLeapNanos && refused.compareAndSet(reported, ahead)) {
            events.clockLeapt(followed(), ahead, maxLeapNanos);
        }
    }

    private String followed() {
        return followsLedger ? "the ledger's clock" : "the wall clock";
    }

    boolean acceptLeap() {
        if (refused.get() != 0 && !followsLedger) {
            long newWallOffset = time.wallNanos() - time.nanos();
            compareWithWall(newWallOffset); // the wall clock may have come back since the last sample
            wallOffset = newWallOffset;
        }
        return accept(target);
    }

    final boolean accept(long newOffset) {
        if (refused.getAndSet(0) == 0) {
            return false;
        }
        long ahead = Math.max(0, newOffset - offset.get());
        offset.accumulateAndGet(newOffset, Math::max);
        events.leapAccepted(followed(), ahead);
        return true;
    }

    Duration pendingLeap() {
        return Duration.ofNanos(refused.get());
    }

    private void sample(long nanos) {
        long previous = lastSample.get();
        if (nanos - previous < SAMPLE_EVERY_NANOS || !lastSample.compareAndSet(previous, nanos)) {
            return; // another thread takes this sample
        }
        long before = time.nanos();
        long wall = time.wallNanos();
        // if reading both clocks took more than 0.5 ms, the thread may have paused, and the method ignores the result
        if (time.nanos() - before <= TRUSTWORTHY_READ_NANOS) {
            compareWithWall(wall - before);
        }
    }

    private void compareWithWall(long newWallOffset) {
        long step = newWallOffset - wallOffset;
        if (followsLedger || followTo(newWallOffset, refused.get())) {
            // wallOffset ignores a rejected forward jump, so that the end of the jump is not reported as a backward
            // step
            wallOffset = newWallOffset;
        }
        if (step <= -NOTICEABLE_STEP_NANOS) {
            events.clockSetBack(-step, Reaction.RIDES_THROUGH);
        }
    }
}
