package io.snowflakeid.demo.orders;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Seconds per phase, by the monotonic clock. For one thread. */
final class Stopwatch {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Map<String, Double> seconds = new LinkedHashMap<>();
    private final long started = System.nanoTime();
    private long lap = started;

    /** Everything since the last call belongs to that phase. */
    void endPhase(String phase) {
        long now = System.nanoTime();
        seconds.merge(phase, (now - lap) / NANOS_PER_SECOND, Double::sum);
        lap = now;
    }

    Map<String, Double> secondsPerPhase() {
        return Collections.unmodifiableMap(new LinkedHashMap<>(seconds));
    }

    double secondsInAll() {
        return (System.nanoTime() - started) / NANOS_PER_SECOND;
    }
}
