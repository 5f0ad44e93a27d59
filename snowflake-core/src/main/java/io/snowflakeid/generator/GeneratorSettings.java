package io.snowflakeid.generator;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedger;
import java.time.Duration;
import java.time.Instant;

/** The settings of a generator, as {@link SnowflakeIdGenerator.Builder} describes them. */
record GeneratorSettings(
        WorkerLedger ledger,
        TimeSource time,
        Duration maxWait,
        ClockPolicy clockPolicy,
        Duration maxLeap,
        Duration runAhead) {

    SnowflakeLayout layout() {
        return ledger.layout();
    }

    Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }

    long runAheadTicks() {
        return runAhead.dividedBy(layout().tick());
    }

    /** Returns the largest number of ids of one reservation step. Without a run-ahead, one step takes at most half of a tick's ids. */
    int stepSize() {
        int sequenceBits = layout().sequenceBits();
        long size = runAheadTicks() > 0 ? runAheadTicks() << sequenceBits : 1L << (sequenceBits - 1);
        return (int) Math.min(Integer.MAX_VALUE, size);
    }
}
