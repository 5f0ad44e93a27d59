package io.snowflakeid.spring.boot;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.data.jdbc.core.JdbcAggregateOperations;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;

/** Gives aggregates of Spring Data JDBC their ids; Spring Data asks every callback that is a bean. */
@AutoConfiguration(after = SnowflakeNamedGeneratorsAutoConfiguration.class)
@ConditionalOnSwitch("snowflake.enabled")
@ConditionalOnClass(JdbcAggregateOperations.class)
@EnableConfigurationProperties(DataJdbcProperties.class)
public class SnowflakeDataJdbcAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    @Conditional(GeneratorCondition.Any.class)
    @ConditionalOnSwitch("snowflake.data-jdbc.enabled")
    AggregateIds snowflakeAggregateIds(
            ConfigurableListableBeanFactory beans,
            ObjectProvider<JdbcMappingContext> mappings,
            DataJdbcProperties properties) {
        return new AggregateIds(Generators.unnamedOrNone(beans), mappings::getObject, properties.allIds());
    }
}
