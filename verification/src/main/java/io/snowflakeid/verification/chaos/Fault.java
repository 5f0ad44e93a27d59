package io.snowflakeid.verification.chaos;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

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
        /** What is sent arrives and is carried out; of the replies some are dropped, and the connection is reset. */
        REPLY_LOST,
        RESTART,
        RESTORE;

        /** Those of the network. */
        static final Set<Kind> OUTAGES = Collections.unmodifiableSet(EnumSet.range(CUT, REPLY_LOST));
    }

    /** When it is over, after all writers were ready. */
    public long endMillis() {
        return atMillis + lastsMillis;
    }
}
