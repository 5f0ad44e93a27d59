package io.snowflakeid.spring.boot.data;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;

/** Defines a callback bean that sets the ids of Spring Data JDBC aggregates. */
@AutoConfiguration(after = SnowflakeAutoConfiguration.class)
@ConditionalOnProperty(name = "snowflake.enabled", matchIfMissing = true)
@ConditionalOnClass(JdbcAggregateOperations.class)
@ConditionalOnBean(IdGenerator.class)
public class SnowflakeDataJdbcAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    AggregateIds snowflakeAggregateIds(IdGenerator unnamed, ObjectProvider<JdbcMappingContext> mappings) {
        return new AggregateIds(unnamed, mappings::getObject);
    }
}
