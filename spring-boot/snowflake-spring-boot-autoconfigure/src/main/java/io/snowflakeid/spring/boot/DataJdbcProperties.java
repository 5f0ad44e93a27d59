package io.snowflakeid.spring.boot;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Ids of aggregates that Spring Data JDBC saves.
 *
 * @param enabled Whether a property with SnowflakeId gets its id.
 * @param allIds Whether every Id of type long or Long gets one, with SnowflakeId or without.
 */
@ConfigurationProperties("snowflake.data-jdbc")
record DataJdbcProperties(
        @DefaultValue("true") Boolean enabled,
        @DefaultValue("false") Boolean allIds) {}
