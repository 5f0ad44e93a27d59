package io.snowflakeid.spring.boot;

import io.snowflakeid.jackson2.SnowflakeModelConverter;
import io.snowflakeid.jackson2.SnowflakeModule.TextFor;
import io.snowflakeid.spring.boot.SnowflakeProperties.Json;
import io.swagger.v3.core.converter.ModelConverter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/** Ids as text in OpenAPI documents, too; springdoc-openapi takes every converter that is a bean. */
@AutoConfiguration
@ConditionalOnClass({ModelConverter.class, SnowflakeModelConverter.class})
@EnableConfigurationProperties(SnowflakeProperties.class)
public class SnowflakeOpenApiAutoConfiguration {

    /** One that changes nothing is needed, too: it takes the place of that of another context, which swagger-core keeps. */
    @Bean
    @ConditionalOnMissingBean
    SnowflakeModelConverter snowflakeModelConverter(SnowflakeProperties properties) {
        boolean changesNothing = !properties.enabled() || properties.json() == Json.OFF;
        return new SnowflakeModelConverter(
                changesNothing
                        ? TextFor.UNSAFE_ONLY
                        : TextFor.of(properties.json().toString()));
    }
}
