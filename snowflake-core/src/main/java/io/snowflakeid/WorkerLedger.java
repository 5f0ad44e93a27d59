package io.snowflakeid;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Stores the worker and the window of ticks that each process may use. The windows of one worker never overlap, so ids are unique even if the clock
 * of a process is wrong.
 *
 * <p>An implementation must follow all rules of this interface, because a violation can cause duplicate ids.
 *
 * <ul>
 *   <li>Every acquisition stores a new random token. A renewal or a release changes an entry only if both the worker and the token match.
 *   <li>A renewal never moves the end of a window to an earlier tick. If the ledger has no entry for a worker, a renewal must not create the entry.
 *   <li>If the result of an acquisition is unknown, the ledger returns the grant only after a successful renewal with the grant's token.
 *   <li>If a process does not release its worker, other processes can acquire the worker one window length after the end of the worker's window.
 * </ul>
 *
 * <p>Calls to a ledger for the same grant are never concurrent. Several generators may share one ledger instance. Gray and Cheriton described leases
 * in "Leases: an efficient fault-tolerant mechanism for distributed file cache consistency", 1989.
 */
public interface WorkerLedger {

    /** Returns the layout of the ids that generators of this ledger make. */
    SnowflakeLayout layout();

    /**
     * Grants a window of a worker that no other process holds. If all workers are taken, the call may block for the length of one window.
     *
     * @param wallNanos the time of the caller's wall clock, in nanoseconds since 1970-01-01T00:00Z
     * @throws WorkerLedgerException if the ledger cannot grant a worker
     */
    WorkerGrant acquire(long wallNanos);

    /**
     * Extends the window of a grant. The new window ends one window length after {@code positionTick} or after the time of the ledger's clock,
     * whichever is later. The returned grant may have a different token than the given grant, for example if one ledger of a group is unavailable. If
     * the token of the returned grant is different, the caller uses the returned grant and releases the old grant.
     *
     * @param positionTick the current tick of the caller's id clock
     * @return the renewed or replaced grant, or empty if the caller must acquire another grant
     * @throws WorkerLedgerException if the ledger does not confirm the renewal. After a failed renewal, the caller may still use the
     *     current window of the grant, unless the reason is {@link WorkerLedgerException.Reason#ANOTHER_LEDGER}
     */
    Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick);

    /**
     * Releases the worker, so that other processes may use the worker from the given tick on. The method does nothing if the grant is no longer
     * valid.
     *
     * @throws WorkerLedgerException if the ledger could not store the release. Other processes can acquire the worker one window length after the end
     *     of the worker's window
     */
    void release(WorkerGrant grant, long firstUnusedTick);

    /** Returns the interval between renewals, or {@link Duration#ZERO} if a window lasts until the end of the layout. */
    Duration renewEvery();

    /** Returns true if this ledger has a clock, whose time is in {@link WorkerGrant#ledgerNanos}. */
    boolean hasClock();

    /** Returns the name of this ledger for messages. */
    String describe();

    /** A ledger that grants one range of worker ids. The class {@link io.snowflakeid.ledger.LedgerGroup} combines ledgers with different ranges. */
    interface Ranged extends WorkerLedger {

        /** Returns the datacenter id that all workers of this ledger have. */
        long datacenter();

        /** Returns the first worker id that this ledger grants. */
        long firstWorker();

        /** Returns the last worker id that this ledger grants. */
        long lastWorker();

        /**
         * Returns the workers of this ledger with their holders and windows, ordered by datacenter id and worker id.
         *
         * @throws WorkerLedgerException if the store cannot be queried
         */
        List<WorkerEntry> workers();
    }
}
