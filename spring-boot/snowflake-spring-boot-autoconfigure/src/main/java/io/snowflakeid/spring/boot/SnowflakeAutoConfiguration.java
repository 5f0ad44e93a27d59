package io.snowflakeid.spring.boot;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.GeneratorListener;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.ledger.GeneratorConfig;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;

/** The generator that {@code snowflake.*} describes, unless the application has an {@link IdGenerator} of its own. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnProperty(name = "snowflake.enabled", matchIfMissing = true)
@EnableConfigurationProperties(SnowflakeProperties.class)
public class SnowflakeAutoConfiguration {

    private static final String GENERATOR = "snowflakeIdGenerator";
    private static final String LEDGER = "snowflakeGeneratorConfig";

    private static final System.Logger LOG = ApplicationLog.of(SnowflakeAutoConfiguration.class);

    /** A generator beside it is the application's, and no candidate where no name is given. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(IdGenerator.class)
    static class Described {

        @Bean(LEDGER)
        GeneratorConfig snowflakeGeneratorConfig(
                SnowflakeProperties properties, ConfigurableListableBeanFactory beans, Environment environment) {
            OctalNumbers.reject(environment);
            return new DescribedGenerator(properties, LEDGER, beans).ledger();
        }

        @Bean(name = GENERATOR, destroyMethod = "close")
        @Primary
        SnowflakeIdGenerator snowflakeIdGenerator(GeneratorConfig described, ConfigurableListableBeanFactory beans) {
            SnowflakeIdGenerator.Builder builder = described.generator();
            // looked up now: when the generator is closed, those are gone that were made later
            beans.getBeanProvider(GeneratorListener.class).orderedStream().forEach(builder::listener);
            // closed after the generator, and so is what they need
            for (String listener : beans.getBeanNamesForType(GeneratorListener.class)) {
                beans.registerDependentBean(listener, GENERATOR);
            }
            return builder.build();
        }
    }

    /**
     * Makes the generators before all other singletons: a start without ids fails before anything could need one. One of the
     * application's that is {@code @Lazy} is made when it is needed.
     */
    @Bean
    static BeanFactoryInitializer<ConfigurableListableBeanFactory> snowflakeIdGeneratorsFirst() {
        return beans -> {
            for (String name : beans.getBeanNamesForType(IdGenerator.class, false, false)) {
                boolean lazy = beans.containsBeanDefinition(name)
                        && beans.getMergedBeanDefinition(name).isLazyInit();
                if (!lazy) {
                    beans.getBean(name);
                }
            }
            warnOfSettingsWithoutEffect(beans);
        };
    }

    private static void warnOfSettingsWithoutEffect(ConfigurableListableBeanFactory beans) {
        if (beans.getBean(SnowflakeProperties.class).hasSource() && !beans.containsBean(LEDGER)) {
            LOG.log(
                    Level.WARNING,
                    "snowflake.* describes a generator that is not made: the application has its own, {0}",
                    List.of(beans.getBeanNamesForType(IdGenerator.class, true, false)));
        }
    }

    /** {@code spring.main.lazy-initialization} does not delay a lease: only a mark on the generator itself does. */
    @Bean
    static LazyInitializationExcludeFilter snowflakeIdGeneratorsAreNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(IdGenerator.class);
    }

    /**
     * Closes the generator that {@code snowflake.*} describes, and what listens to it, after all other singletons but for what they
     * are known to need, however early those were made. What one of the application's own needs is not known, so it has the place that
     * Spring gives it.
     */
    @Bean
    static BeanFactoryPostProcessor snowflakeIdGeneratorLast() {
        return beans -> {
            if (beans instanceof DefaultSingletonBeanRegistry registry) {
                Stream<String> listeners = Stream.of(beans.getBeanNamesForType(GeneratorListener.class, false, false));
                Stream<String> generator = beans.containsBeanDefinition(LEDGER) ? Stream.of(GENERATOR) : Stream.empty();
                // whose name comes first is closed last; the bean itself will take this place
                Stream.concat(listeners, generator).forEach(name -> registry.registerDisposableBean(name, () -> {}));
            }
        };
    }
}
