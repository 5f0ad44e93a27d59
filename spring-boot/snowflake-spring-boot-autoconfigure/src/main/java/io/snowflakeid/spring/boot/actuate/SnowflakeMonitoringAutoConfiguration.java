package io.snowflakeid.spring.boot.actuate;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.TimeSource;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.GeneratorConfig;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Defines the health check of generators, the meters for Micrometer, and the actuator endpoint. */
@AutoConfiguration(after = SnowflakeAutoConfiguration.class)
@ConditionalOnProperty(name = "snowflake.enabled", matchIfMissing = true)
@ConditionalOnBean(SnowflakeIdGenerator.class)
public class SnowflakeMonitoringAutoConfiguration {

    /** Defines a listener that records the events of the auto-configured generator. */
    @Bean
    @ConditionalOnMissingBean
    RecordedEvents snowflakeGeneratorEvents() {
        return new RecordedEvents(TimeSource.system());
    }

    @Bean
    WatchedGenerator.All snowflakeWatchedGenerators(
            ListableBeanFactory beans,
            ObjectProvider<IdGenerator> unnamed,
            ObjectProvider<GeneratorConfig> described,
            RecordedEvents events) {
        return new WatchedGenerator.All(beans, unnamed, described.getIfAvailable(), events);
    }

    @Bean
    SnowflakeHealth snowflakeHealth(WatchedGenerator.All generators) {
        return new SnowflakeHealth(generators);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class OnMicrometer {

        @Bean
        @ConditionalOnMissingBean(name = "snowflakeMeters")
        MeterBinder snowflakeMeters(WatchedGenerator.All generators) {
            return new SnowflakeMeters(generators, TimeSource.system());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class OnActuator {

        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnMissingBean(name = "snowflakeEndpoint")
        SnowflakeEndpoint snowflakeEndpoint(WatchedGenerator.All generators) {
            return new SnowflakeEndpoint(generators);
        }
    }
}
