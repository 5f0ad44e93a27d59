package io.snowflakeid.spring.boot.actuate;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowflakeid.TimeSource;
import io.snowflakeid.WorkerEntry.State;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.generator.GeneratorStatus;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.LedgerGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Registers the meters of the application's generators. The tag {@code generator} contains the generator's name.
 *
 * <p>Meter values are computed when a registry reads the meters, so meters do not slow down id generation. A registry has only weak references to
 * generators, so the generators of a closed application context can be garbage-collected.
 */
final class SnowflakeMeters implements MeterBinder {

    private static final double SECONDS_OF_A_DAY = TimeUnit.DAYS.toSeconds(1);

    private final Supplier<List<WatchedGenerator>> generators;
    private final TimeSource time;

    /** Keeps strong references to the generators, because registries have only weak references. */
    private final List<WatchedGenerator> bound = new CopyOnWriteArrayList<>();

    private final Map<WorkerLedger, WorkersInUse> workers = new ConcurrentHashMap<>();

    SnowflakeMeters(Supplier<List<WatchedGenerator>> generators, TimeSource time) {
        this.generators = generators;
        this.time = time;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (WatchedGenerator generator : generators.get()) {
            bound.add(generator);
            bindStatus(new Of<>(registry, generator.name(), generator.ids()));
            bindState(new Of<>(registry, generator.name(), generator));
            WorkerLedger ledger = generator.ledger();
            if (ledger != null) {
                bindEvents(new Of<>(registry, generator.name(), generator.events()));
            }
            if (ledger != null && !ranges(ledger).isEmpty()) {
                WorkersInUse inUse = workers.computeIfAbsent(ledger, of -> new WorkersInUse(ranges(of), time));
                bindWorkers(new Of<>(registry, generator.name(), inUse));
            }
        }
    }

    private static void bindStatus(Of<SnowflakeIdGenerator> ids) {
        ids.count("issued", "ids", "Ids issued", SnowflakeIdGenerator::issued);
        ids.count("waits", null, "Calls that had to wait", status(GeneratorStatus::waits));
        ids.count("borrowed", "ticks", "Ticks that bursts used ahead of time", status(GeneratorStatus::borrowedTicks));
        ids.count("clock.rollbacks", null, "Steps back of the wall clock", status(GeneratorStatus::clockStepsBack));
        ids.seconds(
                "clock.rollback.largest",
                "Largest step back of the wall clock",
                length(GeneratorStatus::largestStepBack));
        ids.count(
                "clock.leaps.refused",
                null,
                "Leaps of a clock ahead that ids do not follow",
                status(GeneratorStatus::leapsRefused));
        ids.seconds(
                "clock.leap.pending",
                "Current leap ahead that ids do not follow",
                length(GeneratorStatus::pendingLeap));
        ids.seconds("clock.ahead", "How far ids are ahead of the wall clock", length(GeneratorStatus::ahead));
    }

    private static ToDoubleFunction<SnowflakeIdGenerator> status(ToDoubleFunction<GeneratorStatus> value) {
        return ids -> value.applyAsDouble(ids.status());
    }

    private static Function<SnowflakeIdGenerator, Duration> length(Function<GeneratorStatus, Duration> value) {
        return ids -> value.apply(ids.status());
    }

    private static void bindState(Of<WatchedGenerator> generator) {
        generator.gauge("online", null, "1 if ids can be issued, 0 if not", SnowflakeMeters::online);
        generator.seconds(
                "lease.remaining",
                "How long ids continue without the ledger",
                of -> of.state().leaseRemaining());
        generator.gauge("layout.remaining", "days", "Days until the layout has no ids left", SnowflakeMeters::days);
    }

    private static double online(WatchedGenerator generator) {
        return generator.state().isOnline() ? 1 : 0;
    }

    private static double days(WatchedGenerator generator) {
        Instant end = generator.ids().layout().exhaustedAt();
        return Duration.between(generator.events().wallClock(), end).toSeconds() / SECONDS_OF_A_DAY;
    }

    private static void bindEvents(Of<RecordedEvents> events) {
        events.timer("wait.time", "Waiting time of calls that got their id", of -> of.waits, of -> of.waitedNanos);
        events.timer("clock.rollback.time", "Steps back of the clock", of -> of.stepsBack, of -> of.stepsBackNanos);
        events.count("lease.acquisitions", null, "Workers that were granted", of -> of.acquisitions.sum());
        events.count("lease.renewals", null, "Windows that were extended", of -> of.renewals.sum());
        events.count("lease.renewal.failures", null, "Renewals that failed", of -> of.renewalFailures.sum());
        events.count("lease.losses", null, "Workers that were lost or lapsed", of -> of.losses.sum());
    }

    private static void bindWorkers(Of<WorkersInUse> workers) {
        workers.gauge(
                "workers.held", null, "Workers with an active window, up to 30 s old", of -> of.count(State.HELD));
        workers.gauge(
                "workers.quarantined",
                null,
                "Workers of crashed processes, up to 30 s old",
                of -> of.count(State.QUARANTINED));
        workers.gauge("workers.limit", null, "Workers of the ledger", WorkersInUse::all);
    }

    /** Returns the ledgers that grant workers from a range, or an empty list if the worker is fixed. */
    private static List<WorkerLedger.Ranged> ranges(WorkerLedger ledger) {
        if (ledger instanceof LedgerGroup group) {
            return group.ledgers();
        }
        return ledger instanceof WorkerLedger.Ranged ranged ? List.of(ranged) : List.of();
    }

    /** A meter function must contain no reference to its {@code source}, so that the registry's weak reference can be cleared. */
    private record Of<T>(MeterRegistry registry, String generator, T source) {

        void count(String name, @Nullable String unit, String what, ToDoubleFunction<T> count) {
            FunctionCounter.builder("snowflake." + name, source, count)
                    .tag("generator", generator)
                    .baseUnit(unit)
                    .description(what)
                    .register(registry);
        }

        void gauge(String name, @Nullable String unit, String what, ToDoubleFunction<T> value) {
            Gauge.builder("snowflake." + name, source, value)
                    .tag("generator", generator)
                    .baseUnit(unit)
                    .description(what)
                    .register(registry);
        }

        /** Registers a gauge in the base time unit of the registry. */
        void seconds(String name, String what, Function<T, Duration> time) {
            ToDoubleFunction<T> nanos = of -> time.apply(of).toNanos();
            TimeGauge.builder("snowflake." + name, source, TimeUnit.NANOSECONDS, nanos)
                    .tag("generator", generator)
                    .description(what)
                    .register(registry);
        }

        void timer(String name, String what, Function<T, LongAdder> count, Function<T, LongAdder> nanos) {
            FunctionTimer.builder(
                            "snowflake." + name,
                            source,
                            of -> count.apply(of).sum(),
                            of -> nanos.apply(of).sum(),
                            TimeUnit.NANOSECONDS)
                    .tag("generator", generator)
                    .description(what)
                    .register(registry);
        }
    }
}
