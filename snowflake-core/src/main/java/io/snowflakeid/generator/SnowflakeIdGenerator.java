package io.snowflakeid.generator;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerGrant;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.internal.ApplicationLog;
import io.snowflakeid.internal.Limits;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes ids from a lease. The ledger grants a worker and a window of ticks, and the generator uses each (tick, sequence) of the window at most
 * once. The clock only chooses the tick, so the clock affects the age and the order of ids, but never their uniqueness.
 *
 * <pre>{@code
 * try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build())) {
 *     long id = ids.nextId();
 * }
 * }</pre>
 *
 * <p>A generator is thread-safe, and lock-free until the window is used up. A full sequence carries into the next tick. A burst may run ahead of the
 * clock by {@link Builder#runAhead}. Calls beyond the run-ahead park without spinning and without a monitor, so virtual threads do not block their
 * carriers. An interrupt neither loses an id nor throws an exception, and the interrupt flag stays set.
 *
 * <p>Under {@link ClockPolicy#rideThrough}, frequent calls (from 128 in a tick) do not read the clock each time. Up to 1,024 ids may have an earlier
 * tick than the present tick. Ids lag behind the clock for an eighth of a tick at a steady rate, or for about a tick when calls become rare. After a
 * pause of the whole process, the first ids may have the tick before the pause.
 *
 * <p>Close a generator after the last insert, so that other processes can use the worker at once. An application may close a generator twice, during
 * calls of {@link #nextId()} on other threads, and while the ledger is unavailable.
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
     * Returns a generator that uses the given ledger and the defaults of {@link Builder}. The method acquires a worker before it returns.
     *
     * @throws WorkerLedgerException if no worker is granted
     */
    public static SnowflakeIdGenerator on(WorkerLedger ledger) {
        return builder(ledger).build();
    }

    /** Returns a builder for a generator that uses the given ledger. */
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
     * Puts the generator online again after the clock policy took it offline. The method acquires a worker, and accepts the present reading of the
     * wall clock.
     *
     * <p>New ids are greater than all earlier ids of this generator, so the time of new ids may be ahead of a clock that was set back. The call
     * blocks until the ledger has answered. Any thread and any {@link GeneratorListener} may call this method.
     *
     * @return true if the generator was offline
     * @throws WorkerLedgerException if no worker is granted, for example because the database's clock differs by more than an hour. After a failure,
     *     the generator is still offline, and the call can be repeated
     * @throws IllegalStateException if the generator is closed
     */
    public boolean resume() {
        return keeper.resume();
    }

    /**
     * Follows a clock that leapt forward by more than {@link Builder#maxLeap}. Ids never go back from the new time, so accept a leap only if the
     * clock is right. The last reading of a ledger's clock is from the last renewal, so a ledger's clock may have been corrected since the reading.
     *
     * @return true if the ids now follow the leap, or false if no leap was pending or the clock has come back by itself
     */
    public boolean acceptLeap() {
        return keeper.clock().acceptLeap();
    }

    /**
     * Returns the number of ids that this generator has issued with all of its workers, for metrics. The ids of a reservation count when they are
     * reserved, in steps of at most a burst, even if the caller never takes them. The id of a call that waits counts before the call returns. The
     * number never decreases, and may be too low for a moment while other threads take ids.
     */
    public long issued() {
        return keeper.cycle().issued();
    }

    /** Returns the present state of this generator. */
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

    /** Ends the lease at once, and then waits for the ledger and the listeners, at most {@code maxWait}. Calls for ids fail after the close. */
    @Override
    public void close() {
        keeper.close();
    }

    /** Collects settings of a generator. A setter throws {@link IllegalArgumentException} for a wrong value. A builder is not thread-safe. */
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
         * Sets the longest wait of a call, from 1 ms to 1 day, which is 2 s by default. After the longest wait for a window, a call throws an
         * exception. After the longest wait for a late wall clock, a call returns its id.
         */
        public Builder maxWait(Duration maxWait) {
            Limits.requireBetween("maxWait", maxWait, Duration.ofMillis(1), Duration.ofDays(1));
            this.maxWait = maxWait;
            return this;
        }

        /** Sets the reaction to a wall clock that is set back, which is {@link ClockPolicy#rideThrough()} by default. */
        public Builder clockPolicy(ClockPolicy clockPolicy) {
            this.clockPolicy = clockPolicy;
            return this;
        }

        /**
         * Sets the largest step ahead of the monotonic clock by which ids follow another clock, from 1 s to 365 days. The default step is 10 s. Ids
         * follow the ledger's clock if the ledger has a clock. Ids follow the wall clock if the ledger has no clock, or if the clock policy reads the
         * wall clock in every call. Ids follow a step of at most {@code maxLeap}, so drift does not accumulate. A larger step is reported once (log,
         * {@link GeneratorListener#clockLeapt}, {@link GeneratorStatus#pendingLeap}), and ids continue with the old time. Ids follow the clock again
         * after {@link SnowflakeIdGenerator#acceptLeap}, or when the clock comes back by itself.
         *
         * <p>The limit {@code maxLeap} does not apply to a new grant of a ledger. After a machine sleeps, its wall clock appears to leap if the
         * monotonic clock stopped during the sleep (Linux, macOS). On a laptop, choose more than 10 s, or call {@code acceptLeap} after the sleep.
         */
        public Builder maxLeap(Duration maxLeap) {
            Limits.requireBetween("maxLeap", maxLeap, Duration.ofSeconds(1), Duration.ofDays(365));
            this.maxLeap = maxLeap;
            return this;
        }

        /**
         * Sets the longest time by which ids may be ahead of the clock in a burst, in whole ticks. The default,
         * {@link SnowflakeLayout#runAheadTicks}, is also the largest value, because the beginning of windows depends on the default. With a run-ahead
         * of 0, calls wait for the next tick if the present tick is full, and for the beginning of a new worker's window, which lies a little ahead
         * of the clock. One step of a reservation takes at most the ids of one burst ({@link SnowflakeLayout#burstSize} by default). With a run-ahead
         * of 0, a step takes at most half of a tick's ids.
         */
        public Builder runAhead(Duration runAhead) {
            Limits.requireBetween("runAhead", runAhead, Duration.ZERO, farthest(ledger.layout()));
            this.runAhead = runAhead;
            return this;
        }

        /** Adds a listener. By default, a generator has no listener. */
        public Builder listener(GeneratorListener listener) {
            listeners.add(listener);
            return this;
        }

        /** Sets the clocks of the generator, which are {@link TimeSource#system()} by default. */
        public Builder timeSource(TimeSource time) {
            this.time = time;
            return this;
        }

        /**
         * Acquires a worker and starts the generator.
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
