package io.snowflakeid.demo.chaos;

/** The sorts of faults that a run can be asked for. */
public enum FaultFamily {
    /** {@code kill -9}. */
    KILLS,
    /** {@code SIGSTOP} for longer than a window, then {@code SIGCONT}. */
    PAUSES,
    /** The wall clock jumps. */
    CLOCKS,
    /** The network between a writer and the database fails. */
    OUTAGES
}
