package io.snowflakeid.spring.boot4;

import io.snowflakeid.spring.boot.actuate.SnowflakeHealth;
import io.snowflakeid.spring.boot.actuate.SnowflakeMonitoringAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Defines the health indicator, which reports the status DOWN if a generator cannot issue ids. */
@AutoConfiguration(after = SnowflakeMonitoringAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
public class SnowflakeHealthAutoConfiguration {

    @Bean
    @ConditionalOnBean(SnowflakeHealth.class)
    @ConditionalOnEnabledHealthIndicator("snowflake")
    @ConditionalOnMissingBean(name = "snowflakeHealthIndicator")
    HealthIndicator snowflakeHealthIndicator(SnowflakeHealth health) {
        return () -> {
            SnowflakeHealth.Result result = health.check();
            Health.Builder answer = result.up() ? Health.up() : Health.down();
            return answer.withDetails(result.details()).build();
        };
    }
}
