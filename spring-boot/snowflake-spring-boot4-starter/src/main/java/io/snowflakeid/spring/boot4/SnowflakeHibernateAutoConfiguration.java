package io.snowflakeid.spring.boot4;

import io.snowflakeid.spring.boot.HibernateSettings;
import io.snowflakeid.spring.boot.SnowflakeHibernateSettingsAutoConfiguration;
import org.hibernate.SessionFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;

/** Passes the application's generators to Hibernate. */
@AutoConfiguration(
        after = SnowflakeHibernateSettingsAutoConfiguration.class,
        before = HibernateJpaAutoConfiguration.class)
@ConditionalOnClass({SessionFactory.class, HibernatePropertiesCustomizer.class})
public class SnowflakeHibernateAutoConfiguration {

    @Bean
    @ConditionalOnBean(HibernateSettings.class)
    HibernatePropertiesCustomizer snowflakeHibernatePropertiesCustomizer(HibernateSettings settings) {
        return settings::addTo;
    }
}
