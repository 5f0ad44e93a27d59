package io.snowflakeid.demo.origin;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the times in ids are from those at which their rows say to have been created. A column without a zone may be hours off
 * throughout, and by one hour more in summer.
 *
 * @param near the share of rows that are near, 0 to 1
 * @param offset what the rows are off throughout, whole quarters of an hour
 * @param most the largest difference among those that are near, beyond the offset
 */
record CreationTimes(double near, Duration offset, Duration most) {

    private static final long MINUTE = 60_000;
    private static final long HOUR = 60 * MINUTE;
    private static final long QUARTER = 15 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long FARTHEST_ZONE = 14 * HOUR;

    /** A row, by both of its times. */
    record Pair(Instant ofId, Instant ofRow) {

        long difference() {
            return ofRow.toEpochMilli() - ofId.toEpochMilli();
        }
    }

    /** @param pairs at least one */
    static CreationTimes of(List<Pair> pairs) {
        long tolerated = pairs.stream().allMatch(CreationTimes::isMidnight) ? DAY : MINUTE;
        long usual = usualOffset(pairs);
        List<long[]> offsets =
                List.of(new long[] {usual}, new long[] {usual, usual + HOUR}, new long[] {usual, usual - HOUR});
        CreationTimes best = held(pairs, offsets.get(0), tolerated);
        for (long[] withSummer : offsets) {
            CreationTimes other = held(pairs, withSummer, tolerated);
            best = other.near > best.near ? other : best;
        }
        return best;
    }

    private static boolean isMidnight(Pair pair) {
        return pair.ofRow().equals(pair.ofRow().truncatedTo(ChronoUnit.DAYS));
    }

    private static long usualOffset(List<Pair> pairs) {
        List<Long> sorted = pairs.stream().map(Pair::difference).sorted().toList();
        long median = sorted.get(sorted.size() / 2);
        long rounded = Math.round((double) median / QUARTER) * QUARTER;
        return Math.abs(rounded) > FARTHEST_ZONE ? 0 : rounded;
    }

    private static CreationTimes held(List<Pair> pairs, long[] offsets, long tolerated) {
        List<Long> near = new ArrayList<>();
        for (Pair pair : pairs) {
            long rest = Long.MAX_VALUE;
            for (long offset : offsets) {
                rest = Math.min(rest, Math.abs(pair.difference() - offset));
            }
            if (rest <= tolerated) {
                near.add(rest);
            }
        }
        long most = near.stream().mapToLong(Long::longValue).max().orElse(0);
        return new CreationTimes(
                (double) near.size() / pairs.size(), Duration.ofMillis(offsets[0]), Duration.ofMillis(most));
    }
}
