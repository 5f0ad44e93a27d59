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
 * The states of a generator's lease, from the first grant to the last release. This class decides the next request for the ledger, and processes the
 * replies. This class does not call the ledger, wait, or read a clock of its own, so a simulation can produce every order of events. Only one thread
 * may call {@link #next} and the methods after {@link #next}. Any thread may call {@link #lease}, {@link #goOffline} and {@link #close} at any
 * moment. A lease that is closed during a request is still closed after any reply.
 */
final class LeaseCycle {

    /** The part of the id clock that a lease needs. */
    interface Clock {
        /** Returns the tick that the holder has reached. */
        long position();

        /** Moves the clock to the given tick, because earlier ticks of the worker are used up. A tick that a burst may reach causes no change. */
        void goOnFrom(long tick);

        /** Accepts the present reading of the wall clock as right. */
        void startAnew();
    }

    sealed interface Request {

        record Acquire() implements Request {}

        /** Extends the window from {@code positionTick}, the tick that the holder has reached. */
        record Renew(WorkerGrant grant, long positionTick) implements Request {}

        /** Releases the worker from {@code mark} on, the first tick without an id. */
        record Release(WorkerGrant grant, long mark) implements Request {}
    }

    /** The time of the wall clock at which the clock policy took the generator offline, and the distance of the clock to its highest reading. */
    record Offline(Instant since, long behindNanos) {}

    private final SnowflakeLayout layout;
    private final Clock clock;

    private final AtomicLong skipped = new AtomicLong(); // the number of tickets that all leases skipped

    // these fields change under the monitor of this object, so that no lease is installed after the generator is closed
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

    /** Returns true if the generator should have a lease, because the generator is neither closed nor offline. */
    boolean isServing() {
        return !closed && offline == null;
    }

    /** Returns the number of handed out tickets, which never decreases, and is too small only while other threads take tickets. */
    synchronized long issued() {
        long spent = spentBefore + lease.spent();
        // the skipped tickets are read last, because a skipped ticket is counted as skipped first and as used later
        issued = Math.max(issued, spent - skipped.get());
        return issued;
    }

    /** Ends the lease until {@link #resume}, unless {@code isStillSo} is false. Only the caller that ended the lease gets true. */
    synchronized boolean goOffline(Offline why, BooleanSupplier isStillSo) {
        if (!isServing() || !isStillSo.getAsBoolean()) {
            return false;
        }
        offline = why;
        lease.close();
        return true;
    }

    /** Ends the lease permanently. Among concurrent callers, only the caller that ended the lease gets true. */
    synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        lease.close();
        return true;
    }

    /** Decides whether an offline generator is online again after the next grant. */
    void resume(boolean wanted) {
        resuming = wanted;
    }

    /** Returns true if the next request is a renewal that can wait. */
    boolean isSettled() {
        return isInUse() && release == null && !lease.isClosed();
    }

    private boolean isInUse() {
        return held != null && held.token().equals(lease.grant().token());
    }

    /**
     * Returns the next request, or null if no grant is needed and all grants were released. A release is returned only once, even if the release
     * fails, because the worker becomes free after its window anyway.
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

    /** Returns true if the generator is closed, or offline without a pending {@link #resume}. */
    private boolean isOver() {
        return closed || (offline != null && !resuming);
    }

    /** Returns true if the lease in use has ended. A lapsed owner must acquire another worker, because the process may have been paused. */
    private boolean hasEnded() {
        return isInUse() && (lease.isClosed() || clock.position() >= lease.untilTick());
    }

    /** Closes the lease, then prepares its release, because the mark is final only after the close. */
    private void endLease() {
        long mark = lease.close();
        if (held != null) {
            release = new Release(held, isInUse() ? mark : held.from());
            held = null;
        }
    }

    /** Processes a new grant, which has another worker or another token. The new ids continue above the old ids. */
    void acquired(WorkerGrant grant) {
        clock.goOnFrom(Math.max(grant.from(), lease.close()));
        held = grant;
        if (clock.position() < grant.until()) {
            install(grant);
        }
    }

    /**
     * Processes the answer to a renewal. The worker is lost if the answer is empty. The worker is also lost if the window has another beginning under
     * the same token, because another process may have had the worker between two acquisitions.
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
            // the clock starts anew before a caller can see the new lease, and never while an old lease is in use
            clock.startAnew();
            resuming = false;
        }
        lease = fresh;
        if (!fresh.isClosed()) {
            offline = null;
        }
    }
}
