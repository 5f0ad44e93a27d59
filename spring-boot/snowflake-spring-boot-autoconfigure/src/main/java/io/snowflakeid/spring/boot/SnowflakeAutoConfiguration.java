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

/** Defines the generator that {@code snowflake.*} describes, unless the application defines an {@link IdGenerator}. */
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

    /**
     * Defines the generator. The generator is primary, so Spring injects this generator even if a later auto-configuration adds another
     * generator.
     */
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
            // Listeners are created before the generator. Spring destroys a listener before the generator if the
            // listener was created later.
            beans.getBeanProvider(GeneratorListener.class).orderedStream().forEach(builder::listener);
            // Listeners and the dependencies of listeners are destroyed after the generator.
            for (String listener : beans.getBeanNamesForType(GeneratorListener.class)) {
                beans.registerDependentBean(listener, GENERATOR);
            }
            return builder.build();
        }
    }

    /**
     * Creates the generators before all other singletons, so that a start without ids fails early. A {@code @Lazy} generator of the application
     * is created when it is needed.
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

    /**
     * Prevents {@code spring.main.lazy-initialization} from delaying a generator. Only {@code @Lazy} on the generator's bean delays the
     * generator.
     */
    @Bean
    static LazyInitializationExcludeFilter snowflakeIdGeneratorsAreNotLazy() {
        return LazyInitializationExcludeFilter.forBeanTypes(IdGenerator.class);
    }

    /**
     * Closes the generator that {@code snowflake.*} describes, and its listeners, after all other singletons except the known dependencies of the
     * generator and the listeners. The closing order of the application's own generators does not change, because their dependencies are unknown.
     */
    @Bean
    static BeanFactoryPostProcessor snowflakeIdGeneratorLast() {
        return beans -> {
            if (beans instanceof DefaultSingletonBeanRegistry registry) {
                Stream<String> listeners = Stream.of(beans.getBeanNamesForType(GeneratorListener.class, false, false));
                Stream<String> generator = beans.containsBeanDefinition(LEDGER) ? Stream.of(GENERATOR) : Stream.empty();
                // Spring closes beans in reverse order of registration, and each bean replaces its placeholder later.
                Stream.concat(listeners, generator).forEach(name -> registry.registerDisposableBean(name, () -> {}));
            }
        };
    }
}
