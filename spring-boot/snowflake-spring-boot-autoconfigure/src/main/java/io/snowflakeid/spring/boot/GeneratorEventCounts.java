package io.snowflakeid.spring.boot;

import io.snowflakeid.GeneratorListener;
import io.snowflakeid.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a generator tells of, for meters, and keeps what its status does not say, for whoever asks why there are no ids;
 * thread-safe.
 */
final class GeneratorEventCounts implements GeneratorListener {

    private final TimeSource time;

    private final LongAdder waits = new LongAdder();
    private final LongAdder waitedNanos = new LongAdder();
    private final LongAdder stepsBack = new LongAdder();
    private final LongAdder stepsBackNanos = new LongAdder();
    private final LongAdder acquisitions = new LongAdder();
    private final LongAdder renewals = new LongAdder();
    private final LongAdder renewalFailures = new LongAdder();
    private final LongAdder losses = new LongAdder();

    private volatile @Nullable Silence silence;
    private volatile boolean workerLost;
    private volatile Duration offlineBehind = Duration.ZERO;
    private final AtomicReference<@Nullable Instant> refusedUntil = new AtomicReference<>();

    /** A ledger that grants no more time: since when, and what it said last. */
    record Silence(Instant since, String lastReason) {}

    GeneratorEventCounts() {
        this(TimeSource.system());
    }

    GeneratorEventCounts(TimeSource time) {
        this.time = time;
    }

    // ---- what is heard

    @Override
    public void clockSetBack(Duration by, Reaction reaction) {
        stepsBack.increment();
        stepsBackNanos.add(by.toNanos());
        if (reaction == Reaction.REFUSES) {
            Instant caughtUp = wallClock().plus(by);
            refusedUntil.accumulateAndGet(caughtUp, GeneratorEventCounts::later);
        }
    }

    private static @Nullable Instant later(@Nullable Instant known, @Nullable Instant other) {
        return known == null || (other != null && other.isAfter(known)) ? other : known;
    }

    @Override
    public void wentOffline(Duration behind) {
        offlineBehind = behind;
    }

    @Override
    public void resumed(long datacenter, long worker) {
        // the clock's present reading counts as right
        refusedUntil.set(null);
    }

    @Override
    public void acquired(long datacenter, long worker, Instant until) {
        acquisitions.increment();
        silence = null;
        workerLost = false;
    }

    @Override
    public void renewed(long datacenter, long worker, Instant until) {
        renewals.increment();
        silence = null;
    }

    @Override
    public void renewalFailed(Instant until, Throwable reason) {
        renewalFailures.increment();
        Silence before = silence;
        String message = reason.getMessage();
        silence = new Silence(
                before == null ? wallClock() : before.since(),
                message == null ? reason.getClass().getName() : message);
    }

    @Override
    public void lost(long datacenter, long worker) {
        losses.increment();
        workerLost = true;
    }

    @Override
    public void waited(Duration waited) {
        waits.increment();
        waitedNanos.add(waited.toNanos());
    }

    private Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }

    // ---- what is told

    /** Calls that had to wait and have their id. */
    long waits() {
        return waits.sum();
    }

    double waitedSeconds() {
        return seconds(waitedNanos);
    }

    long stepsBack() {
        return stepsBack.sum();
    }

    double stepsBackSeconds() {
        return seconds(stepsBackNanos);
    }

    private static double seconds(LongAdder nanos) {
        return nanos.sum() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    long acquisitions() {
        return acquisitions.sum();
    }

    long renewals() {
        return renewals.sum();
    }

    long renewalFailures() {
        return renewalFailures.sum();
    }

    long losses() {
        return losses.sum();
    }

    /** Null while the ledger answers. */
    @Nullable
    Silence silence() {
        return silence;
    }

    /** Whether the worker was lost and no other has been granted yet, though its window may look as if it lasted. */
    boolean isWithoutWorker() {
        return workerLost;
    }

    /** How far the clock was set back when that took the generator offline. */
    Duration offlineBehind() {
        return offlineBehind;
    }

    /** Until what reading of the wall clock the clock policy refuses ids; null if it does not. */
    @Nullable
    Instant refusedUntil() {
        return refusedUntil.get();
    }
}
