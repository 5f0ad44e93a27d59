package io.snowflakeid;

/**
 * A rule of the design, broken on purpose in the simulated ledger: a simulation that does not notice is worth nothing. Rules that the
 * generator itself keeps are broken in its own code, by {@code .ci/planted-faults}.
 */
enum PlantedBug {
    NONE,
    /** The last tick is read first, and the lease closed afterwards. */
    MARK_READ_BEFORE_CLOSING,
    /** Whoever names the worker gives it back. */
    RELEASE_WITHOUT_TOKEN,
    /** Renewing and releasing are guarded by who holds it, by host and process id, which recur after a restart. */
    GUARD_BY_VALUE,
    /** A renewal sets the end to one window after the ledger's clock, be it lower. */
    RENEW_LOWERS_THE_MARK,
    /** A renewal writes a missing row again. */
    REINSERT_OF_A_MISSING_ROW
}
