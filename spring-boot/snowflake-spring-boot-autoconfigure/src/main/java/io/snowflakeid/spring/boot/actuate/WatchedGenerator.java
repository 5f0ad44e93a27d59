package io.snowflakeid.spring.boot.actuate;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedger;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A generator as meters, health and the endpoint look at it.
 *
 * @param name its tag
 * @param ledger null for a bean that the application made itself
 * @param events null for a bean that the application made itself: then there is only what its status says
 */
record WatchedGenerator(
        String name,
        SnowflakeIdGenerator ids,
        @Nullable WorkerLedger ledger,
        @Nullable GeneratorEvents events,
        TimeSource time) {

    Standing standing() {
        return new Standing(this);
    }

    Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }
}
