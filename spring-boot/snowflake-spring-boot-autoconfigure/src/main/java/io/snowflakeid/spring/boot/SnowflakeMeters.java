package io.snowflakeid.spring.boot;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowflakeid.RangedLedger;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.LedgerGroup;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.beans.factory.DisposableBean;

/**
 * What a registry is told of the application's generators, each with its name as the tag {@code generator}.
 *
 * <p>Everything is read when a registry asks, from what the generators know anyway: making an id counts nothing. Registries refer
 * to generators weakly, so that one which outlives the application keeps none of them.
 */
final class SnowflakeMeters implements MeterBinder, DisposableBean {

    private final Supplier<List<WatchedGenerator>> generators;
    private final boolean countsWorkers;
    private final TimeSource time;
    /** Kept for registries, which refer to them weakly. */
    private final List<WatchedGenerator> bound = new CopyOnWriteArrayList<>();

    private final Map<WorkerLedger, WorkersInUse> workers = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor asking = new ThreadPoolExecutor(
            0,
            1,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
                Thread thread = new Thread(task, "snowflake-workers-in-use");
                thread.setDaemon(true);
                return thread;
            },
            // of a registry that outlives the application
            new ThreadPoolExecutor.DiscardPolicy());

    SnowflakeMeters(Supplier<List<WatchedGenerator>> generators, boolean countsWorkers, TimeSource time) {
        this.generators = generators;
        this.countsWorkers = countsWorkers;
        this.time = time;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (WatchedGenerator generator : generators.get()) {
            bound.add(generator);
            GeneratorMeters meters = new GeneratorMeters(registry, generator.name());
            bindIds(meters, generator.ids());
            bindStanding(meters, generator);
            if (generator.events() != null) {
                bindEvents(meters, generator.events());
            }
            if (generator.ledger() != null && countsWorkers) {
                bindWorkers(meters, generator.ledger());
            }
        }
    }

    private static void bindIds(GeneratorMeters meters, SnowflakeIdGenerator ids) {
        meters.counter("snowflake.issued", "ids", "Ids issued", ids, SnowflakeIdGenerator::issued);
        meters.counter(
                "snowflake.waits",
                null,
                "Calls that had to wait for their tick or for a window",
                ids,
                waiting -> waiting.status().waits());
        meters.counter(
                "snowflake.borrowed",
                "ticks",
                "Ticks that a burst began before their time",
                ids,
                ahead -> ahead.status().borrowedTicks());
        meters.counter(
                "snowflake.clock.rollbacks",
                null,
                "How often the wall clock was set back",
                ids,
                clock -> clock.status().clockStepsBack());
        meters.time(
                "snowflake.clock.rollback.largest",
                "The farthest that the wall clock was set back at once",
                ids,
                clock -> seconds(clock.status().largestStepBack()));
        meters.counter(
                "snowflake.clock.leaps.refused",
                null,
                "How often a clock leapt so far ahead that it was not followed",
                ids,
                clock -> clock.status().leapsRefused());
        meters.time(
                "snowflake.clock.leap.pending",
                "How far a clock is ahead that has leapt and is not followed; 0 if there is none",
                ids,
                clock -> seconds(clock.status().pendingLeap()));
        meters.time(
                "snowflake.clock.ahead",
                "How far the time of ids is ahead of the wall clock; negative if behind",
                ids,
                clock -> seconds(clock.status().ahead()));
    }

    private static void bindStanding(GeneratorMeters meters, WatchedGenerator generator) {
        meters.gauge(
                "snowflake.online",
                null,
                "1 if ids can be issued, 0 if not",
                generator,
                watched -> watched.standing().isOnline() ? 1 : 0);
        meters.time(
                "snowflake.lease.remaining",
                "How long ids go on if the ledger grants no more time; 0 if none can be issued",
                generator,
                watched -> seconds(watched.standing().leaseRemaining()));
        meters.gauge(
                "snowflake.layout.remaining",
                "days",
                "Days until the layout has no ids left",
                generator,
                watched -> days(Duration.between(
                        watched.wallClock(), watched.ids().layout().exhaustedAt())));
    }

    private static void bindEvents(GeneratorMeters meters, GeneratorEventCounts events) {
        meters.timer(
                "snowflake.wait.time",
                "Calls that had to wait and have their id, and how long they waited",
                events,
                GeneratorEventCounts::waits,
                GeneratorEventCounts::waitedSeconds);
        meters.timer(
                "snowflake.clock.rollback.time",
                "Steps back of the wall clock, and how far they were together",
                events,
                GeneratorEventCounts::stepsBack,
                GeneratorEventCounts::stepsBackSeconds);
        meters.counter(
                "snowflake.lease.acquisitions",
                null,
                "Workers that were granted",
                events,
                GeneratorEventCounts::acquisitions);
        meters.counter(
                "snowflake.lease.renewals", null, "Windows that were moved on", events, GeneratorEventCounts::renewals);
        meters.counter(
                "snowflake.lease.renewal.failures",
                null,
                "How often the ledger could not be asked for more time, or for another worker",
                events,
                GeneratorEventCounts::renewalFailures);
        meters.counter(
                "snowflake.lease.losses",
                null,
                "Workers that were lost or lapsed before they were renewed",
                events,
                GeneratorEventCounts::losses);
    }

    private void bindWorkers(GeneratorMeters meters, WorkerLedger ledger) {
        List<RangedLedger> ranges = ranges(ledger);
        if (ranges.isEmpty()) {
            // a fixed worker
            return;
        }
        WorkersInUse inUse = workers.computeIfAbsent(ledger, asked -> new WorkersInUse(ranges, asking, time));
        meters.gauge(
                "snowflake.workers.held",
                null,
                "Workers of the ledger whose window has not ended, as last asked",
                inUse,
                WorkersInUse::held);
        meters.gauge(
                "snowflake.workers.quarantined",
                null,
                "Workers of the ledger whose window ended without a release, and that nobody may have yet, as last asked",
                inUse,
                WorkersInUse::quarantined);
        meters.gauge("snowflake.workers.limit", null, "Workers that the ledger has", inUse, WorkersInUse::all);
    }

    private static List<RangedLedger> ranges(WorkerLedger ledger) {
        if (ledger instanceof LedgerGroup group) {
            return group.ledgers();
        }
        return ledger instanceof RangedLedger ranged ? List.of(ranged) : List.of();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / (double) TimeUnit.SECONDS.toNanos(1);
    }

    private static double days(Duration duration) {
        return duration.toSeconds() / (double) TimeUnit.DAYS.toSeconds(1);
    }

    /** Nobody is to be asked any more: the data sources close next. */
    @Override
    public void destroy() {
        asking.shutdownNow();
    }
}
