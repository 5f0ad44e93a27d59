package io.snowflakeid.spring.boot;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The meters of one generator in one registry, which holds what they read weakly: functions must not hold it either. */
record GeneratorMeters(MeterRegistry registry, String generator) {

    private static final String TAG = "generator";

    <T> void counter(String name, @Nullable String unit, String what, T source, ToDoubleFunction<T> count) {
        FunctionCounter.builder(name, source, count)
                .tag(TAG, generator)
                .baseUnit(unit)
                .description(what)
                .register(registry);
    }

    <T> void gauge(String name, @Nullable String unit, String what, T source, ToDoubleFunction<T> value) {
        Gauge.builder(name, source, value)
                .tag(TAG, generator)
                .baseUnit(unit)
                .description(what)
                .register(registry);
    }

    /** A gauge in the registry's unit of time. */
    <T> void time(String name, String what, T source, ToDoubleFunction<T> seconds) {
        TimeGauge.builder(name, source, TimeUnit.SECONDS, seconds)
                .tag(TAG, generator)
                .description(what)
                .register(registry);
    }

    <T> void timer(String name, String what, T source, ToLongFunction<T> count, ToDoubleFunction<T> seconds) {
        FunctionTimer.builder(name, source, count, seconds, TimeUnit.SECONDS)
                .tag(TAG, generator)
                .description(what)
                .register(registry);
    }
}
