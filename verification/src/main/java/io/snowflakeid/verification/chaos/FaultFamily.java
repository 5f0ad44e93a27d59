package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The families of faults that can be selected for a run. */
public enum FaultFamily {
    /** {@code kill -9}. */
    KILLS,
    /** {@code SIGSTOP} for longer than a window, then {@code SIGCONT}. */
    PAUSES,
    /** The wall clock jumps. */
    CLOCKS,
    /** The network between a writer and the database fails. */
    OUTAGES,
    /** Connections of the ledger's pool have open transactions of other code; not in Redis. */
    LEFT_OPEN,
    /** The ledger is replaced by an older copy while processes run; only in databases with tables. */
    RESTORES;

    /** All families but {@link #RESTORES}: after a restore, a new process waits a window and 10 s for its first id. */
    public static final Set<FaultFamily> DEFAULT =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(RESTORES)));

    @JsonValue
    String reported() {
        return name().toLowerCase(Locale.ROOT);
    }
}
