package io.snowflakeid.spring.boot;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.jackson2.SnowflakeModule;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/** Ids as text in JSON, with Jackson 2; Spring Boot adds every module that is a bean. */
@AutoConfiguration
@ConditionalOnProperty(name = "snowflake.enabled", matchIfMissing = true)
@Conditional(JsonCondition.class)
@ConditionalOnClass({ObjectMapper.class, SnowflakeModule.class})
@EnableConfigurationProperties(SnowflakeProperties.class)
public class SnowflakeJackson2AutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    SnowflakeModule snowflakeJackson2Module(SnowflakeProperties properties) {
        return new SnowflakeModule(SnowflakeModule.TextFor.of(properties.json().toString()));
    }
}
