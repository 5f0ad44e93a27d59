package io.snowflakeid;

import io.snowflakeid.LeaseCycle.Request.Acquire;
import io.snowflakeid.LeaseCycle.Request.Release;
import io.snowflakeid.LeaseCycle.Request.Renew;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The life of a generator's lease, from the first grant to the last release: says what is to be asked of the ledger next, and takes in
 * what it answered. It asks nothing, waits for nothing and reads no clock of its own, so that a simulation can step it through
 * every order of events.
 *
 * <p>One thread at a time asks ({@link #next} and what follows it). {@link #lease}, {@link #goOffline} and {@link #close} may be
 * called by any thread at any moment: a lease that was closed while the ledger was being asked stays closed, whatever the answer.
 */
final class LeaseCycle {

    /** The clock that ids follow, as far as the lease is concerned. */
    interface Clock {
        /** The tick that the holder has reached. */
        long position();

        /** Ids go on from this tick if it lies further ahead than a burst may run: earlier ones are spent. */
        void goOnFrom(long tick);

        /** Takes what the wall clock reads now as right. */
        void startAnew();
    }

    /** What is to be asked of the ledger. */
    sealed interface Request {

        /** A worker, and a window of it. */
        record Acquire() implements Request {}

        /**
         * A later end of the window.
         *
         * @param positionTick the tick that the holder has reached
         */
        record Renew(WorkerGrant grant, long positionTick) implements Request {}

        /**
         * To take a worker back.
         *
         * @param mark the first tick of which no id was made
         */
        record Release(WorkerGrant grant, long mark) implements Request {}
    }

    /** When the clock policy took the generator offline, by the wall clock, and how far that was behind. */
    record Offline(Instant since, long behindNanos) {}

    private final SnowflakeLayout layout;
    private final Clock clock;

    private final AtomicLong skipped = new AtomicLong(); // by all leases

    // changed under the monitor of this object, so that none is installed after it was closed
    private volatile Lease lease;
    private volatile @Nullable Offline offline;
    private volatile boolean closed;
    private long spentBefore; // by earlier leases

    // of the thread that asks
    private @Nullable WorkerGrant held;
    private boolean isBehind; // the window of what is held ends before the present tick: it is moved on before use
    private @Nullable Release givingBack;
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

    /** Whether it is to have a lease: neither closed nor offline. */
    boolean isServing() {
        return !closed && offline == null;
    }

    /** How many tickets all leases have handed out; less for a moment while others take some, and never more. */
    synchronized long issued() {
        long spent = spentBefore + lease.spent();
        return spent - skipped.get(); // in this order: what is skipped is noted before it is spent
    }

    /**
     * Ends the lease until {@link #resume}; true for the one caller that did so.
     *
     * @param isStillSo whether the clock has not started anew since it was read
     */
    synchronized boolean goOffline(Offline why, BooleanSupplier isStillSo) {
        if (closed || offline != null || !isStillSo.getAsBoolean()) {
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

    // ---- what is asked of the ledger

    /** Whether it is online again from the next grant on; if not, it stays offline. */
    void resume(boolean wanted) {
        resuming = wanted;
    }

    /** Whether nothing is to be asked before the next renewal. */
    boolean isSettled() {
        return held != null && !isBehind && givingBack == null && !lease.isClosed();
    }

    /** Whether it is closed, and nothing more is to be asked. */
    boolean isDone() {
        return closed && held == null && givingBack == null;
    }

    /**
     * What to ask now; null if no grant is needed any more, and all were given back. A release is given out once, whatever becomes of it:
     * others may have the worker some time after its window anyway.
     */
    @Nullable
    Request next() {
        if (givingBack == null && (isOver() || hasEnded())) {
            endLease();
        }
        if (givingBack != null) {
            Release once = givingBack;
            givingBack = null;
            return once;
        }
        if (held != null) {
            return new Renew(held, isBehind ? positionAfter(lease.close()) : clock.position());
        }
        return isOver() ? null : new Acquire();
    }

    /** Closed, or offline and not to come back. */
    private boolean isOver() {
        return closed || (offline != null && !resuming);
    }

    /** A lapsed owner acquires anew, also if the ledger might still renew: it may have slept. */
    private boolean hasEnded() {
        return !isBehind && (lease.isClosed() || clock.position() >= lease.untilTick());
    }

    /** Closed first; only then the ledger is told where it ended. */
    private void endLease() {
        long mark = lease.close();
        if (held != null) {
            givingBack = new Release(held, isBehind ? held.from() : mark);
            held = null;
            isBehind = false;
        }
    }

    /** The worker is another one, or the same with another token: ids go on above the old ones. */
    void acquired(WorkerGrant grant) {
        long mark = lease.close();
        clock.goOnFrom(Math.max(grant.from(), mark));
        held = grant;
        isBehind = positionAfter(mark) >= grant.until();
        if (!isBehind) {
            install(grant, mark);
        }
    }

    private long positionAfter(long mark) {
        return Math.max(mark, clock.position());
    }

    /**
     * An empty answer means lost. So does another beginning under the same token: the request for the worker was carried out twice, and
     * others had it in between.
     */
    void renewed(Renew request, Optional<WorkerGrant> answer) {
        if (answer.isPresent() && !answer.get().token().equals(request.grant().token())) {
            endLease(); // a group of ledgers has moved to another one
            acquired(answer.get());
        } else if (answer.isEmpty() || answer.get().from() != request.grant().from()) {
            endLease();
        } else {
            held = answer.get();
            if (isBehind) {
                isBehind = false;
                install(held, lease.close());
            } else {
                lease.extend(held.until());
            }
        }
    }

    /** The ledger cannot be trusted: no further id, whatever is left of the window. */
    void end() {
        lease.close();
    }

    private synchronized void install(WorkerGrant grant, long mark) {
        spentBefore += lease.spent(); // it is closed
        Lease fresh = new Lease(layout, grant, mark, skipped);
        if (isOver()) {
            fresh.close(); // while the ledger was asked; before a caller sees it
        } else if (offline != null) {
            clock.startAnew(); // before a caller sees the lease, and so never with an old one that still serves
            resuming = false;
        }
        lease = fresh;
        if (!fresh.isClosed()) {
            offline = null;
        }
    }
}
