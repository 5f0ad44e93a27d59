package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The families of faults that an operator can select for a run. */
public enum FaultFamily {
    /** Kills processes with {@code kill -9}. */
    KILLS,
    /** Suspends processes with {@code SIGSTOP} for longer than a window, and resumes them with {@code SIGCONT}. */
    PAUSES,
    /** Sets the wall clock of processes forward or back. */
    CLOCKS,
    /** Interrupts the network between a writer and the database. */
    OUTAGES,
    /** Gives the ledger a connection pool whose connections have open transactions of other code, except for Redis. */
    LEFT_OPEN,
    /** Replaces the ledger by an older copy while processes run, only in databases with tables. */
    RESTORES;

    /** All families except {@link #RESTORES}, because after a restore, a new process waits a window and 10 s for its first id. */
    public static final Set<FaultFamily> DEFAULT =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(RESTORES)));

    @JsonValue
    String reported() {
        return name().toLowerCase(Locale.ROOT);
    }
}
