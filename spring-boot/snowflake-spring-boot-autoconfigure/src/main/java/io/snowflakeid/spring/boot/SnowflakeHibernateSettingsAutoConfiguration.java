package io.snowflakeid.spring.boot;

import io.snowflakeid.hibernate.SnowflakeSettings;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** What Hibernate is told; each starter hands it over in the way of its line of Boot. */
@AutoConfiguration(after = SnowflakeNamedGeneratorsAutoConfiguration.class)
@ConditionalOnSwitch("snowflake.enabled")
@ConditionalOnClass({SessionFactory.class, SnowflakeSettings.class})
@Import(HibernateAtBuildTime.class)
public class SnowflakeHibernateSettingsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HibernateSettings snowflakeHibernateSettings(
            ConfigurableListableBeanFactory beans, SnowflakeProperties properties) {
        return new HibernateSettings(() -> Generators.in(beans), properties.hibernate());
    }
}
