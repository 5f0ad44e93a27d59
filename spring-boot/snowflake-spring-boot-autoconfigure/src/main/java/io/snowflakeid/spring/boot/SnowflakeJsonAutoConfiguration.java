package io.snowflakeid.spring.boot;

import io.snowflakeid.jackson2.SnowflakeModelConverter;
import io.snowflakeid.jackson2.SnowflakeModule;
import io.snowflakeid.json.TextFor;
import io.snowflakeid.spring.boot.SnowflakeProperties.Json;
import io.swagger.v3.core.converter.ModelConverter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Defines the Jackson modules that write ids as strings, and the converter for OpenAPI documents. */
@AutoConfiguration
@EnableConfigurationProperties(SnowflakeProperties.class)
public class SnowflakeJsonAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "snowflake.enabled", matchIfMissing = true)
    @Conditional(UnlessOff.class)
    @ConditionalOnClass({com.fasterxml.jackson.databind.ObjectMapper.class, SnowflakeModule.class})
    static class Jackson2 {

        @Bean
        @ConditionalOnMissingBean
        SnowflakeModule snowflakeJackson2Module(SnowflakeProperties properties) {
            return new SnowflakeModule(TextFor.valueOf(properties.json().name()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "snowflake.enabled", matchIfMissing = true)
    @Conditional(UnlessOff.class)
    @ConditionalOnClass({tools.jackson.databind.ObjectMapper.class, io.snowflakeid.jackson3.SnowflakeModule.class})
    static class Jackson3 {

        @Bean
        @ConditionalOnMissingBean
        io.snowflakeid.jackson3.SnowflakeModule snowflakeJackson3Module(SnowflakeProperties properties) {
            return new io.snowflakeid.jackson3.SnowflakeModule(
                    TextFor.valueOf(properties.json().name()));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ModelConverter.class, SnowflakeModelConverter.class})
    static class OpenApi {

        /** Defines the converter even if ids remain numbers, because swagger-core may still use the converter of a closed application context. */
        @Bean
        @ConditionalOnMissingBean
        SnowflakeModelConverter snowflakeModelConverter(SnowflakeProperties properties) {
            boolean changesNothing = !properties.enabled() || properties.json() == Json.OFF;
            return new SnowflakeModelConverter(
                    changesNothing ? null : TextFor.valueOf(properties.json().name()));
        }
    }

    static final class UnlessOff extends SpringBootCondition {

        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            Json json = Binder.get(context.getEnvironment())
                    .bind("snowflake.json", Json.class)
                    .orElse(Json.ANNOTATED);
            return new ConditionOutcome(json != Json.OFF, "snowflake.json is " + json);
        }
    }
}
