package io.snowflakeid.generator;

import io.snowflakeid.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Two clocks that a test moves by hand; a park moves both, unless they stand still. */
final class ManualTime implements TimeSource {

    private final AtomicLong wall;
    private final AtomicLong monotonic = new AtomicLong(-5_000_000_000L);
    final AtomicInteger parks = new AtomicInteger();
    volatile boolean wallStandsStill;
    volatile boolean monotonicStandsStill;

    /** Runs in each park, before time passes. */
    volatile Runnable whileParked = () -> {};

    /** Runs once, between the next reading of the wall clock and its use. */
    final AtomicReference<Runnable> afterWallWasRead = new AtomicReference<>(() -> {});

    /** Runs once, before the next reading of the wall clock. */
    final AtomicReference<Runnable> beforeWallIsRead = new AtomicReference<>(() -> {});

    ManualTime(Instant start) {
        wall = new AtomicLong(nanosOf(start));
    }

    static long nanosOf(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    /** Time goes by: both clocks move, unless they stand still. */
    void pass(Duration duration) {
        pass(duration.toNanos());
    }

    private void pass(long nanos) {
        if (!wallStandsStill) {
            wall.addAndGet(nanos);
        }
        if (!monotonicStandsStill) {
            monotonic.addAndGet(nanos);
        }
    }

    /** Sets the wall clock. */
    void stepWall(Duration step) {
        wall.addAndGet(step.toNanos());
    }

    Instant wallInstant() {
        return Instant.ofEpochSecond(0, wall.get());
    }

    @Override
    public long wallNanos() {
        beforeWallIsRead.getAndSet(() -> {}).run();
        long reading = wall.get();
        afterWallWasRead.getAndSet(() -> {}).run();
        return reading;
    }

    @Override
    public long nanos() {
        return monotonic.get();
    }

    @Override
    public void park(long nanos) {
        parks.incrementAndGet();
        whileParked.run();
        pass(nanos);
    }
}
