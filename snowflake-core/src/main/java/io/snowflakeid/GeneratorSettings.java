package io.snowflakeid;

import java.time.Duration;
import java.util.List;

/** What a generator was built with; see {@link SnowflakeIdGenerator.Builder} for each. */
record GeneratorSettings(
        WorkerLedger ledger,
        TimeSource time,
        Duration maxWait,
        ClockPolicy clockPolicy,
        Duration maxLeap,
        List<GeneratorListener> listeners) {

    GeneratorSettings {
        listeners = List.copyOf(listeners);
    }

    SnowflakeLayout layout() {
        return ledger.layout();
    }
}
