package io.snowflakeid;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.LongAdder;

/**
 * Makes ids from a lease: the ledger grants a worker and a window of ticks, and each (tick, sequence) of that window is handed out
 * at most once. The clock only chooses which tick is used; it decides how fresh and how ordered ids are, never whether they are
 * unique.
 *
 * <pre>{@code
 * try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build())) {
 *     long id = ids.nextId();
 * }
 * }</pre>
 *
 * <p>Thread-safe and lock-free while the window lasts. A full sequence carries into the next tick; a burst may run ahead of the
 * clock by {@link SnowflakeLayout#runAheadTicks()} and then parks, without spinning and without a monitor, so virtual threads are
 * welcome. An interrupt neither loses an id nor throws: the flag is kept.
 *
 * <p>Close it when the last one that can insert has stopped: the worker is free for others at once. Closing twice, closing while
 * other threads call {@link #nextId()}, and closing while the ledger is down are all fine.
 */
public final class SnowflakeIdGenerator implements IdGenerator, AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SnowflakeIdGenerator.class.getName());
    private static final int WARN_WITHIN_YEARS = 5;

    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final LeaseKeeper keeper;
    private final IdClock clock;
    private final long runAheadTicks;
    private final LongAdder waits = new LongAdder();

    private SnowflakeIdGenerator(Builder settings) {
        layout = settings.ledger.layout();
        time = settings.time;
        runAheadTicks = layout.runAheadTicks();
        warnOfTheEnd(Instant.ofEpochSecond(0, time.wallNanos()));
        keeper = new LeaseKeeper(settings.ledger, time, settings.maxWait);
        clock = keeper.clock();
    }

    /**
     * A generator on this ledger, with the defaults of {@link Builder}. The worker is acquired before this returns.
     *
     * @throws WorkerLedgerException if no worker is granted
     */
    public static SnowflakeIdGenerator on(WorkerLedger ledger) {
        return builder(ledger).build();
    }

    /** Settings for a generator on this ledger. */
    public static Builder builder(WorkerLedger ledger) {
        return new Builder(ledger);
    }

    private void warnOfTheEnd(Instant now) {
        Instant end = layout.exhaustedAt();
        if (end.isBefore(now.plus(WARN_WITHIN_YEARS * 365L, ChronoUnit.DAYS))) {
            LOG.log(
                    Level.WARNING,
                    "layout {0} runs out at {1}, within {2} years: plan a layout with more timestamp bits",
                    layout.spec(),
                    end,
                    WARN_WITHIN_YEARS);
        }
    }

    @Override
    public long nextId() {
        Lease lease = keeper.lease();
        long now = clock.tick();
        long ticket = lease.take(now);
        if (ticket == Lease.NONE || lease.tickOf(ticket) - runAheadTicks > now) {
            return waitForId(lease, ticket, DRAWN);
        }
        return lease.encode(ticket, drawGene(ticket));
    }

    @Override
    public long nextId(long gene) {
        layout.requireGene(gene);
        Lease lease = keeper.lease();
        long now = clock.tick();
        long ticket = lease.take(now);
        if (ticket == Lease.NONE || lease.tickOf(ticket) - runAheadTicks > now) {
            return waitForId(lease, ticket, gene);
        }
        return lease.encode(ticket, gene);
    }

    /** Stands for a gene that is drawn from the ticket. */
    private static final long DRAWN = -1;

    private long drawGene(long ticket) {
        return Gene.of(ticket, layout.geneBits());
    }

    /** The slow path: the window is spent, or the ticket lies further ahead of the clock than a burst may run. */
    private long waitForId(Lease first, long taken, long gene) {
        waits.increment();
        Lease lease = first;
        long ticket = taken;
        long waited = 0;
        while (ticket == Lease.NONE) {
            lease = keeper.lease();
            // read before the attempt: a window that grows meanwhile is not slept through
            long until = lease.untilTick();
            ticket = lease.take(clock.tick());
            if (ticket == Lease.NONE) {
                waited = keeper.awaitWindow(lease, until, waited);
            }
        }
        awaitDue(lease.tickOf(ticket));
        return lease.encode(ticket, gene == DRAWN ? drawGene(ticket) : gene);
    }

    /** Parks until a tick is no further ahead of the clock than a burst may run. */
    private void awaitDue(long tick) {
        boolean interrupted = false;
        long nanos = clock.nanosUntil(tick - runAheadTicks);
        while (nanos > 0) {
            time.park(nanos);
            interrupted |= Thread.interrupted(); // else the next park would return at once, and this would spin
            nanos = clock.nanosUntil(tick - runAheadTicks);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public IdBatch reserve(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("count must be at least 1, but is " + count);
        }
        return new Batch(count);
    }

    /** Tickets in a row of one lease, and how many more are to be taken when they are used up. */
    private final class Batch implements IdBatch {
        private Lease lease = keeper.lease(); // of the present chunk
        private long ticket; // the next one
        private int inChunk;
        private int remaining;

        Batch(int count) {
            remaining = count;
            takeChunk();
        }

        private void takeChunk() {
            int count = Math.min(remaining, layout.burstSize());
            long waited = 0;
            ticket = Lease.NONE;
            while (ticket == Lease.NONE) {
                lease = keeper.lease();
                long until = lease.untilTick();
                ticket = lease.take(clock.tick(), count);
                if (ticket == Lease.NONE) {
                    waits.increment();
                    waited = keeper.awaitWindow(lease, until, waited);
                }
            }
            inChunk = count;
            long lastTick = lease.tickOf(ticket + count - 1);
            if (clock.nanosUntil(lastTick - runAheadTicks) > 0) {
                waits.increment();
                awaitDue(lastTick);
            }
        }

        @Override
        public long next() {
            long taken = takeTicket();
            return lease.encode(taken, drawGene(taken));
        }

        @Override
        public long next(long gene) {
            layout.requireGene(gene);
            long taken = takeTicket();
            return lease.encode(taken, gene);
        }

        private long takeTicket() {
            if (remaining == 0) {
                throw new NoSuchElementException("all ids of this batch have been taken: reserve another one");
            }
            if (inChunk == 0) {
                takeChunk();
            }
            inChunk--;
            remaining--;
            return ticket++;
        }

        @Override
        public int remaining() {
            return remaining;
        }
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }

    /** This generator at this moment. */
    public GeneratorStatus status() {
        Lease lease = keeper.lease();
        WorkerGrant grant = lease.grant();
        return new GeneratorStatus(
                grant.datacenter(),
                grant.worker(),
                layout.timestampOf(grant.from()),
                layout.timestampOf(lease.untilTick()),
                clock.aheadOfWall(),
                clock.stepsBack(),
                clock.largestStepBack(),
                clock.leapsRefused(),
                waits.sum(),
                keeper.isClosed());
    }

    /**
     * Ends the lease at once, then tells the ledger, for which it waits at most {@code maxWait}. Later calls for ids are refused.
     */
    @Override
    public void close() {
        keeper.close();
    }

    /** Settings of a generator; not thread-safe. */
    public static final class Builder {
        private final WorkerLedger ledger;
        private TimeSource time = TimeSource.system();
        private Duration maxWait = Duration.ofSeconds(2);

        private Builder(WorkerLedger ledger) {
            this.ledger = ledger;
        }

        /** How long a call may wait for the next window before it throws; 1 ms to 1 day, default 2 s. */
        public Builder maxWait(Duration maxWait) {
            if (maxWait.compareTo(Duration.ofMillis(1)) < 0 || maxWait.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("maxWait must be between 1 ms and 1 day, but is " + maxWait);
            }
            this.maxWait = maxWait;
            return this;
        }

        /** Where time comes from; default {@link TimeSource#system()}. */
        public Builder timeSource(TimeSource time) {
            this.time = time;
            return this;
        }

        /**
         * Acquires a worker and starts.
         *
         * @throws WorkerLedgerException if no worker is granted
         */
        public SnowflakeIdGenerator build() {
            return new SnowflakeIdGenerator(this);
        }
    }
}
