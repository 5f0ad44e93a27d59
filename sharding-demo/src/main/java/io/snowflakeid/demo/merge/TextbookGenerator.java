package io.snowflakeid.demo.merge;

import java.util.function.LongSupplier;

/**
 * The Snowflake class of tutorials, for comparison: 41 bits of milliseconds, 5 of datacenter, 5 of worker, 12 of sequence, and a
 * sequence that starts at 0 in every millisecond. Two processes with the default numbers generate the same ids.
 */
final class TextbookGenerator {

    private static final long EPOCH_MILLIS = 1_288_834_974_657L;
    private static final long DATACENTER = 1; // the defaults of the copied class
    private static final long WORKER = 1;
    private static final long LAST_SEQUENCE = (1L << 12) - 1;

    private final LongSupplier clockMillis;
    private long lastMillis = -1;
    private long sequence;

    /** Uses a clock in milliseconds since 1970. */
    TextbookGenerator(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

    /** Returns the next id; spins while the sequence of a millisecond is exhausted. */
    synchronized long nextId() {
        long millis = clockMillis.getAsLong();
        if (millis < lastMillis) {
            throw new IllegalStateException("clock was set back by " + (lastMillis - millis) + " ms");
        }
        sequence = millis == lastMillis ? (sequence + 1) & LAST_SEQUENCE : 0;
        while (millis == lastMillis && sequence == 0) {
            Thread.onSpinWait();
            millis = clockMillis.getAsLong();
        }
        lastMillis = millis;
        return (millis - EPOCH_MILLIS) << 22 | DATACENTER << 17 | WORKER << 12 | sequence;
    }
}
