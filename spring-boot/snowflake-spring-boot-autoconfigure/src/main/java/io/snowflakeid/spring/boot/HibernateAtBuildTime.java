package io.snowflakeid.spring.boot;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.SnowflakeSettings;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.StringUtils;

/**
 * Adds Hibernate's settings to the environment during Spring's ahead-of-time processing. At build time, Spring Data JPA 4 starts a separate Hibernate
 * without a database and without the application's beans. The build uses a stand-in generator, so the build leases no worker.
 */
final class HibernateAtBuildTime implements ImportBeanDefinitionRegistrar {

    private static final String PREFIX = "spring.jpa.properties.";

    /** The layout of the build-time generator has gene bits, because Hibernate otherwise rejects {@code geneFrom} during the build. */
    private static final IdGenerator STAND_IN = CountingIdGenerator.from(SnowflakeLayout.DEFAULT.withGene(1), 1);

    private final Environment environment;
    private final BeanFactory beans;

    HibernateAtBuildTime(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        if (Boolean.getBoolean(AbstractAotProcessor.AOT_PROCESSING)
                && environment instanceof ConfigurableEnvironment open
                && beans instanceof ListableBeanFactory all) {
            // If several property sources contain a setting, Spring Data JPA uses the last one.
            open.getPropertySources().addLast(new MapPropertySource("snowflakeAtBuildTime", settings(all)));
        }
    }

    private Map<String, Object> settings(ListableBeanFactory all) {
        Map<String, Object> settings = new HashMap<>();
        settings.put(PREFIX + SnowflakeSettings.COLUMNS, "off");
        if (environment.getProperty("snowflake.hibernate.auto", Boolean.class, false)) {
            settings.put(PREFIX + SnowflakeSettings.AUTO, "true");
        }
        boolean hasSource = Stream.of(SnowflakeSettings.WORKER, SnowflakeSettings.LEDGER)
                .anyMatch(source -> StringUtils.hasText(environment.getProperty(PREFIX + source)));
        if (!hasSource) {
            settings.put(PREFIX + SnowflakeSettings.GENERATOR, STAND_IN);
        }
        Stream.of(all.getBeanNamesForType(IdSource.class, false, false))
                .filter(HibernateSettings::isGeneratorName)
                .forEach(bean -> settings.put(PREFIX + SnowflakeSettings.GENERATOR + "." + bean, STAND_IN));
        return settings;
    }
}
