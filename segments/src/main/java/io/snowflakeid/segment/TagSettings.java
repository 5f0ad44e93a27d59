package io.snowflakeid.segment;

import io.snowflakeid.internal.Limits;

/**
 * The settings that must be equal in all processes of a tag. A database stores the settings with the tag.
 *
 * @param increment the difference between consecutive numbers of one database
 * @param remainder the remainder when a number of the database is divided by the increment
 * @param smallestStep the smallest size of a range
 * @param largestStep the largest size of a range
 * @param max the largest number
 * @param gap how many numbers a tag skips if its table may have lost ranges, or {@link #STOP}
 */
record TagSettings(long increment, long remainder, long smallestStep, long largestStep, long max, long gap) {

    static final long STOP = -1;
    static final long LARGEST_MAX = 1L << 62; // the sum of a number, a range and a gap does not overflow
    static final long LARGEST_GAP = 1L << 61;
    private static final long LARGEST_FACTOR = 8; // of one change of the step

    TagSettings {
        Limits.requireBetween("increment", increment, 1L, 1_000_000L);
        Limits.requireBetween("remainder", remainder, 0L, increment - 1);
        Limits.requireBetween("largest step", largestStep, 1L, 1_000_000_000L);
        Limits.requireBetween("smallest step", smallestStep, 1L, largestStep);
        Limits.requireBetween("max", max, 1L, LARGEST_MAX);
        Limits.requireBetween("gap", gap, STOP, LARGEST_GAP);
    }

    TagSettings withNumbers(long otherIncrement, long otherRemainder) {
        return new TagSettings(otherIncrement, otherRemainder, smallestStep, largestStep, max, gap);
    }

    /** Returns the smallest positive number of this database that is not less than the given number. */
    long firstFrom(long least) {
        long from = Math.max(1, least);
        return from + Math.floorMod(remainder - from, increment);
    }

    /** Returns the size of the next range, so that a range lasts between the target time and four times that time. */
    long stepAfter(long step, long lastedNanos, long targetNanos) {
        long lasted = Math.max(1, lastedNanos);
        if (lasted < targetNanos) {
            return Math.min(largestStep, step * Math.min(LARGEST_FACTOR, Math.max(2, targetNanos / lasted)));
        }
        long targets = lasted / targetNanos;
        return targets < 4 ? step : Math.max(smallestStep, step / Math.min(LARGEST_FACTOR, targets / 2));
    }

    @Override
    public String toString() {
        return "increment " + increment + ", remainder " + remainder + ", step " + smallestStep + ".." + largestStep
                + ", max " + max + (gap == STOP ? ", stop after a restore" : ", gap " + gap + " after a restore");
    }
}
