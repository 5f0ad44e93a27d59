package io.snowflakeid;

import io.snowflakeid.LeaseCycle.Request.Acquire;
import io.snowflakeid.LeaseCycle.Request.Release;
import io.snowflakeid.LeaseCycle.Request.Renew;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The life of a generator's lease, from the first grant to the last release: says what is to be asked of the ledger next, and takes in
 * what it answered. It asks nothing, waits for nothing and reads no clock of its own, so that a simulation can step it through
 * every order of events.
 *
 * <p>One thread at a time converses ({@link #next} and what follows it). {@link #lease}, {@link #goOffline} and {@link #close} may be
 * called by any thread at any moment: a lease that was closed while the ledger was being asked stays closed, whatever the answer.
 */
final class LeaseCycle<C extends LeaseCycle.Clocks> {

    /** The clocks that ids follow, as far as the lease is concerned. */
    interface Clocks {
        /** The tick that the holder has reached. */
        long position();

        /** Ids go on from this tick if it lies further ahead than a burst may run: earlier ones are spent. */
        void goOnFrom(long tick);
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

    private final AtomicLong skipped = new AtomicLong(); // by all leases

    // changed under the monitor of this object, so that none is installed after it was closed
    private volatile Lease lease;
    private volatile @Nullable Offline offline;
    private volatile boolean closed;
    private volatile C clocks;
    private long spentBefore; // by earlier leases

    // of whoever converses
    private @Nullable WorkerGrant held;
    private @Nullable WorkerGrant
            reaching; // granted, but its window ends before the present tick: to be moved on before use
    private @Nullable C resuming; // the clocks of a generator that is coming back
    private final Queue<Release> givingBack = new ArrayDeque<>();

    LeaseCycle(SnowflakeLayout layout, WorkerGrant first, C clocks) {
        this.layout = layout;
        this.clocks = clocks;
        clocks.goOnFrom(first.from());
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

    /** Read the lease first: one that is older than these clocks is closed. */
    C clocks() {
        return clocks;
    }

    /** Ends the lease until {@link #resume}; true for the one caller that did so, if the clocks that it saw are in use. */
    synchronized boolean goOffline(C seenBy, Offline why) {
        if (closed || offline != null || clocks != seenBy) {
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

    // ---- the conversation

    /** From the next grant on the generator is online again, by these clocks. */
    void resume(C with) {
        resuming = with;
    }

    /** It stays offline after all: no worker was granted. */
    void giveUpResuming() {
        resuming = null;
    }

    /** Whether nothing is to be asked before the next renewal. */
    boolean isSettled() {
        return held != null && reaching == null && givingBack.isEmpty() && !lease.isClosed();
    }

    /** What to ask now; null if no grant is needed any more, and all were given back. */
    @Nullable
    Request next() {
        if (isOver() || hasEnded()) {
            endLease();
        }
        if (!givingBack.isEmpty()) {
            return givingBack.element();
        }
        if (reaching != null) {
            return new Renew(reaching, positionAfter(lease.close()));
        }
        if (held != null) {
            return new Renew(held, clocks.position());
        }
        return isOver() ? null : new Acquire();
    }

    /** Closed, or offline and nobody is bringing it back. */
    private boolean isOver() {
        return closed || (offline != null && resuming == null);
    }

    /** A lapsed owner acquires anew, also if the ledger might still renew: it may have slept. */
    private boolean hasEnded() {
        return lease.isClosed() || clocks.position() >= lease.untilTick();
    }

    /** Closed first; only then the ledger is told where it ended. */
    private void endLease() {
        long mark = lease.close();
        if (held != null) {
            givingBack.add(new Release(held, mark));
            held = null;
        }
        if (isOver() && reaching != null) {
            giveBackUnused(reaching);
        }
    }

    private void giveBackUnused(WorkerGrant grant) {
        givingBack.add(new Release(grant, grant.from()));
        reaching = null;
    }

    /** The worker is another one, or the same with another token: ids go on above the old ones. */
    void acquired(WorkerGrant grant) {
        long mark = lease.close();
        clocksToCome().goOnFrom(Math.max(grant.from(), mark));
        if (positionAfter(mark) < grant.until()) {
            install(grant, mark);
        } else {
            reaching = grant;
        }
    }

    private C clocksToCome() {
        C coming = resuming;
        return coming == null ? clocks : coming;
    }

    private long positionAfter(long mark) {
        return Math.max(mark, clocksToCome().position());
    }

    /**
     * An empty answer means lost: the lease is ended by whoever asks for {@link #next}. So does another beginning under the same token: the
     * request for the worker was carried out twice, and others had it in between.
     */
    void renewed(Renew request, Optional<WorkerGrant> answer) {
        boolean wasReaching = request.grant().equals(reaching);
        if (answer.isPresent() && !answer.get().token().equals(request.grant().token())) {
            // a group of ledgers has moved to another one
            if (wasReaching) {
                giveBackUnused(request.grant());
            }
            endLease();
            acquired(answer.get());
        } else if (wasReaching) {
            reaching = null;
            install(answer.orElse(request.grant()), lease.close());
        } else if (answer.isEmpty() || answer.get().from() != request.grant().from()) {
            lease.close();
        } else {
            lease.extend(answer.get().until());
            held = answer.get();
        }
    }

    /** Told or not: a release is tried once, since others may have the worker some time after its window anyway. */
    void released(Release request) {
        givingBack.remove(request);
    }

    /** The worker is not this generator's any more, or its ledger cannot be trusted: no further id, whatever is left of the window. */
    void end() {
        lease.close();
    }

    /** The ledger could not be asked; nothing is known of what it has written. */
    void failed(Request request) {
        if (request instanceof Release release) {
            released(release);
        } else if (request instanceof Renew renew && renew.grant().equals(reaching)) {
            giveBackUnused(renew.grant());
        }
    }

    private synchronized void install(WorkerGrant grant, long mark) {
        held = grant;
        spentBefore += lease.spent(); // it is closed
        Lease fresh = new Lease(layout, grant, mark, skipped);
        C coming = resuming;
        if (closed || (offline != null && coming == null)) {
            fresh.close(); // while the ledger was asked; before a caller sees it
        }
        if (coming == null) {
            lease = fresh;
        } else {
            // in this order: whoever reads the lease, then the clocks, never has new clocks with an old lease that
            // still serves
            clocks = coming;
            lease = fresh;
            offline = null;
            resuming = null;
        }
    }
}
