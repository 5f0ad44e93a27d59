package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.TimeSource;
import io.snowflakeid.generator.GeneratorListener;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Records generator events for meters and health messages. This class is thread-safe. */
final class RecordedEvents implements GeneratorListener {

    final LongAdder waits = new LongAdder();
    final LongAdder waitedNanos = new LongAdder();
    final LongAdder stepsBack = new LongAdder();
    final LongAdder stepsBackNanos = new LongAdder();
    final LongAdder acquisitions = new LongAdder();
    final LongAdder renewals = new LongAdder();
    final LongAdder renewalFailures = new LongAdder();
    final LongAdder losses = new LongAdder();

    /** The current outage of the ledger, or null if the last renewal succeeded. */
    volatile @Nullable Silence silence;

    /** True after the generator has lost its worker, until the ledger grants a worker again. */
    volatile boolean workerLost;

    /** The duration by which the wall clock was set back when the generator last stopped issuing ids, or zero. */
    volatile Duration offlineBehind = Duration.ZERO;

    /** The wall-clock time before which the clock policy rejects calls for ids, or a past time if no calls are rejected. */
    final AtomicReference<Instant> refusedUntil = new AtomicReference<>(Instant.MIN);

    private final TimeSource time;

    /** The start of a ledger outage, and the message of the last error. */
    record Silence(Instant since, String lastReason) {}

    RecordedEvents(TimeSource time) {
        this.time = time;
    }

    @Override
    public void clockSetBack(Duration by, Reaction reaction) {
        if (reaction == Reaction.REFUSES) {
            refusedUntil.accumulateAndGet(wallClock().plus(by), (one, other) -> one.isAfter(other) ? one : other);
        }
        stepsBackNanos.add(by.toNanos());
        stepsBack.increment();
    }

    @Override
    public void wentOffline(Duration behind) {
        offlineBehind = behind;
    }

    @Override
    public void resumed(long datacenter, long worker) {
        // After the method resume is called, the generator accepts the current wall-clock time.
        refusedUntil.set(Instant.MIN);
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

    Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }
}
