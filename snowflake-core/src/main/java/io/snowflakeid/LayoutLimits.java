package io.snowflakeid;

import static io.snowflakeid.internal.Limits.requireBetween;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

final class LayoutLimits {

    private static final Instant LAST_EPOCH = Instant.parse("9999-12-31T23:59:59.999Z");
    private static final int MAX_BITS = 63;

    private LayoutLimits() {}

    static void requireBits(int timestamp, int datacenter, int worker, int sequence, int gene) {
        requireBetween("timestampBits", timestamp, 1, 62);
        requireBetween("datacenterBits", datacenter, 0, 31);
        requireBetween("workerBits", worker, 0, 31);
        requireBetween("sequenceBits", sequence, 1, 31);
        requireBetween("geneBits", gene, 0, 20);
        int sum = timestamp + datacenter + worker + sequence + gene;
        if (sum > MAX_BITS) {
            throw new IllegalArgumentException(
                    "layout needs " + sum + " bits (timestamp " + timestamp + " + datacenter "
                            + datacenter + " + worker " + worker + " + sequence " + sequence + " + gene " + gene + "), "
                            + (sum - MAX_BITS) + " more than the " + MAX_BITS
                            + " of a positive long: make a field narrower");
        }
    }

    static void requireTick(Duration tick) {
        requireBetween("tick", tick, Duration.ofMillis(1), Duration.ofHours(1));
        requireWholeMillis("tick", tick, tick.truncatedTo(ChronoUnit.MILLIS));
    }

    static void requireEpoch(Instant epoch) {
        requireBetween("epoch", epoch, Instant.EPOCH, LAST_EPOCH);
        requireWholeMillis("epoch", epoch, epoch.truncatedTo(ChronoUnit.MILLIS));
    }

    private static void requireWholeMillis(String name, Object value, Object truncated) {
        if (!value.equals(truncated)) {
            throw new IllegalArgumentException(name + " must be whole milliseconds, but is " + value);
        }
    }

    static void requireFits(String field, long value, int bits, String wayOut) {
        if (value < 0 || value > SnowflakeLayout.mask(bits)) {
            throw new IllegalArgumentException(
                    field + " " + value + " does not fit into " + bits + " bits (0.." + SnowflakeLayout.mask(bits)
                            + "); " + wayOut + ", or use a layout with more " + field.replace(" id", "") + " bits");
        }
    }
}
