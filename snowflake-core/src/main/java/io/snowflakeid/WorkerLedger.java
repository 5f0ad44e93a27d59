package io.snowflakeid;

import java.time.Duration;
import java.util.Optional;

/**
 * Stores which process may use which worker for which ticks, so that windows of one worker never overlap. Two ids are equal only if tick, datacenter,
 * worker and sequence are equal. A process that uses only the ticks of its windows makes unique ids, even if its clock is wrong.
 *
 * <p>Every ledger follows a few rules, each of which excludes an order of events that leads to duplicates.
 *
 * <ul>
 *   <li>Every acquisition writes a fresh random token. A renewal or a release changes an entry only if worker <em>and</em> token match.
 *   <li>A renewal never lowers the end of a window. A renewal does not write a missing entry again, because the grant is lost.
 *   <li>After an ambiguous reply, a ledger uses a grant only if a renewal under the grant's token is confirmed.
 *   <li>A worker that lapsed without a release is granted to other processes only one window after its end.
 * </ul>
 *
 * <p>Only one thread at a time calls a ledger for one grant, but an instance may serve several generators. Gray and Cheriton described leases in
 * "Leases: an efficient fault-tolerant mechanism for distributed file cache consistency", 1989.
 */
public interface WorkerLedger {

    /** Returns the layout of every id under this ledger. */
    SnowflakeLayout layout();

    /**
     * Grants a window of a worker that no other process holds. The call may block for as long as one window when all workers are taken.
     *
     * @param wallNanos the caller's wall clock, in nanoseconds since 1970-01-01T00:00Z
     * @throws WorkerLedgerException if no worker can be granted
     */
    WorkerGrant acquire(long wallNanos);

    /**
     * Extends the window of a grant. The new end is one window after {@code positionTick} or after the ledger's clock, whichever is later. The result
     * is empty if the grant is lost or has lapsed, so that the caller must acquire another grant. The result may have another token, for example if a
     * ledger of a group is down. A caller that gets another token continues with the new grant and releases the old grant.
     *
     * @param positionTick the tick that the caller has reached
     * @return the grant with its present window, a new grant with another token, or empty
     * @throws WorkerLedgerException if the ledger does not confirm the renewal, so that the caller has only the present window
     */
    Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick);

    /**
     * Releases the worker, which other processes may use from {@code firstUnusedTick} on. A grant that is no longer valid is ignored.
     *
     * @throws WorkerLedgerException if the ledger could not store the release, so that the worker is free only some time after its window
     */
    void release(WorkerGrant grant, long firstUnusedTick);

    /** Returns the interval between renewals, or {@link Duration#ZERO} if windows last as long as the layout. */
    Duration renewEvery();

    /** Returns true if ids follow the ledger's clock, or false if the ledger has no clock and ids follow the caller's wall clock. */
    boolean hasClock();

    /** Returns the name of this ledger for messages. */
    String describe();
}
