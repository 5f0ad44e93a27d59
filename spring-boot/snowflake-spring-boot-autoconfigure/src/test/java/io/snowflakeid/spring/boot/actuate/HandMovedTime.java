package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Two clocks that a test moves; a wait moves both. */
final class HandMovedTime implements TimeSource {

    private final AtomicLong wall;
    private final AtomicLong monotonic = new AtomicLong();

    HandMovedTime(String start) {
        wall = new AtomicLong(Instant.parse(start).toEpochMilli() * 1_000_000);
    }

    void pass(Duration duration) {
        wall.addAndGet(duration.toNanos());
        monotonic.addAndGet(duration.toNanos());
    }

    /** Sets the wall clock. */
    void setWallClock(Duration by) {
        wall.addAndGet(by.toNanos());
    }

    @Override
    public long wallNanos() {
        return wall.get();
    }

    @Override
    public long nanos() {
        return monotonic.get();
    }

    @Override
    public void park(long nanos) {
        pass(Duration.ofNanos(nanos));
    }
}
