package io.snowflakeid.verification.makers;

import java.util.function.LongSupplier;

/** The Snowflake class of many tutorials, with 41 bits of milliseconds, 10 of worker, and 12 of a sequence that starts at 0 each millisecond. */
final class TextbookSnowflake {

    private static final long EPOCH_MILLIS = 1_288_834_974_657L;
    private static final long LAST_SEQUENCE = (1L << 12) - 1;

    private final long worker;
    private final LongSupplier clockMillis;
    private long lastMillis = -1;
    private long sequence;

    TextbookSnowflake(long worker, LongSupplier clockMillis) {
        this.worker = worker;
        this.clockMillis = clockMillis;
    }

    synchronized long nextId() {
        long millis = clockMillis.getAsLong();
        if (millis < lastMillis) {
            throw new IllegalStateException(
                    "clock was set back by " + (lastMillis - millis) + " ms: no id until it has caught up");
        }
        sequence = millis == lastMillis ? (sequence + 1) & LAST_SEQUENCE : 0;
        while (sequence == 0 && millis == lastMillis) {
            Thread.onSpinWait();
            millis = clockMillis.getAsLong();
        }
        lastMillis = millis;
        return (millis - EPOCH_MILLIS) << 22 | worker << 12 | sequence;
    }
}
