package io.snowflakeid.spring.boot.actuate;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowflakeid.segment.SegmentIdSource;
import io.snowflakeid.segment.SegmentStatus;
import io.snowflakeid.segment.SegmentStatus.Database;
import java.util.function.ToLongFunction;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Defines the meters of {@link SegmentIdSource} beans. The meter tag {@code segment} contains the value of {@link SegmentStatus#tag()}. */
@AutoConfiguration
@ConditionalOnProperty(name = "snowflake.enabled", matchIfMissing = true)
@ConditionalOnClass({MeterBinder.class, SegmentIdSource.class})
public class SnowflakeSegmentsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "snowflakeSegmentMeters")
    MeterBinder snowflakeSegmentMeters(ObjectProvider<SegmentIdSource> sources) {
        return registry -> sources.forEach(source -> bind(registry, source));
    }

    static void bind(MeterRegistry registry, SegmentIdSource source) {
        gauge(registry, source, "left", SegmentStatus::numbersLeft);
        gauge(registry, source, "end", status -> largest(status, Database::end));
        gauge(registry, source, "max", SegmentStatus::max);
        count(registry, source, "waits", SegmentStatus::waits);
        count(registry, source, "ranges", status -> sum(status, Database::rangesLoaded));
        count(registry, source, "lost", status -> sum(status, Database::numbersLost));
    }

    private static long sum(SegmentStatus status, ToLongFunction<Database> value) {
        return status.databases().stream().mapToLong(value).sum();
    }

    private static long largest(SegmentStatus status, ToLongFunction<Database> value) {
        return status.databases().stream().mapToLong(value).max().orElse(0);
    }

    private static void gauge(MeterRegistry to, SegmentIdSource of, String name, ToLongFunction<SegmentStatus> value) {
        Gauge.builder("snowflake.segment." + name, of, source -> value.applyAsLong(source.status()))
                .tag("segment", of.status().tag())
                .register(to);
    }

    private static void count(MeterRegistry to, SegmentIdSource of, String name, ToLongFunction<SegmentStatus> value) {
        FunctionCounter.builder("snowflake.segment." + name, of, source -> value.applyAsLong(source.status()))
                .tag("segment", of.status().tag())
                .register(to);
    }
}
