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
 * The states of a generator's lease, from the first grant to the last release: decides the next request for the ledger, and takes the replies. This
 * class calls no ledger, never waits and reads no clock of its own, so that a simulation can step it through every order of events.
 *
 * <p>{@link #next} and the methods after it belong to one thread. Any thread may call {@link #lease}, {@link #goOffline} and {@link #close} at any
 * moment: a lease that is closed during a request stays closed, whatever the reply.
 */
final class LeaseCycle {

    /** What a lease needs of the clock that ids follow. */
    interface Clock {
        /** The tick that the holder has reached. */
        long position();

        /** Moves the clock to this tick, unless it is so near that a burst may reach it: earlier ticks are spent. */
        void goOnFrom(long tick);

        /** Accepts the present reading of the wall clock as right. */
        void startAnew();
    }

    /** A request for the ledger. */
    sealed interface Request {

        record Acquire() implements Request {}

        /** Moves the end of the window; {@code positionTick} is the tick that the holder has reached. */
        record Renew(WorkerGrant grant, long positionTick) implements Request {}

        /** Gives the worker back; {@code mark} is the first tick without an id. */
        record Release(WorkerGrant grant, long mark) implements Request {}
    }

    /** When the clock policy took the generator offline, by the wall clock, and how far that clock was behind. */
    record Offline(Instant since, long behindNanos) {}

    private final SnowflakeLayout layout;
    private final Clock clock;

    private final AtomicLong skipped = new AtomicLong(); // by all leases

    // changed under the monitor of this object, so that no lease is installed after the end
    private volatile Lease lease;
    private volatile @Nullable Offline offline;
    private volatile boolean closed;
    private long spentBefore; // by earlier leases
    private long issued; // the last count that was returned

    // used only by the thread that calls the ledger
    private @Nullable WorkerGrant held; // has another token than the lease, if it must be renewed before its first use
    private @Nullable Release release; // the next request
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

    /** Whether the generator should have a lease: it is neither closed nor offline. */
    boolean isServing() {
        return !closed && offline == null;
    }

    /** How many tickets all leases have handed out; never too many, never decreasing, and too few only while other threads take tickets. */
    synchronized long issued() {
        long spent = spentBefore + lease.spent();
        issued = Math.max(issued, spent - skipped.get()); // in this order: a skipped ticket is noted, then spent
        return issued;
    }

    /** Ends the lease until {@link #resume}, unless the clock has started anew; true for the one caller that did so. */
    synchronized boolean goOffline(Offline why, BooleanSupplier isStillSo) {
        if (!isServing() || !isStillSo.getAsBoolean()) {
            return false;
        }
        offline = why;
        lease.close();
        return true;
    }

    /** Ends the lease for good; true for the one caller that did so. */
    synchronized boolean close() {
        if (closed) {
            return false;
        }
        closed = true;
        lease.close();
        return true;
    }

    // ---- requests and replies

    /** Whether an offline generator is online again from the next grant on. */
    void resume(boolean wanted) {
        resuming = wanted;
    }

    /** Whether the next request is a renewal that can wait. */
    boolean isSettled() {
        return isInUse() && release == null && !lease.isClosed();
    }

    private boolean isInUse() {
        return held != null && held.token().equals(lease.grant().token());
    }

    /**
     * Returns the next request; null if no grant is needed any more, and all were released. A release is returned once, even if it fails: the worker
     * becomes free after its window anyway.
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

    /** True if the generator is closed, or offline without a pending {@link #resume}. */
    private boolean isOver() {
        return closed || (offline != null && !resuming);
    }

    /** True if the lease in use has ended: a lapsed owner acquires anew, as the process may have been paused. */
    private boolean hasEnded() {
        return isInUse() && (lease.isClosed() || clock.position() >= lease.untilTick());
    }

    /** Closes the lease, then prepares its release: the mark is final only after the close. */
    private void endLease() {
        long mark = lease.close();
        if (held != null) {
            release = new Release(held, isInUse() ? mark : held.from());
            held = null;
        }
    }

    /** Takes a new grant, which has another worker or another token: ids continue above the old ones. */
    void acquired(WorkerGrant grant) {
        clock.goOnFrom(Math.max(grant.from(), lease.close()));
        held = grant;
        if (clock.position() < grant.until()) {
            install(grant);
        }
    }

    /**
     * Takes the answer to a renewal. The worker is lost if the answer is empty, or if the window has another beginning under the same token: then its
     * acquisition was executed twice, and other processes had the worker in between.
     */
    void renewed(Renew request, Optional<WorkerGrant> answer) {
        if (answer.isPresent() && !answer.get().token().equals(request.grant().token())) {
            endLease(); // a group of ledgers has moved to another one
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
            fresh.close(); // before a caller sees the lease
        } else if (offline != null) {
            clock.startAnew(); // before a caller sees the lease, and never while an old lease still serves
            resuming = false;
        }
        lease = fresh;
        if (!fresh.isClosed()) {
            offline = null;
        }
    }
}
