package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.hibernate.SnowflakeSettings;
import org.hibernate.SessionFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

/** Defines the bean that adds generators to Hibernate's settings. The starters for Spring Boot 3 and 4 call {@link HibernateSettings#addTo}. */
@AutoConfiguration(after = SnowflakeAutoConfiguration.class)
@ConditionalOnProperty(name = "snowflake.enabled", matchIfMissing = true)
@ConditionalOnClass({SessionFactory.class, SnowflakeSettings.class})
@Import(HibernateAtBuildTime.class)
public class SnowflakeHibernateSettingsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    HibernateSettings snowflakeHibernateSettings(
            SnowflakeProperties properties, ObjectProvider<IdGenerator> unnamed, ListableBeanFactory beans) {
        return new HibernateSettings(properties.hibernate(), unnamed, beans);
    }
}
