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
 * Makes unique ids from a worker and a window of ticks that a {@link WorkerLedger} has granted. The generator uses each pair of tick and sequence at
 * most once. The clock affects the timestamps and the order of ids, but not their uniqueness.
 *
 * <pre>{@code
 * try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build())) {
 *     long id = ids.nextId();
 * }
 * }</pre>
 *
 * <p>A generator is thread-safe, and lock-free until the window is used up. If the current tick is full, the generator uses later ticks, up to
 * {@link Builder#runAhead} ahead of the clock. A waiting thread holds no monitor, so that a waiting virtual thread does not block its carrier thread.
 * If a thread is interrupted in a call for ids, the call continues and the interrupt flag stays set.
 *
 * <p>Under {@link ClockPolicy#rideThrough}, the generator does not read the clock in every call from 256 ids in one tick on, as long as the rate is
 * at least 128 ids per tick. If calls do not read the clock, the timestamps of up to 1,024 consecutive ids may be one tick too early. After a pause
 * of the whole process, the first ids may have a timestamp from before the pause.
 *
 * <p>Close a generator after the last insert, so that other processes can use the worker at once. An application may call {@link #close} at any time,
 * even twice or while the ledger is unavailable.
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
     * @throws WorkerLedgerException if the ledger grants no worker
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
     * Puts the generator online again after the clock policy took the generator offline. The method acquires a worker, and blocks until the ledger
     * replies. The generator discards all earlier readings of the wall clock.
     *
     * <p>After {@code resume}, timestamps may be ahead of the wall clock, because new ids must be greater than all earlier ids. Any thread and any
     * {@link GeneratorListener} may call this method.
     *
     * @return true if the generator was offline before the call
     * @throws WorkerLedgerException if the ledger grants no worker. The generator remains offline until a call of {@code resume} succeeds
     * @throws IllegalStateException if the generator is closed
     */
    public boolean resume() {
        return keeper.resume();
    }

    /**
     * Sets the generator's time to the time of the clock after a forward leap of more than {@link Builder#maxLeap}. Check the clock before you call
     * {@code acceptLeap}, because the generator's time never moves back. The generator may accept an outdated time of the ledger's clock, because it
     * reads this clock only at renewals.
     *
     * @return true if the method has accepted a leap of the clock, or false if there was no leap to accept
     */
    public boolean acceptLeap() {
        return keeper.clock().acceptLeap();
    }

    /**
     * Returns the number of ids that this generator has issued. Reserved ids are counted at their reservation, even if the application never uses the
     * ids. The returned number never decreases, but may be slightly too low while other threads make ids.
     */
    public long issued() {
        return keeper.cycle().issued();
    }

    /** Returns the current state of this generator. */
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

    /**
     * Ends the lease, releases the worker, and waits at most {@code maxWait} for the ledger and the listeners. A closed generator throws an exception
     * in every call for ids.
     */
    @Override
    public void close() {
        keeper.close();
    }

    /**
     * Collects the settings of a generator. Each setter throws {@link IllegalArgumentException} for an invalid value. A builder is not thread-safe.
     */
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
         * Sets the longest time that a call waits for a window, from 1 ms to 1 day. The default of {@code maxWait} is 2 s. A call throws an exception
         * if no window is granted within {@code maxWait}. A call that waits for the clock returns at most {@code maxWait} after the expected time,
         * even if the clock is set back.
         */
        public Builder maxWait(Duration maxWait) {
            Limits.requireBetween("maxWait", maxWait, Duration.ofMillis(1), Duration.ofDays(1));
            this.maxWait = maxWait;
            return this;
        }

        /** Sets the reaction to a wall clock that is set back. The default clock policy is {@link ClockPolicy#rideThrough()}. */
        public Builder clockPolicy(ClockPolicy clockPolicy) {
            this.clockPolicy = clockPolicy;
            return this;
        }

        /**
         * Sets the largest forward jump of a clock that the generator accepts automatically, from 1 s to 365 days. The default of {@code maxLeap} is
         * 10 s. The generator adjusts its time to the ledger's clock at each renewal. The generator uses the wall clock if the ledger has no clock,
         * or if the clock policy reads the wall clock in every call. If a clock jumps forward by more than {@code maxLeap}, the generator ignores the
         * jump, logs a warning, and calls {@link GeneratorListener#clockLeapt}. The generator follows the clock again after
         * {@link SnowflakeIdGenerator#acceptLeap}, or after the operator has corrected the clock.
         *
         * <p>The start of a newly granted window may move the generator's time forward by more than {@code maxLeap}. On Linux and macOS, the
         * monotonic clock stops in sleep mode, so the generator may then detect a jump of the wall clock. On a laptop, set {@code maxLeap} to more
         * than 10 s, or call {@code acceptLeap} after each sleep of the machine.
         */
        public Builder maxLeap(Duration maxLeap) {
            Limits.requireBetween("maxLeap", maxLeap, Duration.ofSeconds(1), Duration.ofDays(365));
            this.maxLeap = maxLeap;
            return this;
        }

        /**
         * Sets the longest time by which ids may be ahead of the clock in a burst, in whole ticks. The default run-ahead and the largest run-ahead
         * are {@link SnowflakeLayout#runAheadTicks} ticks. If the run-ahead is 0, threads wait for the next tick when the current tick is full. If
         * {@code runAhead} is 0, threads wait until the clock reaches the start of a new worker's window. A longer {@code runAhead} allows a batch to
         * reserve more ids at once.
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

        /** Sets the wall clock and the monotonic clock of the generator. The default time source is {@link TimeSource#system()}. */
        public Builder timeSource(TimeSource time) {
            this.time = time;
            return this;
        }

        /**
         * Acquires a worker and starts the generator.
         *
         * @throws WorkerLedgerException if the ledger grants no worker
         */
        public SnowflakeIdGenerator build() {
            var settings = new GeneratorSettings(ledger, time, maxWait, clockPolicy, maxLeap, runAhead);
            var events = new GeneratorEvents(List.copyOf(listeners));
            return new SnowflakeIdGenerator(settings, events, new LeaseKeeper(settings, events));
        }
    }
}
