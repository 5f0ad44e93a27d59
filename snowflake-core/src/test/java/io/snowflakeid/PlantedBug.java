package io.snowflakeid;

/** A rule of the design, broken on purpose: a simulation that does not notice is worth nothing. */
enum PlantedBug {
    NONE,
    /** A ticket is encoded with the worker of the lease that is current by then. */
    WORKER_SPLICED_IN_AFTER_THE_TICKET,
    /** The last tick is read first, and the lease closed afterwards. */
    MARK_READ_BEFORE_CLOSING,
    /** Whoever names the worker gives it back. */
    RELEASE_WITHOUT_TOKEN,
    /** Renewing and releasing are guarded by who holds it, by host and process id, which recur after a restart. */
    GUARD_BY_VALUE,
    /** A renewal sets the end to one window after the ledger's clock, be it lower. */
    RENEW_LOWERS_THE_MARK,
    /** A renewal writes a missing row again. */
    REINSERT_OF_A_MISSING_ROW,
    /** A caller compares the wall clock with its window, and not its ticket. */
    WINDOW_CHECKED_ON_THE_WALL_CLOCK
}
