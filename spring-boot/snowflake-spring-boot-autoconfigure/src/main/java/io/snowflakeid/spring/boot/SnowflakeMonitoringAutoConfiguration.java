package io.snowflakeid.spring.boot;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowflakeid.TimeSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.autoconfigure.endpoint.expose.EndpointExposure;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Meters, the actuator endpoint and what health is read from, as far as the application has Micrometer and Actuator. */
@AutoConfiguration(after = SnowflakeNamedGeneratorsAutoConfiguration.class)
@ConditionalOnSwitch("snowflake.enabled")
@Conditional(GeneratorCondition.Watched.class)
public class SnowflakeMonitoringAutoConfiguration {

    @Bean
    WatchedGenerators snowflakeWatchedGenerators(GeneratorFactory factory, ListableBeanFactory beans) {
        return new WatchedGenerators(factory, beans, TimeSource.system());
    }

    @Bean
    SnowflakeHealth snowflakeHealth(WatchedGenerators generators) {
        return new SnowflakeHealth(generators::all);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    @ConditionalOnSwitch("snowflake.meters.enabled")
    static class OnMicrometer {

        @Bean
        @ConditionalOnMissingBean(name = "snowflakeMeters")
        MeterBinder snowflakeMeters(WatchedGenerators generators, SnowflakeProperties properties) {
            return new SnowflakeMeters(generators::all, properties.meters().workers(), TimeSource.system());
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class OnActuator {

        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnMissingBean(name = "snowflakeEndpoint")
        SnowflakeEndpoint snowflakeEndpoint(WatchedGenerators generators) {
            return new SnowflakeEndpoint(generators::all);
        }

        @Bean
        @ConditionalOnBean(SnowflakeEndpoint.class)
        @ConditionalOnAvailableEndpoint(exposure = EndpointExposure.WEB)
        @ConditionalOnMissingBean
        SnowflakeEndpointWebExtension snowflakeEndpointWebExtension(SnowflakeEndpoint endpoint) {
            return new SnowflakeEndpointWebExtension(endpoint);
        }
    }
}
