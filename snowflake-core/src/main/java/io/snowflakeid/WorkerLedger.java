package io.snowflakeid;

import java.time.Duration;
import java.util.Optional;

/**
 * Stores which process may use which worker for which ticks, so that windows of one worker never overlap. Two ids are equal only if tick, datacenter,
 * worker and sequence are, so a process that stays inside its windows makes unique ids, whatever its clock does.
 *
 * <p>Every ledger keeps these rules; each rule excludes an order of events that would lead to duplicates:
 *
 * <ul>
 *   <li>every acquisition writes a fresh random token; renewing and releasing are guarded by worker <em>and</em> token;
 * <li>a renewal never lowers the end of a window; a missing entry means that the grant is lost, and is not written again;
 *   <li>after an ambiguous reply a grant is adopted only by a renewal under its token that is confirmed;
 *   <li>a worker that lapsed without a release is granted to others only one window after its end.
 * </ul>
 *
 * <p>One thread at a time calls a ledger for a grant; an instance may serve several generators. Related: Gray and Cheriton, "Leases: An Efficient
 * Fault-Tolerant Mechanism for Distributed File Cache Consistency", 1989.
 */
public interface WorkerLedger {

    /** The layout of every id under this ledger. */
    SnowflakeLayout layout();

    /**
     * Grants a window of a worker that no other process holds. May block for as long as one window when all workers are taken.
     *
     * @param wallNanos the caller's wall clock, nanoseconds since 1970-01-01T00:00Z
     * @throws WorkerLedgerException if no worker can be granted
     */
    WorkerGrant acquire(long wallNanos);

    /**
     * Moves the end of the window further, to one window after {@code positionTick} or the ledger's clock, whichever is later.
     *
     * @param positionTick the tick that the caller has reached
     * @return the grant as it stands now; or empty if it is lost or has lapsed: then the grant is over, and a new one must be acquired; or a grant
     *     with another token that takes its place from now on, as from a group of ledgers one of which is down: the caller continues with the new
     *     grant, then releases the old one
     * @throws WorkerLedgerException if the ledger could not be asked; the window stays as it was
     */
    Optional<WorkerGrant> renew(WorkerGrant grant, long positionTick);

    /**
     * Gives the worker back; other processes may use it from {@code firstUnusedTick} on. Does nothing if the grant is no longer the caller's.
     *
     * @throws WorkerLedgerException if the ledger could not store the release; the worker is then free some time after its window
     */
    void release(WorkerGrant grant, long firstUnusedTick);

    /** How often to renew; {@link Duration#ZERO} if windows last as long as the layout. */
    Duration renewEvery();

    /** True if ids follow the ledger's clock; false if the ledger has none, so that only the caller's wall clock exists. */
    boolean hasClock();

    /** Names this ledger in messages. */
    String describe();
}
