package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.generator.GeneratorListener;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.internal.ApplicationLog;
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

/** Creates a generator from the {@code snowflake.*} settings, unless the application defines an {@link IdGenerator} bean. */
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

    /** Defines a primary generator, which Spring injects even if a later auto-configuration adds another generator. */
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
            // Spring destroys beans in reverse order of creation, so the listeners must be created before the
            // generator.
            beans.getBeanProvider(GeneratorListener.class).orderedStream().forEach(builder::listener);
            // Spring must destroy the listeners and their dependencies after the generator.
            for (String listener : beans.getBeanNamesForType(GeneratorListener.class)) {
                beans.registerDependentBean(listener, GENERATOR);
            }
            return builder.build();
        }
    }

    /**
     * Creates the generators before all other singletons, so that start-up fails early if a generator gets no worker. A {@code @Lazy} generator is
     * created at its first use.
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
                    "snowflake.* describes a generator, but it is not created, as the application defines its own: {0}",
                    List.of(beans.getBeanNamesForType(IdGenerator.class, true, false)));
        }
    }

    /** Ensures that {@code spring.main.lazy-initialization} does not delay the creation of generators. */
    @Bean
    static LazyInitializationExcludeFilter snowflakeIdGeneratorsAreNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(IdGenerator.class);
    }

    /**
     * Ensures that Spring closes the auto-configured generator and its listeners after all beans that may use the generator. The application's own
     * generators keep their closing order, because their dependencies are unknown.
     */
    @Bean
    static BeanFactoryPostProcessor snowflakeIdGeneratorLast() {
        return beans -> {
            if (beans instanceof DefaultSingletonBeanRegistry registry) {
                Stream<String> listeners = Stream.of(beans.getBeanNamesForType(GeneratorListener.class, false, false));
                Stream<String> generator = beans.containsBeanDefinition(LEDGER) ? Stream.of(GENERATOR) : Stream.empty();
                // Spring closes beans in reverse order of registration, so the bean registered first is closed last.
                Stream.concat(listeners, generator).forEach(name -> registry.registerDisposableBean(name, () -> {}));
            }
        };
    }
}
