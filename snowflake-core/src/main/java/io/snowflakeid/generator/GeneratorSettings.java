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

    /** Returns the largest number of ids that a batch reserves at once. If the run-ahead is 0, the result is half of the number of ids in a tick. */
    int stepSize() {
        int sequenceBits = layout().sequenceBits();
        long size = runAheadTicks() > 0 ? runAheadTicks() << sequenceBits : 1L << (sequenceBits - 1);
        return (int) Math.min(Integer.MAX_VALUE, size);
    }
}
