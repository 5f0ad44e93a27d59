package io.snowflakeid.generator;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.internal.Limits;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes ids from the current lease. A call takes a ticket, and encodes the ticket with the worker of the same lease. A call waits if the window is
 * used up, or if its ticket lies too far ahead of the clock. This class is thread-safe, and lock-free until the window is used up.
 * {@link SnowflakeIdGenerator} extends this class, which saves one reference in each call. The public methods are not final, so that the compiler
 * makes bridge methods in the public subclass, which reflection needs.
 */
class IdIssuer implements IdGenerator {

    abstract static class Leases {
        /**
         * Returns the current lease. A caller reads the lease before the clock, because {@link IdClock#startAnew} runs after the close of a lease.
         */
        abstract Lease lease();

        abstract IdClock clock();

        /** @throws NoIdAvailableException if the generator is closed or offline */
        abstract void requireServing(long waitedNanos);

        /** Starts to call {@link IdIssuer#expireLimit} about once in each tick. The method returns false if no thread can be started. */
        abstract boolean watchLimit(IdIssuer issuer);

        /**
         * Waits for another window than {@code spent}, at most {@code maxWait} in total, and returns the total wait. The method throws
         * {@link NoIdAvailableException} without another window, or if the generator is closed or offline.
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
    private final SerialExecutor limitExecutor = new SerialExecutor("snowflake-limits", false);
    // a data race on the last lease that had a limit is safe, because a closed lease has no limit
    private Lease limited;
    private volatile boolean limitIsWatched;
    final LongAdder waits = new LongAdder();
    final LongAdder borrowedTicks = new LongAdder();

    IdIssuer(GeneratorSettings settings, GeneratorEvents events, Leases leases) {
        layout = settings.layout();
        time = settings.time();
        readsWallClock = settings.clockPolicy().readsWallClock;
        runAheadTicks = settings.runAheadTicks();
        stepSize = settings.stepSize();
        this.events = events;
        this.leases = leases;
        tickNanos = layout.tick().toNanos();
        maxWaitNanos = settings.maxWait().toNanos();
        clock = leases.clock();
        limited = leases.lease();
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
     * Reads the clock, waits for a window and for the ticket's time if necessary, and sets the next limit. HotSpot must not inline this method,
     * because {@link #issue} would become too large to be inlined, and an id would cost a third more. Keep this method above 325 bytes of bytecode
     * ({@code FreqInlineSize}). The parameter {@code answer} is the result of {@link Lease#idBelowLimit}.
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
            // the window's end is read before the attempt, so that the call notices a growing window
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

    boolean watchLimit() {
        try {
            limitExecutor.schedule(this::expireLater, tickNanos);
            return true;
        } catch (OutOfMemoryError e) {
            return false; // without a limit, each call reads the clock
        }
    }

    /** Ends a limit that is not used up because calls have become rare. */
    private void expireLater() {
        if (expireLimit() || !endWatch()) {
            limitExecutor.schedule(this::expireLater, tickNanos);
        }
    }

    /** Ends the limit if its tick is over. The method returns false if the lease had no limit. */
    boolean expireLimit() {
        return leases.lease().expireLimit(clock.position());
    }

    /** Stops watching the limit. The result is false if another thread has set a new limit in the meantime. */
    private boolean endWatch() {
        limitIsWatched = false;
        // the limit is read after the write, because a call sets a limit and then reads limitIsWatched
        limitIsWatched = leases.lease().limit() != 0;
        return !limitIsWatched;
    }

    /** Counts each borrowed tick once, in the call that takes the first ticket of the tick. */
    private void noteBorrowed(Lease lease, long ticket, int count, long now) {
        if (runAheadTicks == 0) {
            return; // without a run-ahead, calls wait instead of borrowing ticks
        }
        long begun = lease.ticksBegun(ticket, count, now);
        if (begun > 0) {
            borrowedTicks.add(begun);
        }
    }

    /** Parks until a burst may use the tick. The caller keeps its ticket, so the wait is at most {@code maxWait} longer than the first estimate. */
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
        Limits.requireBetween("count", count, 1, Integer.MAX_VALUE);
        return new Batch(count);
    }

    @Override
    public void fill(long[] ids) {
        if (ids.length > 0) {
            new Batch(ids.length).fill(ids);
        }
    }

    /** A batch takes a chunk of consecutive tickets of one lease. When the chunk is used up, the batch takes another chunk. */
    private final class Batch implements IdBatch {
        private Lease lease = limited; // the lease of the present chunk
        private long until; // the end of the lease's window before the last attempt
        private long ticket; // the next ticket of the chunk
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

        /** Takes tickets, sets {@link #ticket} and returns the present tick. A call that the clock policy rejects takes no ticket. */
        private long tryTake(int count, long waited) {
            lease = leases.lease();
            // the window's end is read before the attempt, so that the call notices a growing window
            until = lease.untilTick();
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
