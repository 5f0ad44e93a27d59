package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether there is a generator, be it one that is injected by its name alone, which {@code @ConditionalOnBean} does not see. */
abstract class GeneratorCondition extends SpringBootCondition implements ConfigurationCondition {

    private final Class<?> type;

    private GeneratorCondition(Class<?> type) {
        this.type = type;
    }

    /** One of any kind. */
    static final class Any extends GeneratorCondition {
        Any() {
            super(IdGenerator.class);
        }
    }

    /** One whose status can be read. */
    static final class Watched extends GeneratorCondition {
        Watched() {
            super(SnowflakeIdGenerator.class);
        }
    }

    @Override
    public final ConfigurationPhase getConfigurationPhase() {
        return ConfigurationPhase.REGISTER_BEAN;
    }

    @Override
    public final ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        ConfigurableListableBeanFactory beans = context.getBeanFactory();
        boolean isThere = beans != null
                && BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, type, true, false).length > 0;
        return new ConditionOutcome(isThere, (isThere ? "found" : "found no") + " bean of type " + type.getName());
    }
}
