package io.snowflakeid;

import java.util.NoSuchElementException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes ids from the lease that is current when a call begins: takes a ticket of it, and encodes the ticket with the worker of that same
 * lease. Waits where the window is spent, or the ticket lies too far ahead of the clock. Thread-safe and lock-free while the window lasts.
 *
 * <p>{@link SnowflakeIdGenerator} extends it, so that a call follows one reference less. Its public methods are not final: else the compiler
 * makes no bridges for them in that class, and reflection cannot call them.
 */
class IdIssuer implements IdGenerator {

    /**
     * Where a call finds the lease to take from, and waits for another one. A {@link LeaseKeeper}; in the simulation a lease that is
     * replaced at any moment.
     */
    abstract static class Leases {
        /** The current one. */
        abstract Lease lease();

        /** Always the same. Read the lease first: one that is older than what this has started anew with is closed. */
        abstract IdClock clock();

        /** @throws NoIdAvailableException if the generator is closed or offline */
        abstract void requireServing(long waitedNanos);

        /** Has {@link IdIssuer#expireLimit} called about once in each tick; false if that cannot be. */
        abstract boolean watchLimit(IdIssuer issuer);

        /**
         * Waits until there is a window other than the spent one, for at most {@code maxWait} in all.
         *
         * @param waitedNanos how long the caller has waited already
         * @return how long it has waited now, in nanoseconds
         * @throws NoIdAvailableException if none came, or the generator is closed or offline
         */
        abstract long awaitWindow(Lease spent, long spentUntil, long waitedNanos);
    }

    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final boolean readsWallClock;
    private final GeneratorEvents events;
    private final Leases leases;
    private final IdClock clock;
    private final long runAheadTicks;
    private final int stepSize;
    private final long tickNanos;
    private final long maxWaitNanos;
    private Lease limited; // the last one that had a limit; racy, as a lease that is closed has none
    private volatile boolean limitIsWatched;
    private final LongAdder waits = new LongAdder();
    private final LongAdder borrowedTicks = new LongAdder();

    IdIssuer(GeneratorSettings settings, GeneratorEvents events, Leases leases) {
        layout = settings.layout();
        time = settings.time();
        readsWallClock = settings.clockPolicy().readsWallClock();
        runAheadTicks = settings.runAheadTicks();
        stepSize = settings.stepSize();
        this.events = events;
        this.leases = leases;
        tickNanos = layout.tick().toNanos();
        maxWaitNanos = settings.maxWait().toNanos();
        clock = leases.clock();
        limited = leases.lease();
    }

    /** How often calls had to wait. */
    long waits() {
        return waits.sum();
    }

    /** How many ticks were begun before their time. */
    long borrowedTicks() {
        return borrowedTicks.sum();
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }

    @Override
    public long nextId() {
        return issue(Lease.DRAWN);
    }

    @Override
    public long nextId(long gene) {
        layout.requireGene(gene);
        return issue(gene);
    }

    private long issue(long gene) {
        Lease lease = limited;
        long id = lease.idBelowLimit(gene);
        return id >= 0 ? id : issueByClock(lease, id, gene);
    }

    /**
     * Reads the clock, waits for a window and for the ticket's time where that must be, and sets the next limit. It is one method of more than
     * 325 bytes of bytecode, the most that HotSpot inlines ({@code FreqInlineSize}): inlined into {@link #issue} it makes every id
     * cost a third more, since callers then cannot inline that.
     *
     * @param answer of {@link Lease#idBelowLimit}: {@link Lease#NONE}, or a ticket that was taken
     */
    private long issueByClock(Lease limitedLease, long answer, long gene) {
        if (readsWallClock) {
            return new Batch(1).take(gene);
        }
        long nanos = clock.nanos();
        long now = nanos / tickNanos;
        Lease lease = limitedLease;
        long ticket;
        if (answer == Lease.NONE) {
            lease = leases.lease();
            ticket = lease.take(now);
        } else {
            ticket = lease.keep(~answer);
        }
        boolean hasToWait = ticket == Lease.NONE;
        long start = hasToWait ? startWaiting() : 0;
        long waited = 0;
        while (ticket == Lease.NONE) {
            lease = leases.lease();
            // read before the attempt: a window that grows meanwhile is not slept through
            long until = lease.untilTick();
            now = clock.tick();
            ticket = lease.take(now);
            if (ticket == Lease.NONE) {
                waited = leases.awaitWindow(lease, until, waited);
            }
        }
        long ahead = lease.tickOf(ticket) - now;
        if (ahead > 0) {
            noteBorrowed(lease, ticket, 1, now);
            if (ahead > runAheadTicks) {
                start = hasToWait ? start : startWaiting();
                hasToWait = true;
                awaitDue(lease.tickOf(ticket), now);
            }
        }
        if (hasToWait) {
            events.waited(time.nanos() - start);
        } else if (ahead >= 0 && lease.setLimit(ticket, nanos, tickNanos)) {
            if (limited != lease) {
                limited = lease;
            }
            if (!limitIsWatched) {
                limitIsWatched = leases.watchLimit(this);
                if (!limitIsWatched) {
                    lease.expireLimit(Long.MAX_VALUE);
                }
            }
        }
        return lease.encode(ticket, gene);
    }

