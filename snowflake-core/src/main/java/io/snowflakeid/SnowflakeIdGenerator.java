package io.snowflakeid;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

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
 * <p>Under {@link ClockPolicy#rideThrough}, calls that come often (128 in a tick, or more) do not read the clock each time. Up to 1,024 ids
 * may have the tick before: for an eighth of a tick while calls come as often, for about a tick when they become rare, and after a pause of
 * the whole process the tick in which that began.
 *
 * <p>Close it when the last one that can insert has stopped: the worker is free for others at once. Closing twice, closing while
 * other threads call {@link #nextId()}, and closing while the ledger is down are all fine.
 */
public final class SnowflakeIdGenerator extends IdIssuer implements AutoCloseable {

    private static final System.Logger LOG = ApplicationLog.of(SnowflakeIdGenerator.class);
    private static final int WARN_WITHIN_YEARS = 5;

    private final ClockPolicy clockPolicy;
    private final GeneratorEvents events;
    private final LeaseKeeper keeper;

    private SnowflakeIdGenerator(GeneratorSettings settings, GeneratorEvents events, LeaseKeeper keeper) {
        super(settings, events, keeper);
        clockPolicy = settings.clockPolicy();
        this.events = events;
        this.keeper = keeper;
        warnOfTheEnd(Instant.ofEpochSecond(0, settings.time().wallNanos()));
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
        Instant end = layout().exhaustedAt();
        if (end.isBefore(now.plus(WARN_WITHIN_YEARS * 365L, ChronoUnit.DAYS))) {
            LOG.log(
                    Level.WARNING,
                    "layout {0} runs out at {1}, within {2} years: plan a layout with more timestamp bits",
                    layout().spec(),
                    end,
                    WARN_WITHIN_YEARS);
        }
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

    /**
     * How many ids this generator has issued since it was built, by all of its workers; for meters. No call for an id counts: it
     * follows from the position in the window. Ids of a reservation count when they are set aside, as many at
     * once as a burst may hold, also those that are never taken out of it; an id that a call waits for counts
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
        SnowflakeLayout layout = layout();
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
                waits(),
                issued(),
                borrowedTicks(),
                keeper.isClosed());
    }

    /**
     * Ends the lease at once, then tells the ledger and the listeners, for which it waits at most {@code maxWait}. Later calls for ids
     * are refused.
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
         * How long a call may wait for the next window before it throws, and for a wall clock that is behind before it gets its id; 1 ms to
         * 1 day, default 2 s.
         *
         * @throws IllegalArgumentException if it is out of range
         */
        public Builder maxWait(Duration maxWait) {
            Limits.requireBetween("maxWait", maxWait, Duration.ofMillis(1), Duration.ofDays(1));
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
            Limits.requireBetween("maxLeap", maxLeap, Duration.ofSeconds(1), Duration.ofDays(365));
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
            Limits.requireBetween("runAhead", runAhead, Duration.ZERO, farthest(ledger.layout()));
            this.runAhead = runAhead;
            return this;
        }

        /** Adds a listener to what happens to the clocks and the generator; there is none by default. */
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
            var settings = new GeneratorSettings(ledger, time, maxWait, clockPolicy, maxLeap, runAhead, listeners);
            var events = new GeneratorEvents(listeners);
            return new SnowflakeIdGenerator(settings, events, new LeaseKeeper(settings, events));
        }
    }
}
