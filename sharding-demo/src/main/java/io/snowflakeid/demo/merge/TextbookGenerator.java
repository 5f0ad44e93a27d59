package io.snowflakeid.demo.merge;

import java.util.function.LongSupplier;

/** A Snowflake generator as in many tutorials, for comparison. If two processes use the same default worker id, both can generate the same ids. */
final class TextbookGenerator {

    private static final long EPOCH_MILLIS = 1_288_834_974_657L;
    private static final long DATACENTER = 1; // the copied class has these defaults
    private static final long WORKER = 1;
    private static final long LAST_SEQUENCE = (1L << 12) - 1;

    private final LongSupplier clockMillis;
    private long lastMillis = -1;
    private long sequence;

    TextbookGenerator(LongSupplier clockMillis) {
        this.clockMillis = clockMillis;
    }

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
