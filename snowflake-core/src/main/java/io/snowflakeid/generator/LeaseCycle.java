package io.snowflakeid.generator;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.generator.LeaseCycle.Request.Acquire;
import io.snowflakeid.generator.LeaseCycle.Request.Release;
import io.snowflakeid.generator.LeaseCycle.Request.Renew;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of a generator's lease, from the first grant to the last release. This class chooses the next request to the ledger, and
 * processes the replies. This class never blocks and never calls the ledger, so that a simulation can test every order of events. Only the thread
 * that calls the ledger may call {@link #resume}, {@link #isSettled}, {@link #next}, {@link #acquired} and {@link #renewed}. A reply of the ledger
 * never reopens a closed lease.
 */
final class LeaseCycle {

    interface Clock {
        /** Returns the current tick of the id clock. */
        long position();

        /** Moves the id clock forward to the given tick if the tick is ahead by more than the run-ahead. */
        void goOnFrom(long tick);

        /** Discards all earlier readings of the wall clock. */
        void startAnew();
    }

    sealed interface Request {

        record Acquire() implements Request {}

        record Renew(WorkerGrant grant, long positionTick) implements Request {}

        record Release(WorkerGrant grant, long mark) implements Request {}
    }

    record Offline(Instant since, long behindNanos) {}

    private final SnowflakeLayout layout;
    private final Clock clock;

    private final AtomicLong skipped = new AtomicLong(); // the number of tickets that all leases skipped

    // the lease changes only under the monitor of this object, so that a closed generator never gets a new lease
    private volatile Lease lease;
    private volatile @Nullable Offline offline;
    private volatile boolean closed;
    private long spentBefore; // the number of tickets that earlier leases used
    private long issued; // the last count that issued() returned

    // only the thread that calls the ledger uses the fields held, release and resuming
    private @Nullable WorkerGrant held; // a token other than the lease's token needs a renewal before its first use
    private @Nullable Release release; // the release that must be sent next
    private boolean resuming;

    LeaseCycle(SnowflakeLayout layout, WorkerGrant first, Clock clock) {
        this.layout = layout;
        this.clock = clock;
        clock.goOnFrom(first.from());
        held = first;
        lease = new Lease(layout, first, first.from(), skipped);
    }

    Lease lease() {
        return lease;
    }

    @Nullable
    Offline offline() {
        return offline;
    }

    boolean isClosed() {
        return closed;
    }

    boolean isServing() {
        return !closed && offline == null;
    }

    /** Returns the number of ids that all leases of the generator have issued. The number of issued ids never decreases. */
    synchronized long issued() {
        long spent = spentBefore + lease.spent();
        // skipped is read after spent(), because a lease adds skipped ids before it counts them as spent
        issued = Math.max(issued, spent - skipped.get());
        return issued;
    }

    /** Closes the lease if the given condition is true. The method returns true only if this call has closed the lease. */
    synchronized boolean goOffline(Offline why, BooleanSupplier isStillSo) {
        if (!isServing() || !isStillSo.getAsBoolean()) {
            return false;
        }
        offline = why;
        lease.close();
        return true;
    }

    /** Closes the lease permanently. The first call of this method returns true, and later calls return false. */
    synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        lease.close();
        return true;
    }

    /** Sets whether the next grant of a worker ends the generator's offline state. */
    void resume(boolean wanted) {
        resuming = wanted;
    }

    /** Returns true if the lease is open and only needs its next regular renewal. */
    boolean isSettled() {
        return isInUse() && release == null && !lease.isClosed();
    }

    private boolean isInUse() {
        return held != null && held.token().equals(lease.grant().token());
    }

    /**
     * Returns the next request to the ledger, or null if no request remains. A failed release is not repeated, because the worker becomes free after
     * its window.
     */
    @Nullable
    Request next() {
        if (release == null && (isOver() || hasEnded())) {
            endLease();
        }
        if (release != null) {
            Release once = release;
            release = null;
            return once;
        }
        if (held != null) {
            return new Renew(held, clock.position());
        }
        return isOver() ? null : new Acquire();
    }

    private boolean isOver() {
        return closed || (offline != null && !resuming);
    }

    private boolean hasEnded() {
        return isInUse() && (lease.isClosed() || clock.position() >= lease.untilTick());
    }

    private void endLease() {
        long mark = lease.close();
        if (held != null) {
            release = new Release(held, isInUse() ? mark : held.from());
            held = null;
        }
    }

    /** Replaces the lease after the ledger has granted a worker. All new ids are greater than all earlier ids. */
    void acquired(WorkerGrant grant) {
        clock.goOnFrom(Math.max(grant.from(), lease.close()));
        held = grant;
        if (clock.position() < grant.until()) {
            install(grant);
        }
    }

    /**
     * Processes the reply to a renewal. If the ledger's reply to a renewal is empty, the generator has lost the worker. If the start of the window
     * has changed, the generator loses the worker, because another process may have used the worker.
     */
    void renewed(Renew request, Optional<WorkerGrant> answer) {
        if (answer.isPresent() && !answer.get().token().equals(request.grant().token())) {
            endLease(); // a group of ledgers has moved to another ledger
            acquired(answer.get());
        } else if (answer.isEmpty() || answer.get().from() != request.grant().from()) {
            endLease();
        } else {
            held = answer.get();
            if (isInUse()) {
                lease.extend(held.until());
            } else {
                install(held);
            }
        }
    }

    private synchronized void install(WorkerGrant grant) {
        long mark = lease.close();
        spentBefore += lease.spent();
        Lease fresh = new Lease(layout, grant, mark, skipped);
        if (isOver()) {
            fresh.close(); // the lease is closed before a caller can see the lease
        } else if (offline != null) {
            // startAnew() is called after the old lease is closed, and before a caller can see the new lease
            clock.startAnew();
            resuming = false;
        }
        lease = fresh;
        if (!fresh.isClosed()) {
            offline = null;
        }
    }
}
