package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

public enum FaultFamily {
    KILLS,
    /** Suspends processes with {@code SIGSTOP} for longer than a window, and resumes them with {@code SIGCONT}. */
    PAUSES,
    /** Sets the wall clock of processes forward or back. */
    CLOCKS,
    /** Interrupts the network between a writer and the database. */
    OUTAGES,
    /** Starts a transaction on each connection of the pool before the ledger gets the connection. {@code LEFT_OPEN} has no effect in Redis. */
    LEFT_OPEN,
    /** Replaces the ledger by an older copy while processes run. */
    RESTORES;

    /** All kinds of faults except {@link #RESTORES}, because a restore delays the first id of a new process by a window and 10 s. */
    public static final Set<FaultFamily> DEFAULT =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(RESTORES)));

    @JsonValue
    String reported() {
        return name().toLowerCase(Locale.ROOT);
    }
}
