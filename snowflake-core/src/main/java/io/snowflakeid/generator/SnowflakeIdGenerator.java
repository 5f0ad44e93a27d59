package io.snowflakeid.generator;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.Limits;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes ids from a lease: the ledger grants a worker and a window of ticks, and the generator uses each (tick, sequence) of that window at
 * most once. The clock only chooses the tick, so it affects the age and the order of ids, never their uniqueness.
 *
 * <pre>{@code
 * try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build())) {
 *     long id = ids.nextId();
 * }
 * }</pre>
 *
 * <p>Thread-safe and lock-free while the window lasts. A full sequence carries into the next tick; a burst may run ahead of the clock by {@link
 * Builder#runAhead}, and then parks, without spinning and without a monitor, as virtual threads require. An interrupt neither loses an id nor throws:
 * the interrupt flag is kept.
 *
 * <p>Under {@link ClockPolicy#rideThrough}, frequent calls (from 128 in a tick) do not read the clock each time. Up to 1,024 ids may have
 * an earlier tick: for an eighth of a tick at the same rate, for about a tick when calls become rare, and after a pause of the whole process
 * the tick before the pause.
 *
 * <p>Close a generator after the last insert: the worker is then free for other processes at once. A generator may be closed twice, while other
 * threads call {@link #nextId()}, and while the ledger is unavailable.
 */
public final class SnowflakeIdGenerator extends IdIssuer implements AutoCloseable {

    private static final System.Logger LOG = ApplicationLog.of(SnowflakeIdGenerator.class);

    private final ClockPolicy clockPolicy;
    private final GeneratorEvents events;
    private final LeaseKeeper keeper;

    private SnowflakeIdGenerator(GeneratorSettings settings, GeneratorEvents events, LeaseKeeper keeper) {
        super(settings, events, keeper);
        clockPolicy = settings.clockPolicy();
        this.events = events;
        this.keeper = keeper;
        warnOfTheEnd(settings.wallClock());
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
        if (end.isBefore(now.plus(5 * 365, ChronoUnit.DAYS))) {
            String problem = "layout " + layout().spec() + " runs out at " + end + ", within 5 years";
            LOG.log(Level.WARNING, problem + ": plan a layout with more timestamp bits");
        }
    }

    /**
     * Continues after the clock policy took this generator offline: acquires a worker, and accepts the present reading of the wall clock.
     * Ids continue above all earlier ids of this generator, so their time may stay ahead of a clock that was set back. The call blocks as long as the
     * ledger does. Any thread may call this method, also a {@link GeneratorListener}.
     *
     * @return whether the generator was offline
     * @throws WorkerLedgerException if no worker is granted, as by a database whose clock differs by more than an hour: the generator stays
     *     offline, and the call may be repeated
     * @throws IllegalStateException if the generator is closed
     */
    public boolean resume() {
        return keeper.resume();
    }

    /**
     * Follows a clock that leapt forward by more than {@link Builder#maxLeap}. Ids never return from the new time, so accept a leap only if the clock
     * is right. A ledger's clock is known from the last renewal, and may have come back since.
     *
     * @return true if ids have leapt; false if no leap was pending, or the clock has come back by itself
     */
    public boolean acceptLeap() {
        return keeper.clock().acceptLeap();
    }

    /**
     * How many ids this generator has issued with all of its workers, for meters. Ids of a reservation count when they are set aside, in
     * steps of up to a burst, whether they are taken or not; an id that a call waits for counts before the call returns.
     *
     * <p>The number is cheap, and exact while no other thread takes ids; otherwise it may be too low for a moment. It never decreases.
     */
    public long issued() {
        return keeper.cycle().issued();
    }

    /** The present state of this generator. */
    public GeneratorStatus status() {
        Lease lease = keeper.lease();
        WorkerGrant grant = lease.grant();
        IdClock idClock = keeper.clock();
        LeaseCycle.Offline offline = keeper.cycle().offline();
        SnowflakeLayout layout = layout();
        return new GeneratorStatus(
                grant.datacenter(),
                grant.worker(),
                layout.timestampOf(grant.from()),
                layout.timestampOf(lease.untilTick()),
                idClock.aheadOfWall(),
                events.stepsBack.get(),
                Duration.ofNanos(events.largestStepBackNanos.get()),
                events.leapsRefused.get(),
                idClock.pendingLeap(),
                clockPolicy,
                offline == null ? null : offline.since(),
                waits.sum(),
                issued(),
                borrowedTicks.sum(),
                keeper.cycle().isClosed());
    }

    /** Ends the lease at once, so that later calls for ids throw, then waits at most {@code maxWait} for the ledger and the listeners. */
    @Override
    public void close() {
        keeper.close();
    }

    /** Settings of a generator, which throw {@link IllegalArgumentException} if they are out of range; not thread-safe. */
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
         * The longest wait of a call for the next window, after which it throws, and for a wall clock that is behind, after which it gets its
         * id; 1 ms to 1 day, default 2 s.
         */
        public Builder maxWait(Duration maxWait) {
            Limits.requireBetween("maxWait", maxWait, Duration.ofMillis(1), Duration.ofDays(1));
            this.maxWait = maxWait;
            return this;
        }

        /** The reaction to a wall clock that is set back; default {@link ClockPolicy#rideThrough()}. */
        public Builder clockPolicy(ClockPolicy clockPolicy) {
            this.clockPolicy = clockPolicy;
            return this;
        }

        /**
         * The largest step ahead of the monotonic clock by which ids follow their clock; 1 s to 365 days, default 10 s. Ids follow the ledger's clock
         * if it has one, but the wall clock otherwise and under a policy that reads it in every call. Smaller steps are followed, so drift does not
         * add up. A larger step is reported once (log, {@link GeneratorListener#clockLeapt}, {@link GeneratorStatus#pendingLeap}), and ids continue
         * with the old time, until {@link SnowflakeIdGenerator#acceptLeap} follows the clock or the clock comes back by itself.
         *
         * <p>A new grant of a ledger is not held back. The sleep of a machine looks like a leap of its wall clock if the monotonic clock
         * sleeps, too (Linux, macOS): on a laptop, choose more than 10 s, or call {@code acceptLeap} after the sleep.
         */
        public Builder maxLeap(Duration maxLeap) {
            Limits.requireBetween("maxLeap", maxLeap, Duration.ofSeconds(1), Duration.ofDays(365));
            this.maxLeap = maxLeap;
            return this;
        }

        /**
         * How far the time of an id may be ahead of the clock in a burst, in whole ticks. With 0, calls wait for the next tick if the present tick is
         * full, and for the window of a new worker, which begins a little ahead. The default, {@link SnowflakeLayout#runAheadTicks}, is the largest
         * value, since the beginning of windows depends on it.
         *
         * <p>One step of a reservation takes at most the ids that may be issued at once ({@link SnowflakeLayout#burstSize} by default);
         * with 0, at most half of a tick's ids.
         */
        public Builder runAhead(Duration runAhead) {
            Limits.requireBetween("runAhead", runAhead, Duration.ZERO, farthest(ledger.layout()));
            this.runAhead = runAhead;
            return this;
        }

        /** Adds a listener; there is none by default. */
        public Builder listener(GeneratorListener listener) {
            listeners.add(listener);
            return this;
        }

        /** The clocks of the generator; default {@link TimeSource#system()}. */
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
            var settings = new GeneratorSettings(ledger, time, maxWait, clockPolicy, maxLeap, runAhead);
            var events = new GeneratorEvents(List.copyOf(listeners));
            return new SnowflakeIdGenerator(settings, events, new LeaseKeeper(settings, events));
        }
    }
}
