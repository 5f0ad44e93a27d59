package io.snowflakeid;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicLong;
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
 * clock, by {@link Builder#runAhead}, and then parks, without spinning and without a monitor, so virtual threads are
 * welcome. An interrupt neither loses an id nor throws: the flag is kept.
 *
 * <p>Close it when the last one that can insert has stopped: the worker is free for others at once. Closing twice, closing while
 * other threads call {@link #nextId()}, and closing while the ledger is down are all fine.
 */
public final class SnowflakeIdGenerator implements IdGenerator, AutoCloseable {

    private static final System.Logger LOG = ApplicationLog.of(SnowflakeIdGenerator.class);
    private static final int WARN_WITHIN_YEARS = 5;

    private final SnowflakeLayout layout;
    private final TimeSource time;
    private final Duration maxWait;
    private final ClockPolicy clockPolicy;
    private final boolean readsWallClock;
    private final GeneratorEvents events;
    private final LeaseKeeper keeper;
    private final IdClock clock; // of all calls, unless they read the wall clock
    private final long runAheadTicks;
    private final int stepSize;
    private final LongAdder waits = new LongAdder();
    private final LongAdder borrowedTicks = new LongAdder();
    private final AtomicLong burstGoesOnUntil = new AtomicLong(Long.MIN_VALUE);

    private SnowflakeIdGenerator(GeneratorSettings settings) {
        layout = settings.layout();
        time = settings.time();
        maxWait = settings.maxWait();
        clockPolicy = settings.clockPolicy();
        readsWallClock = clockPolicy.readsWallClock();
        runAheadTicks = settings.runAheadTicks();
        stepSize = settings.stepSize();
        warnOfTheEnd(Instant.ofEpochSecond(0, time.wallNanos()));
        events = new GeneratorEvents(settings.listeners());
        keeper = new LeaseKeeper(settings, events);
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
        if (readsWallClock) {
            return new Batch(1).next();
        }
        Lease lease = keeper.lease();
        long now = clock.tick();
        long ticket = lease.take(now);
        if (ticket == Lease.NONE || lease.tickOf(ticket) > now) {
            return idAhead(lease, ticket, now, DRAWN);
        }
        return lease.encode(ticket, drawGene(ticket));
    }

    @Override
    public long nextId(long gene) {
        layout.requireGene(gene);
        if (readsWallClock) {
            return new Batch(1).next(gene);
        }
        Lease lease = keeper.lease();
        long now = clock.tick();
        long ticket = lease.take(now);
        if (ticket == Lease.NONE || lease.tickOf(ticket) > now) {
            return idAhead(lease, ticket, now, gene);
        }
        return lease.encode(ticket, gene);
    }

    /** Stands for a gene that is drawn from the ticket. */
    private static final long DRAWN = -1;

    private long drawGene(long ticket) {
        return Gene.of(ticket, layout.geneBits());
    }

    /** The slow path: the window is spent, or the ticket lies ahead of the clock. */
    private long idAhead(Lease lease, long ticket, long now, long gene) {
        if (ticket == Lease.NONE) {
            return waitForId(lease, ticket, gene);
        }
        noteBorrowed(lease, ticket, 1, now);
        return lease.tickOf(ticket) - now > runAheadTicks
                ? waitForId(lease, ticket, gene)
                : lease.encode(ticket, geneOf(ticket, gene));
    }

    /** Counts a tick once, for whoever has its first ticket. */
    private void noteBorrowed(Lease lease, long ticket, int count, long now) {
        long ahead = lease.tickOf(ticket + count - 1) - now;
        if (ahead <= 0 || runAheadTicks == 0) {
            return; // who may not run ahead borrows nothing: the call waits
        }
        long begun = lease.ticksBegun(ticket, count, now);
        if (begun > 0) {
            borrowedTicks.add(begun); // shared by all threads: not for each id of a burst
        }
        noteBurst(ahead, now);
    }

    /** Tells of a burst once: it goes on for as long as ids are borrowed again within the ticks that it may run ahead. */
    private void noteBurst(long aheadTicks, long now) {
        long goesOnUntil = burstGoesOnUntil.get();
        if (now > goesOnUntil) {
            if (burstGoesOnUntil.compareAndSet(goesOnUntil, now + runAheadTicks)) {
                events.borrowed(aheadTicks * layout.tick().toNanos());
            }
        } else if (now + runAheadTicks > goesOnUntil) {
            burstGoesOnUntil.lazySet(now + runAheadTicks);
        }
    }

    private long geneOf(long ticket, long gene) {
        return gene == DRAWN ? drawGene(ticket) : gene;
    }

    private long waitForId(Lease first, long taken, long gene) {
        waits.increment();
        long start = time.nanos();
        Lease lease = first;
        long ticket = taken;
        long waited = 0;
        while (ticket == Lease.NONE) {
            lease = keeper.lease();
            // read before the attempt: a window that grows meanwhile is not slept through
            long until = lease.untilTick();
            long now = clock.tick();
            ticket = lease.take(now);
            if (ticket == Lease.NONE) {
                waited = keeper.awaitWindow(lease, until, waited);
            } else {
                noteBorrowed(lease, ticket, 1, now);
            }
        }
        awaitDue(lease.tickOf(ticket));
        events.waited(time.nanos() - start);
        return lease.encode(ticket, geneOf(ticket, gene));
    }

    /**
     * Parks until a tick is no further ahead of the clock than a burst may run. The ticket is the caller's own whatever the clocks
     * do, so the wait is never longer than it looked at first.
     */
    private void awaitDue(long tick) {
        long nanos = clock.nanosUntil(tick - runAheadTicks);
        try (Patience patience = new Patience(time, nanos)) {
            while (nanos > 0 && !patience.isOver()) {
                patience.park(nanos);
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
                lease = keeper.lease();
                long until = lease.untilTick();
                now = clock.tick();
                ticket = lease.take(now, count);
                if (ticket == Lease.NONE) {
                    hadToWait = true;
                    waits.increment();
                    waited = keeper.awaitWindow(lease, until, waited);
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
            try (Patience patience = new Patience(time, patienceNanos())) {
                while (ticket < 0) {
                    if (ticket == Lease.NONE) {
                        waited = keeper.awaitWindow(lease, until, waited);
                    } else {
                        awaitTick(count, patience, wallBefore);
                    }
                    until = tryTake(count, Math.max(waited, patience.waitedNanos()));
                }
                events.waited(patience.waitedNanos());
            }
        }

        /** Sets {@link #ticket}, to {@link Lease#NONE} or {@link Lease#NOT_DUE} too; returns the end of the window that was tried. */
        private long tryTake(int count, long waited) {
            ticket = Lease.NONE;
            keeper.requireServing(waited);
            lease = keeper.lease();
            // read before the attempt: a window that grows meanwhile is not slept through
            long until = lease.untilTick();
            long now = keeper.wallTicks().tick();
            ticket = lease.take(now, count, now + runAheadTicks);
            if (ticket >= 0) {
                noteBorrowed(lease, ticket, count, now);
            }
            return until;
        }

        private void awaitTick(int count, Patience patience, long wallBefore) {
            if (patience.isOver()) {
                throw notDueInTime(count, patience.waitedNanos(), time.wallNanos() - wallBefore);
            }
            patience.park(keeper.wallTicks().nanosUntil(lease.lastTickOf(count) - runAheadTicks));
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

    /** A clock that goes needs no longer than to where a window may begin: the ticks that a burst may borrow at most, and one more. */
    private long patienceNanos() {
        return Math.max(maxWait.toNanos(), layout.tick().toNanos() * (layout.runAheadTicks() + 1));
    }

    private NoIdAvailableException notDueInTime(int count, long waitedNanos, long movedNanos) {
        boolean clockGoes = movedNanos >= waitedNanos / 2;
        String why = clockGoes ? othersWereFirst(count) : clockHardlyGoes(movedNanos);
        String waited = "after a wait of " + Millis.of(waitedNanos) + " ms, ";
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
                : "the wall clock has moved by " + Millis.of(movedNanos) + " ms, to " + wall;
        return what + "; under clock policy " + clockPolicy + " ids run at most " + runAheadTicks
                + " ticks ahead of it: set it going, or use ClockPolicy.rideThrough()";
    }

    /**
     * Goes on after the clock policy took this generator offline: acquires a worker anew, and takes the present reading of the wall
     * clock as right. Ids go on above all earlier ones of this generator, so their time may stay ahead of a clock that was set back.
     * Blocks as long as the ledger does; any thread may call it, a {@link GeneratorListener} too.
     *
     * @return true if the generator was offline and is back; false if it was not offline, and nothing has changed
     * @throws WorkerLedgerException if no worker is granted: it stays offline, and this may be tried again. A ledger in a database
     *     grants none to a machine whose clock differs from its own by more than an hour
     * @throws IllegalStateException if the generator is closed
     */
    public boolean resume() {
        return keeper.resume();
    }

    /**
     * Follows a clock that leapt forward by more than {@link Builder#maxLeap}: ids go on with its time from now on, and never come
     * back from there. Accept a leap only if the new time is right.
     *
     * <p>A ledger's clock is judged by its last renewal: one that has come back since then is followed all the same.
     *
     * @return true if ids have leapt; false if no leap was pending, or the clock has come back by itself
     */
    public boolean acceptLeap() {
        return keeper.clock().acceptLeap();
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }

    /**
     * How many ids this generator has issued since it was built, by all of its workers; for meters. No call for an id counts: it
     * follows from the position in the window. Ids of a reservation count when they are set aside, as many at
     * once as a burst may hold, also those that nobody takes out of it; an id that a call waits for counts
     * when it is sure to come.
     *
     * <p>Cheap, and exact while no other thread takes ids; else it may be behind for a moment. It never decreases.
     */
    public long issued() {
        return keeper.issued();
    }

    /** This generator at this moment. */
    public GeneratorStatus status() {
        Lease lease = keeper.lease();
        WorkerGrant grant = lease.grant();
        IdClock idClock = keeper.clock();
        return new GeneratorStatus(
                grant.datacenter(),
                grant.worker(),
                layout.timestampOf(grant.from()),
                layout.timestampOf(lease.untilTick()),
                idClock.aheadOfWall(),
                events.stepsBack(),
                events.largestStepBack(),
                events.leapsRefused(),
                idClock.pendingLeap(),
                clockPolicy,
                keeper.offlineSince(),
                waits.sum(),
                issued(),
                borrowedTicks.sum(),
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
        private ClockPolicy clockPolicy = ClockPolicy.rideThrough();
        private Duration maxLeap = Duration.ofSeconds(10);
        private Duration runAhead;
        private final List<GeneratorListener> listeners = new ArrayList<>();

        private Builder(WorkerLedger ledger) {
            this.ledger = ledger;
            runAhead = farthest(ledger.layout());
        }

        private static Duration farthest(SnowflakeLayout layout) {
            return layout.tick().multipliedBy(layout.runAheadTicks());
        }

        /**
         * How long a call may wait for the next window before it throws, and, under a policy that reads the wall clock, for a clock
         * that stands still (but there at least the ticks that a burst may borrow, and one more); 1 ms to 1 day, default 2 s.
         */
        public Builder maxWait(Duration maxWait) {
            if (maxWait.compareTo(Duration.ofMillis(1)) < 0 || maxWait.compareTo(Duration.ofDays(1)) > 0) {
                throw new IllegalArgumentException("maxWait must be between 1 ms and 1 day, but is " + maxWait);
            }
            this.maxWait = maxWait;
            return this;
        }

        /** What to do when the wall clock is set back; default {@link ClockPolicy#rideThrough()}. */
        public Builder clockPolicy(ClockPolicy clockPolicy) {
            this.clockPolicy = clockPolicy;
            return this;
        }

        /**
         * How far the clock that ids follow may be ahead of where the monotonic clock says it should be; 1 s to 365 days, default
         * 10 s. That clock is the ledger's if it has one, and the wall clock if not, or under a policy that reads it in every call.
         * Up to this much it is followed, so slow drift never adds up. A leap beyond is reported once (log, {@link
         * GeneratorListener#clockLeapt}, {@link GeneratorStatus#pendingLeap}), and ids go on with the old time, until {@link
         * SnowflakeIdGenerator#acceptLeap} follows it or the clock comes back by itself.
         *
         * <p>Not held back is a lease that a ledger grants anew: its window begins where the ledger says, after a leap of the
         * ledger's clock beyond the window, too. A machine that was asleep looks as if its wall clock had leapt where the monotonic
         * clock sleeps as well (Linux, macOS): a laptop wants more than 10 s here, or calls {@code acceptLeap} when it wakes up.
         *
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder maxLeap(Duration maxLeap) {
            if (maxLeap.compareTo(Duration.ofSeconds(1)) < 0 || maxLeap.compareTo(Duration.ofDays(365)) > 0) {
                throw new IllegalArgumentException("maxLeap must be between 1 s and 365 days, but is " + maxLeap);
            }
            this.maxLeap = maxLeap;
            return this;
        }

        /**
         * How far the time of an id may be ahead of the clock that ids follow, in a burst that has used up the present tick; a part of a
         * tick counts as none. With 0 every id's time has come when it is issued: a full tick makes calls wait for the next one, and
         * the first call of a worker for its window, which begins a little ahead. The default is the largest there is, {@link
         * SnowflakeLayout#runAheadTicks}: where windows begin rests on it, so no setting goes beyond.
         *
         * <p>A reservation takes no more ids in one step than may be issued at once ({@link SnowflakeLayout#burstSize} by default);
         * with 0 no more than half a tick holds.
         *
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder runAhead(Duration runAhead) {
            SnowflakeLayout layout = ledger.layout();
            if (runAhead.isNegative() || runAhead.compareTo(farthest(layout)) > 0) {
                throw new IllegalArgumentException("runAhead must be between 0 and "
                        + Millis.of(farthest(layout).toNanos())
                        + " ms, which is what windows of layout " + layout.spec() + " allow for, but is " + runAhead);
            }
            this.runAhead = runAhead;
            return this;
        }

        /** One more who hears what happens to the clocks and the generator; default nobody. */
        public Builder listener(GeneratorListener listener) {
            listeners.add(listener);
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
            return new SnowflakeIdGenerator(
                    new GeneratorSettings(ledger, time, maxWait, clockPolicy, maxLeap, runAhead, listeners));
        }
    }
}
