package io.snowflakeid.verification.chaos;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A fault to inject.
 *
 * @param atMillis the start of the fault, in milliseconds after all writers are ready
 * @param writer the index of the affected writer, or {@link #EVERY_WRITER} if the fault affects all writers or the server
 * @param lastsMillis the duration of a pause or an outage, or the minimum age of the copy for a restore
 * @param clockMillis the new offset of the clock, for a clock step
 */
public record Fault(long atMillis, Kind kind, int writer, long lastsMillis, long clockMillis) {

    static final int EVERY_WRITER = -1;

    public enum Kind {
        KILL,
        PAUSE,
        CLOCK_STEP,
        /** Resets all open connections and each new connection. */
        CUT,
        /** Delays all packets. */
        DELAY,
        /** Accepts new connections and does not close open connections, but drops all bytes. The proxy resets all connections when the fault ends. */
        HALF_OPEN,
        /** Forwards requests, but drops some replies and resets their connections. */
        REPLY_LOST,
        RESTART,
        RESTORE;

        static final Set<Kind> OUTAGES = Collections.unmodifiableSet(EnumSet.range(CUT, REPLY_LOST));
    }

    public long endMillis() {
        return atMillis + lastsMillis;
    }
}
