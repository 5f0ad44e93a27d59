package io.snowflakeid.spring.boot;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.GeneratorListener;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactoryInitializer;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;

/** The generator that {@code snowflake.*} describes, unless the application has an {@link IdGenerator} of its own. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnSwitch("snowflake.enabled")
@EnableConfigurationProperties({GeneratorProperties.class, SnowflakeProperties.class})
public class SnowflakeAutoConfiguration {

    private static final System.Logger LOG = ApplicationLog.of(SnowflakeAutoConfiguration.class);

    @Bean
    GeneratorFactory snowflakeGeneratorFactory(
            GeneratorProperties unnamed,
            SnowflakeProperties properties,
            ConfigurableListableBeanFactory beans,
            Environment environment) {
        KnownSettings.requireKnown(environment);
        NumbersInYaml.requirePlain(environment);
        MisspeltSettings.warn(environment);
        return new GeneratorFactory(unnamed, properties, beans, InstantSource.system());
    }

    /**
     * Makes the generators before all other singletons: a start without ids fails before anything could need one. One of the
     * application's that is {@code @Lazy} waits for whoever needs it.
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
            tellOfSettingsWithoutEffect(beans);
        };
    }

    private static void tellOfSettingsWithoutEffect(ConfigurableListableBeanFactory beans) {
        if (beans.getBean(GeneratorProperties.class).hasSource() && !beans.containsBean(Generators.BEAN)) {
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
     * Closes the generators that {@code snowflake.*} describes, and who listens to them, after all other singletons but for what they
     * are known to need, however early those were made. What one of the application's own needs is not known, so it has the place that
     * Spring gives it.
     */
    @Bean
    static BeanFactoryPostProcessor snowflakeIdGeneratorsLast() {
        return beans -> {
            if (beans instanceof DefaultSingletonBeanRegistry registry) {
                Stream<String> listeners = Stream.of(beans.getBeanNamesForType(GeneratorListener.class, false, false));
                Stream<String> generators = Stream.of(
                                beans.getBeanNamesForType(SnowflakeIdGenerator.class, false, false))
                        .filter(name -> Generators.isDescribed(name, beans));
                // whose name comes first is closed last; the bean itself will take this place
                Stream.concat(listeners, generators).forEach(name -> registry.registerDisposableBean(name, () -> {}));
            }
        };
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(UnnamedGeneratorCondition.class)
    static class UnnamedGenerator {

        @Bean(name = Generators.BEAN, destroyMethod = "close")
        @Primary
        @ConditionalOnMissingBean(IdGenerator.class)
        SnowflakeIdGenerator snowflakeIdGenerator(GeneratorFactory factory) {
            return factory.open(Generators.UNNAMED);
        }
    }
}
