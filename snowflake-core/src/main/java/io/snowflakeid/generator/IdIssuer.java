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
 * Makes ids from the ticks and sequence numbers of the current lease. This class is thread-safe, and lock-free until the window is used up. The class
 * {@link SnowflakeIdGenerator} extends this class, because delegation to another object is slower. The public methods are not final, so that
 * reflection finds the bridge methods that the compiler adds to the public subclass.
 */
class IdIssuer implements IdGenerator {

    abstract static class Leases {
        /**
         * Returns the current lease. Callers read the lease before the clock, because {@link IdClock#startAnew} changes the clock between two leases.
         */
        abstract Lease lease();

        abstract IdClock clock();

        /** @throws NoIdAvailableException if the generator is closed or offline */
        abstract void requireServing(long waitedNanos);

        /** Schedules {@link IdIssuer#expireLimit} about once in each tick. The method returns false if no thread can be started. */
        abstract boolean watchLimit(IdIssuer issuer);

        /**
         * Waits until another lease or a longer window is available, and returns the total wait in nanoseconds. The method throws
         * {@link NoIdAvailableException} after {@code maxWait}, or if the generator is closed or offline.
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
    // the field is not volatile, because an outdated lease is closed and makes no ids
    private Lease limited;
    volatile boolean limitIsWatched;
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

    /** This method has more than 325 bytes of bytecode ({@code FreqInlineSize}), so that HotSpot inlines {@link #issue} without this method. */
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
            // untilTick() is called before take(), because another thread may extend the window during take()
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
        } else if (ahead >= 0 && lease.setLimit(ticket, nanos, tickNanos, limitIsWatched)) {
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

    private void expireLater() {
        if (expireLimit() || !endWatch()) {
            limitExecutor.schedule(this::expireLater, tickNanos);
        }
    }

    boolean expireLimit() {
        return leases.lease().expireLimit(clock.position());
    }

    /** Returns true if the lease has no limit, so that no other call of {@link #expireLimit} is needed. */
    private boolean endWatch() {
        limitIsWatched = false;
        // another thread may have set a new limit before limitIsWatched became false
        limitIsWatched = leases.lease().limit() != 0;
        return !limitIsWatched;
    }

    /** Counts the ticks whose first id is made before the tick starts. */
    private void noteBorrowed(Lease lease, long ticket, int count, long now) {
        if (runAheadTicks == 0) {
            return; // without a run-ahead, calls wait instead of borrowing ticks
        }
        long begun = lease.ticksBegun(ticket, count, now);
        if (begun > 0) {
            borrowedTicks.add(begun);
        }
    }

    /** Parks the calling thread until the tick is at most {@code runAheadTicks} ahead of the clock. */
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

    /** A batch reserves its ids in chunks, and all ids of a chunk come from one lease. */
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

        private long tryTake(int count, long waited) {
            lease = leases.lease();
            // untilTick() is called before take(), because another thread may extend the window during take()
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
