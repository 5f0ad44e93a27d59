package io.snowflakeid.spring.boot;

import io.snowflakeid.jackson3.SnowflakeModule;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import tools.jackson.databind.ObjectMapper;

/** Ids as text in JSON, with Jackson 3; Spring Boot adds every module that is a bean. */
@AutoConfiguration
@ConditionalOnProperty(name = "snowflake.enabled", matchIfMissing = true)
@Conditional(JsonCondition.class)
@ConditionalOnClass({ObjectMapper.class, SnowflakeModule.class})
@EnableConfigurationProperties(SnowflakeProperties.class)
public class SnowflakeJackson3AutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SnowflakeModule snowflakeJackson3Module(SnowflakeProperties properties) {
        return new SnowflakeModule(SnowflakeModule.TextFor.of(properties.json().toString()));
    }
}
