package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The sorts of faults that a run can be asked for. */
public enum FaultFamily {
    /** {@code kill -9}. */
    KILLS,
    /** {@code SIGSTOP} for longer than a window, then {@code SIGCONT}. */
    PAUSES,
    /** The wall clock jumps. */
    CLOCKS,
    /** The network between a writer and the database fails. */
    OUTAGES,
    /** Other code leaves transactions open on the connections of the ledger's pool; not in Redis. */
    LEFT_OPEN,
    /** An older copy of the ledger is put back under running processes; in databases with tables alone. */
    RESTORES;

    /** All but restores: after one a new process waits for its first id for a window and 10 s. */
    public static final Set<FaultFamily> DEFAULT =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(RESTORES)));

    /** As reports name it. */
    @JsonValue
    String reported() {
        return name().toLowerCase(Locale.ROOT);
    }
}
