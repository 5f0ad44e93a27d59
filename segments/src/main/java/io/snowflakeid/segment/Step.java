package io.snowflakeid.segment;

/** Chooses the size of ranges, so that a range lasts between a target time and four times that time. */
record Step(long smallest, long largest, long targetNanos) {

    private static final long MOST = 8; // the largest factor of one change

    long next(long step, long lastedNanos) {
        long lasted = Math.max(1, lastedNanos);
        if (lasted < targetNanos) {
            return Math.min(largest, step * Math.min(MOST, Math.max(2, targetNanos / lasted)));
        }
        return lasted / 4 < targetNanos ? step : Math.max(smallest, step / Math.min(MOST, lasted / 2 / targetNanos));
    }
}
