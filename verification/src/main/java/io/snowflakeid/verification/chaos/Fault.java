package io.snowflakeid.verification.chaos;

/**
 * Something that is to go wrong.
 *
 * @param atMillis when it begins, after all writers were ready
 * @param writer whom it meets, from 0; {@link #EVERY_WRITER} for all, or for what meets no writer in particular
 * @param lastsMillis for pauses and outages: how long; for restores: how old the copy is at least
 * @param clockMillis for clock steps: how far the clock is off the true time from then on
 */
public record Fault(long atMillis, Kind kind, int writer, long lastsMillis, long clockMillis) {

    static final int EVERY_WRITER = -1;

    /** What goes wrong. */
    public enum Kind {
        KILL,
        PAUSE,
        CLOCK_STEP,
        /** Open connections are reset, and so are new ones at once. */
        CUT,
        /** Everything arrives, late. */
        DELAY,
        /** Connections stay open and are accepted, but what is sent in either direction vanishes. They are reset when it is over. */
        HALF_OPEN,
        /** A statement that writes reaches the server and is carried out; its reply is dropped, and the connection is reset. */
        REPLY_LOST,
        RESTART,
        RESTORE
    }

    /** When it is over, after all writers were ready. */
    public long endMillis() {
        return atMillis + lastsMillis;
    }
}