    private long startWaiting() {
        waits.increment();
        return time.nanos();
    }

    /** Ends a limit of a tick that is over; false if there was no limit. */
    boolean expireLimit() {
        return leases.lease().expireLimit(clock.position());
    }

    /** No limit is looked after from now on; false, and all is as before, if one has been set meanwhile. */
    boolean endWatch() {
        limitIsWatched = false;
        // in this order: who sets a limit looks afterwards whether it is watched
        limitIsWatched = leases.lease().limit() != 0;
        return !limitIsWatched;
    }

    long tickNanos() {
        return tickNanos;
    }

    /** Counts a tick once: the call that has its first ticket does. */
    private void noteBorrowed(Lease lease, long ticket, int count, long now) {
        if (runAheadTicks == 0) {
            return; // a call that may not run ahead borrows nothing: it waits
        }
        long begun = lease.ticksBegun(ticket, count, now);
        if (begun > 0) {
            borrowedTicks.add(begun); // shared by all threads: not for each id of a burst
        }
    }

    /**
     * Parks until a tick is no further ahead of the clock than a burst may run. The ticket is the caller's own whatever the clocks
     * do, so the wait is never longer than it looked at first, nor than {@code maxWait} for a wall
     * clock that is behind.
     *
     * @param now the present tick when the ticket was taken
     */
    private void awaitDue(long tick, long now) {
        long most = maxWaitNanos + (tick - runAheadTicks - now) * tickNanos;
        long nanos = Math.min(most, clock.nanosUntil(tick - runAheadTicks));
        try (Deadline deadline = new Deadline(time, nanos)) {
            while (nanos > 0 && !deadline.isOver()) {
                deadline.park(nanos);
                nanos = clock.nanosUntil(tick - runAheadTicks);
            }
        }
    }

    @Override
    public IdBatch reserve(int count) {
        Limits.requireCount(count);
        return new Batch(count);
    }

    @Override
    public void fill(long[] ids) {
        if (ids.length > 0) {
            new Batch(ids.length).fill(ids);
        }
    }

    /** Tickets in a row of one lease, and how many more are to be taken when they are used up. */
    private final class Batch implements IdBatch {
        private Lease lease = limited; // of the present chunk
        private long until; // the end of its window, as it was when that was tried
        private long ticket; // the next one
        private int inChunk;
        private int remaining;

        Batch(int count) {
            remaining = count;
            takeChunk();
        }

        private void takeChunk() {
            int count = Math.min(remaining, stepSize);
            long now = tryTake(count, 0);
            boolean hasToWait = ticket == Lease.NONE;
            long start = hasToWait ? startWaiting() : 0;
            long waited = 0;
            while (ticket == Lease.NONE) {
                waited = leases.awaitWindow(lease, until, waited);
                now = tryTake(count, waited);
            }
            noteBorrowed(lease, ticket, count, now);
            long lastTick = lease.tickOf(ticket + count - 1);
            if (lastTick - now > runAheadTicks) {
                start = hasToWait ? start : startWaiting();
                hasToWait = true;
                awaitDue(lastTick, now);
            }
            if (hasToWait) {
                events.waited(time.nanos() - start);
            }
            inChunk = count;
        }

        /** Sets {@link #ticket}, to {@link Lease#NONE} too; returns the present tick. A call that the clock policy refuses takes none. */
        private long tryTake(int count, long waited) {
            lease = leases.lease();
            until = lease.untilTick(); // read before the attempt: a window that grows meanwhile is not slept through
            if (lease.isClosed()) {
                leases.requireServing(waited);
            }
            long now = clock.tick();
            ticket = lease.take(now, count);
            return now;
        }

        @Override
        public long next() {
            return take(Lease.DRAWN);
        }

        @Override
        public long next(long gene) {
            layout.requireGene(gene);
            return take(gene);
        }

        private long take(long gene) {
            if (remaining == 0) {
                throw new NoSuchElementException("all ids of this batch have been taken: reserve another one");
            }
            if (inChunk == 0) {
                takeChunk();
            }
            inChunk--;
            remaining--;
            return lease.encode(ticket++, gene);
        }

        void fill(long[] ids) {
            for (int from = 0; from < ids.length; from += inChunk) {
                if (from > 0) {
                    takeChunk();
                }
                remaining -= inChunk;
                lease.encode(ticket, ids, from, from + inChunk);
            }
        }

        @Override
        public int remaining() {
            return remaining;
        }
    }
}
