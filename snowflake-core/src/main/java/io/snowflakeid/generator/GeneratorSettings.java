package io.snowflakeid.generator;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedger;
import java.time.Duration;
import java.time.Instant;

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

    /** Returns the largest number of ids that a batch reserves at once. With run-ahead 0, a batch reserves at most half of a tick's ids at once. */
    int stepSize() {
        int sequenceBits = layout().sequenceBits();
        long size = runAheadTicks() > 0 ? runAheadTicks() << sequenceBits : 1L << (sequenceBits - 1);
        return (int) Math.min(Integer.MAX_VALUE, size);
    }
}
