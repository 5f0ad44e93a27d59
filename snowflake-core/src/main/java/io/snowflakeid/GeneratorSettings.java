package io.snowflakeid;

import java.time.Duration;

/** What a generator was built with; see {@link SnowflakeIdGenerator.Builder} for each. */
record GeneratorSettings(
        WorkerLedger ledger,
        TimeSource time,
        Duration maxWait,
        ClockPolicy clockPolicy,
        Duration maxLeap,
        GeneratorListener listener) {

    SnowflakeLayout layout() {
        return ledger.layout();
    }
}
