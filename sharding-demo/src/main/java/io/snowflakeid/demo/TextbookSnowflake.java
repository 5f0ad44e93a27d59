package io.snowflakeid.demo;

import java.util.function.LongSupplier;

/**
 * The Snowflake class as tutorials have it, for comparison: 41 bits of milliseconds, 5 of datacenter, 5 of worker, 12 of sequence,
 * and a sequence that starts at 0 in every millisecond.
 *
 * <p>Its two weaknesses are what the demo shows. At low load nearly every id ends in 12 zero bits, so that {@code id % 64} sends
 * nearly everything to one shard. And two processes that keep the default numbers make the same ids.
 *
 * <p>Thread-safe, by a lock.
 */
public final class TextbookSnowflake {

    private static final long EPOCH_MILLIS = 1_288_834_974_657L;
    private static final int SEQUENCE_BITS = 12;
    private static final int WORKER_BITS = 5;
    private static final int DATACENTER_BITS = 5;
    private static final long LAST_SEQUENCE = (1L << SEQUENCE_BITS) - 1;

    private final long datacenter;
    private final long worker;
    private final LongSupplier clockMillis;
    private long lastMillis = -1;
    private long sequence;

    /**
     * A generator with numbers that somebody has to keep apart.
     *
     * @param datacenter 0 to 31
     * @param worker 0 to 31
     * @param clockMillis milliseconds since 1970
     */
    public TextbookSnowflake(long datacenter, long worker, LongSupplier clockMillis) {
        this.datacenter = requireFits("datacenter", datacenter, DATACENTER_BITS);
        this.worker = requireFits("worker", worker, WORKER_BITS);
        this.clockMillis = clockMillis;
    }

    private static long requireFits(String name, long value, int bits) {
        long most = (1L << bits) - 1;
        if (value < 0 || value > most) {
            throw new IllegalArgumentException(name + " must be between 0 and " + most + ", but is " + value);
        }
        return value;
    }

    /**
     * The next id; spins while the sequence of a millisecond is used up.
     *
     * @throws IllegalStateException if the clock was set back
     */
    public synchronized long nextId() {
        long millis = clockMillis.getAsLong();
        if (millis < lastMillis) {
            throw new IllegalStateException(
                    "clock was set back by " + (lastMillis - millis) + " ms: no id until it has" + " caught up");
        }
        if (millis == lastMillis) {
            sequence = (sequence + 1) & LAST_SEQUENCE;
            if (sequence == 0) {
                millis = nextMillisecond();
            }
        } else {
            sequence = 0;
        }
        lastMillis = millis;
        return (millis - EPOCH_MILLIS) << (DATACENTER_BITS + WORKER_BITS + SEQUENCE_BITS)
                | datacenter << (WORKER_BITS + SEQUENCE_BITS)
                | worker << SEQUENCE_BITS
                | sequence;
    }

    private long nextMillisecond() {
        long millis = clockMillis.getAsLong();
        while (millis <= lastMillis) {
            Thread.onSpinWait();
            millis = clockMillis.getAsLong();
        }
        return millis;
    }
}
