package io.snowflakeid.demo.chaos;

/**
 * Something that is to go wrong.
 *
 * @param atMillis when it begins, after all writers were ready
 * @param writer whom it meets, from 0; {@link #EVERY_WRITER} for all, or for what meets no writer in particular
 * @param lastsMillis for pauses and outages: how long; for restores: how old the copy is at least
 * @param clockMillis for clock steps: how far the clock is off the true time from then on
 */
record Fault(long atMillis, Kind kind, int writer, long lastsMillis, long clockMillis) {

    static final int EVERY_WRITER = -1;

    enum Kind {
        KILL,
        PAUSE,
        CLOCK_STEP,
        CUT,
        DELAY,
        HALF_OPEN,
        REPLY_LOST,
        RESTART,
        RESTORE
    }

    long endMillis() {
        return atMillis + lastsMillis;
    }
}
