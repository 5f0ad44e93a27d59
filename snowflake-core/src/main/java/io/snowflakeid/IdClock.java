package io.snowflakeid;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock that chooses ticks: anchored once, advanced by the monotonic clock, re-anchored forward only. It never goes back.
 *
 * <p>Policy <em>ride through</em>: a wall clock that is set back changes nothing here. It is noticed by a sample that callers take
 * about once a second, counted and reported. A time source that leaps forward by more than {@link #MAX_LEAP} against the
 * monotonic clock is not followed: one bad minute of a clock would otherwise burn a year of ticks for good.
 *
 * <p>Thread-safe and lock-free.
 */
final class IdClock {

    static final Duration MAX_LEAP = Duration.ofSeconds(10);

    private static final System.Logger LOG = System.getLogger(IdClock.class.getName());
    private static final long SAMPLE_EVERY_NANOS = 1_000_000_000L;
    private static final long NOTICEABLE_STEP_NANOS = 1_000_000L;
    /** As time servers make now and then: counted, not warned of. */
    private static final long ORDINARY_STEP_NANOS = 10_000_000L;

    private static final long TRUSTWORTHY_READ_NANOS = 500_000L;

    private final TimeSource time;
    private final boolean followsWallClock;
    private final long epochNanos;
    private final long tickNanos;

    private final AtomicLong offset; // nanoseconds since 1970 minus monotonic nanoseconds; only grows
    private final AtomicLong lastSample;
    private volatile long refusedLeap; // how far ahead the time source was when last reported
    private volatile long wallOffset; // the same difference for the wall clock, as last sampled

    private final AtomicLong stepsBack = new AtomicLong();
    private final AtomicLong largestStepBack = new AtomicLong();
    private final AtomicLong leapsRefused = new AtomicLong();

    /**
     * @param anchorNanos what this clock reads now, nanoseconds since 1970
     * @param followsWallClock whether samples of the wall clock move this clock forward
     */
    IdClock(SnowflakeLayout layout, TimeSource time, long anchorNanos, boolean followsWallClock) {
        this.time = time;
        this.followsWallClock = followsWallClock;
        epochNanos = Math.multiplyExact(layout.epoch().toEpochMilli(), 1_000_000L);
        tickNanos = layout.tick().toNanos();
        long nanos = time.nanos();
        offset = new AtomicLong(anchorNanos - nanos);
        lastSample = new AtomicLong(nanos);
        wallOffset = time.wallNanos() - nanos;
    }

    /** The present tick, counted from the layout's epoch. */
    long tick() {
        long nanos = time.nanos();
        if (nanos - lastSample.get() >= SAMPLE_EVERY_NANOS) {
            sample(nanos);
        }
        return (nanos + offset.get() - epochNanos) / tickNanos;
    }

    /** Nanoseconds until the given tick begins; not positive if it has begun. */
    long nanosUntil(long tick) {
        return epochNanos + tick * tickNanos - (time.nanos() + offset.get());
    }

    /** How far this clock is ahead of the wall clock. */
    Duration aheadOfWall() {
        return Duration.ofNanos(time.nanos() + offset.get() - time.wallNanos());
    }

    /** Moves this clock forward to the beginning of a tick that a ledger granted. */
    void advanceToTick(long tick) {
        offset.accumulateAndGet(epochNanos + tick * tickNanos - time.nanos(), Math::max);
    }

    /** Follows the clock of a ledger, forward only and by no more than {@link #MAX_LEAP}. */
    void follow(long ledgerNanos) {
        followOffset(ledgerNanos - time.nanos(), "the ledger's clock");
    }

    private void followOffset(long target, String whose) {
        long ahead = target - offset.get();
        if (ahead > MAX_LEAP.toNanos()) {
            refuseLeap(ahead, whose);
        } else {
            refusedLeap = 0;
            offset.accumulateAndGet(target, Math::max);
        }
    }

    /** Reports a leap once, and again only if the clock leaps further. */
    private void refuseLeap(long ahead, String whose) {
        if (ahead - refusedLeap <= MAX_LEAP.toNanos()) {
            return;
        }
        refusedLeap = ahead;
        leapsRefused.incrementAndGet();
        LOG.log(
                System.Logger.Level.WARNING,
                "{0} leapt {1} ms ahead of the id clock, followed are {2} ms: ids keep the old time; correct the clock,"
                        + " or restart this process if the new time is right",
                whose,
                millis(ahead),
                Long.toString(MAX_LEAP.toMillis()));
    }

    private void sample(long nanos) {
        long previous = lastSample.get();
        if (nanos - previous < SAMPLE_EVERY_NANOS || !lastSample.compareAndSet(previous, nanos)) {
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
        wallOffset = newWallOffset;
        if (step <= -NOTICEABLE_STEP_NANOS) {
            noteStepBack(-step);
        } else if (followsWallClock) {
            followOffset(newWallOffset, "the wall clock");
        }
    }

    private void noteStepBack(long nanos) {
        stepsBack.incrementAndGet();
        largestStepBack.accumulateAndGet(nanos, Math::max);
        boolean ordinary = nanos < ORDINARY_STEP_NANOS;
        LOG.log(
                ordinary ? System.Logger.Level.DEBUG : System.Logger.Level.WARNING,
                "the wall clock was set back by {0} ms; ids are not affected, they follow the monotonic clock",
                millis(nanos));
    }

    private static String millis(long nanos) {
        return Long.toString(nanos / 1_000_000);
    }

    long stepsBack() {
        return stepsBack.get();
    }

    Duration largestStepBack() {
        return Duration.ofNanos(largestStepBack.get());
    }

    long leapsRefused() {
        return leapsRefused.get();
    }
}
