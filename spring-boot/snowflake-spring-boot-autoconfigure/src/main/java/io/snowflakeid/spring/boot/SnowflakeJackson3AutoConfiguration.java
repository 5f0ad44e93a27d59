package io.snowflakeid.spring.boot;

import io.snowflakeid.jackson3.SnowflakeModule;
import io.snowflakeid.spring.boot.SnowflakeProperties.Json;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import tools.jackson.core.Version;
import tools.jackson.databind.JacksonModule;
import tools.jackson.databind.ObjectMapper;

/** Ids as text in JSON, with Jackson 3; Spring Boot adds every module that is a bean. */
@AutoConfiguration
@ConditionalOnClass({ObjectMapper.class, SnowflakeModule.class})
@EnableConfigurationProperties(SnowflakeProperties.class)
public class SnowflakeJackson3AutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(SnowflakeModule.class)
    JacksonModule snowflakeJackson3Module(SnowflakeProperties properties) {
        return !properties.enabled() || properties.json() == Json.OFF
                ? new NumbersStay()
                : new SnowflakeModule(
                        SnowflakeModule.TextFor.of(properties.json().toString()));
    }

    /** Takes the place of the module that Spring Boot 4 finds by itself. */
    static final class NumbersStay extends JacksonModule {

        @Override
        public String getModuleName() {
            return "snowflake-off";
        }

        @Override
        public Object getRegistrationId() {
            return new SnowflakeModule().getRegistrationId();
        }

        @Override
        public Version version() {
            return Version.unknownVersion();
        }

        @Override
        public void setupModule(SetupContext context) {
            // nothing: longs are written as without us
        }
    }
}
