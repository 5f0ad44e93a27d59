package io.snowflakeid;

import java.time.Duration;
import java.time.Instant;
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

        abstract IdClock clock();

        /** For callers under a policy that reads the wall clock. Read the lease first: an older one than these ticks is closed. */
        abstract WallTicks wallTicks();

        /** Has {@link IdIssuer#expireLimit} called about once in each tick; false if that cannot be. */
        abstract boolean watchLimit(IdIssuer issuer);

        /** @throws NoIdAvailableException if the generator is closed or offline */
        abstract void requireServing(long waitedNanos);

        /**
         * Waits until there is a window other than the spent one, for at most {@code maxWait} in all.
         *
         * @param waitedNanos how long the caller has waited already
         * @return how long it has waited now, in nanoseconds
         * @throws NoIdAvailableException if none came
         */
        abstract long awaitWindow(Lease spent, long spentUntil, long waitedNanos);
    }

    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final Duration maxWait;
    private final ClockPolicy clockPolicy;
    private final boolean readsWallClock;
    private final GeneratorEvents events;
    private final Leases leases;
    private final IdClock clock; // of all calls, unless they read the wall clock
    private final long runAheadTicks;
    private final int stepSize;
    private final long tickNanos;
    private Lease limited; // the last one that had a limit; racy, as a lease that is closed has none
    private volatile boolean limitIsWatched;
    private final LongAdder waits = new LongAdder();
    private final LongAdder borrowedTicks = new LongAdder();

    IdIssuer(GeneratorSettings settings, GeneratorEvents events, Leases leases) {
        layout = settings.layout();
        time = settings.time();
        maxWait = settings.maxWait();
        clockPolicy = settings.clockPolicy();
        readsWallClock = clockPolicy.readsWallClock();
        runAheadTicks = settings.runAheadTicks();
        stepSize = settings.stepSize();
        this.events = events;
        this.leases = leases;
        tickNanos = layout.tick().toNanos();
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
                awaitDue(lease.tickOf(ticket));
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
        return leases.lease().expireLimit(clock.tickUnsampled());
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

    /** Counts a tick once, for whoever has its first ticket. */
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
     * do, so the wait is never longer than it looked at first.
     */
    private void awaitDue(long tick) {
        long nanos = clock.nanosUntil(tick - runAheadTicks);
        try (Deadline deadline = new Deadline(time, nanos)) {
            while (nanos > 0 && !deadline.isOver()) {
                deadline.park(nanos);
                nanos = clock.nanosUntil(tick - runAheadTicks);
            }
        }
    }

    @Override
    public IdBatch reserve(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, but is " + count);
        }
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
        private Lease lease = leases.lease(); // of the present chunk
        private long ticket; // the next one
        private int inChunk;
        private int remaining;

        Batch(int count) {
            remaining = count;
            takeChunk();
        }

        private void takeChunk() {
            int count = Math.min(remaining, stepSize);
            if (readsWallClock) {
                takeWhenDue(count);
            } else {
                takeAndAwaitDue(count);
            }
            inChunk = count;
        }

        private void takeAndAwaitDue(int count) {
            long start = time.nanos();
            boolean hadToWait = false;
            long waited = 0;
            long now = 0;
            ticket = Lease.NONE;
            while (ticket == Lease.NONE) {
                lease = leases.lease();
                long until = lease.untilTick();
                now = clock.tick();
                ticket = lease.take(now, count);
                if (ticket == Lease.NONE) {
                    hadToWait = true;
                    waits.increment();
                    waited = leases.awaitWindow(lease, until, waited);
                }
            }
            noteBorrowed(lease, ticket, count, now);
            long lastTick = lease.tickOf(ticket + count - 1);
            if (clock.nanosUntil(lastTick - runAheadTicks) > 0) {
                hadToWait = true;
                waits.increment();
                awaitDue(lastTick);
            }
            if (hadToWait) {
                events.waited(time.nanos() - start);
            }
        }

        /** Takes nothing before it is due: under a policy that reads the wall clock, a caller that waits may yet be refused. */
        private void takeWhenDue(int count) {
            long until = tryTake(count, 0);
            if (ticket >= 0) {
                return;
            }
            waits.increment();
            long waited = 0;
            long wallBefore = time.wallNanos();
            try (Deadline deadline = new Deadline(time, patienceNanos())) {
                while (ticket < 0) {
                    if (ticket == Lease.NONE) {
                        waited = leases.awaitWindow(lease, until, waited);
                    } else {
                        awaitTick(count, deadline, wallBefore);
                    }
                    until = tryTake(count, Math.max(waited, deadline.waitedNanos()));
                }
                events.waited(deadline.waitedNanos());
            }
        }

        /** Sets {@link #ticket}, to {@link Lease#NONE} or {@link Lease#NOT_DUE} too; returns the end of the window that was tried. */
        private long tryTake(int count, long waited) {
            ticket = Lease.NONE;
            leases.requireServing(waited);
            lease = leases.lease();
            // read before the attempt: a window that grows meanwhile is not slept through
            long until = lease.untilTick();
            long now = leases.wallTicks().tick();
            ticket = lease.take(now, count, now + runAheadTicks);
            if (ticket >= 0) {
                noteBorrowed(lease, ticket, count, now);
            }
            return until;
        }

        private void awaitTick(int count, Deadline deadline, long wallBefore) {
            if (deadline.isOver()) {
                throw notDueInTime(count, deadline.waitedNanos(), time.wallNanos() - wallBefore);
            }
            deadline.park(leases.wallTicks().nanosUntil(lease.lastTickOf(count) - runAheadTicks));
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

    /** A clock that goes needs no longer than to where a window may begin: the ticks that a burst may borrow at most, and one more. */
    private long patienceNanos() {
        return Math.max(maxWait.toNanos(), layout.tick().toNanos() * (layout.runAheadTicks() + 1));
    }

    private NoIdAvailableException notDueInTime(int count, long waitedNanos, long movedNanos) {
        boolean clockGoes = movedNanos >= waitedNanos / 2;
        String why = clockGoes ? othersWereFirst(count) : clockHardlyGoes(movedNanos);
        String waited = "after a wait of " + ClockPolicy.millis(waitedNanos) + " ms, ";
        return new NoIdAvailableException(waited + why, waitedNanos / 1_000_000, null);
    }

    private String othersWereFirst(int count) {
        return "others have taken what came due before " + count + " ids were left for this call; under clock policy "
                + clockPolicy
                + " whoever waits has no place in a line: take fewer at once, or use a layout with more sequence bits";
    }

    private String clockHardlyGoes(long movedNanos) {
        Instant wall = Instant.ofEpochSecond(0, time.wallNanos());
        String what = movedNanos == 0
                ? "the wall clock stands still at " + wall
                : "the wall clock has moved by " + ClockPolicy.millis(movedNanos) + " ms, to " + wall;
        return what + "; under clock policy " + clockPolicy + " ids run at most " + runAheadTicks
                + " ticks ahead of it: set it going, or use ClockPolicy.rideThrough()";
    }
}
