package io.snowflakeid.verification.peers;

import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.MakerSettings;
import java.util.function.LongSupplier;

/** The class of the tutorials, well configured: each writer has a number of its own, and keeps it when it is started again. */
public final class TextbookMaker implements IdMaker {

    @Override
    public String name() {
        return "textbook";
    }

    @Override
    public String describe(MakerSettings settings) {
        return "synchronized, worker id configured for each writer and kept over restarts, refuses a clock that goes back; "
                + "41 bits ms, 5 datacenter, 5 worker, 12 sequence";
    }

    @Override
    public Ids open(MakerSettings settings) {
        return new Textbook(settings.writer(), System::currentTimeMillis)::nextId;
    }

    /** 41 bits of milliseconds, 10 of worker, and a sequence of 12 that starts at 0 in every millisecond. */
    static final class Textbook {

        private static final long EPOCH_MILLIS = 1_288_834_974_657L;
        private static final int SEQUENCE_BITS = 12;
        private static final int WORKER_BITS = 10;
        private static final long LAST_SEQUENCE = (1L << SEQUENCE_BITS) - 1;

        private final long worker;
        private final LongSupplier clockMillis;
        private long lastMillis = -1;
        private long sequence;

        Textbook(long worker, LongSupplier clockMillis) {
            this.worker = worker;
            this.clockMillis = clockMillis;
        }

        /**
         * The next id; spins while the sequence of a millisecond is used up.
         *
         * @throws IllegalStateException if the clock was set back
         */
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
            return (millis - EPOCH_MILLIS) << (WORKER_BITS + SEQUENCE_BITS) | worker << SEQUENCE_BITS | sequence;
        }
    }
}
