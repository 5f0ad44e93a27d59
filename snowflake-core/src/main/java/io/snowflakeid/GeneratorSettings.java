package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What a generator was built with; see {@link SnowflakeIdGenerator.Builder} for each. */
record GeneratorSettings(
        WorkerLedger ledger,
        TimeSource time,
        Duration maxWait,
        ClockPolicy clockPolicy,
        Duration maxLeap,
        Duration runAhead,
        List<GeneratorListener> listeners) {

    GeneratorSettings {
        listeners = List.copyOf(listeners);
    }

    SnowflakeLayout layout() {
        return ledger.layout();
    }

    Instant wallClock() {
        return Instant.ofEpochSecond(0, time.wallNanos());
    }

    /** How many ticks ids may be ahead of the clock, not above {@link SnowflakeLayout#runAheadTicks}. */
    long runAheadTicks() {
        return runAhead.dividedBy(layout().tick());
    }

    /**
     * How many ids one step of a reservation may take: what is due at once, wherever in its tick the sequence begins. Without a tick to
     * come that is half of the present one, so that a step need not be the first one there.
     */
    int stepSize() {
        int sequenceBits = layout().sequenceBits();
        if (runAheadTicks() > 0) {
            return (int) Math.min(Integer.MAX_VALUE, runAheadTicks() << sequenceBits);
        }
        return 1 << (sequenceBits - 1);
    }
}
