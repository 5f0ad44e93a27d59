package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What a layout can be, and what fits into its fields. */
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
        requireSum(timestamp, datacenter, worker, sequence, gene);
    }

    private static void requireBetween(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    name + " must be between " + least + " and " + most + ", but is " + value);
        }
    }

    private static void requireSum(int timestamp, int datacenter, int worker, int sequence, int gene) {
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
        boolean wholeMillis = tick.equals(Duration.ofMillis(tick.toMillis()));
        if (!wholeMillis || tick.compareTo(Duration.ofMillis(1)) < 0 || tick.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("tick must be whole milliseconds between 1 ms and 1 h, but is " + tick);
        }
    }

    static void requireEpoch(Instant epoch) {
        if (!epoch.equals(epoch.truncatedTo(ChronoUnit.MILLIS))) {
            throw new IllegalArgumentException("epoch must be whole milliseconds, but is " + epoch);
        }
        if (epoch.isBefore(Instant.EPOCH) || epoch.isAfter(LAST_EPOCH)) {
            throw new IllegalArgumentException(
                    "epoch must be between " + Instant.EPOCH + " and " + LAST_EPOCH + ", but is " + epoch);
        }
    }

    static void requireFits(String field, long value, int bits) {
        if (value < 0 || value > SnowflakeLayout.mask(bits)) {
            String wayOut = value < 0
                    ? "use a number of that range"
                    : "use a layout with more " + field.replace(" id", "") + " bits or a smaller "
                            + field.replaceFirst(".* ", "");
            throw new IllegalArgumentException(field + " " + value + " does not fit into " + bits + " bits (0.."
                    + SnowflakeLayout.mask(bits) + "); " + wayOut);
        }
    }
}
