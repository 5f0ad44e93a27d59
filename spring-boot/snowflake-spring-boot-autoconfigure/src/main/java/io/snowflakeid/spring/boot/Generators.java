package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.RootBeanDefinition;

/** The generators of an application and of its parents, by their names; the unnamed one is {@link #UNNAMED}. */
final class Generators {

    static final String UNNAMED = "";

    /** The bean of the unnamed generator. */
    static final String BEAN = "snowflakeIdGenerator";

    /** What meters, health and the endpoint call the unnamed generator; no other has this name. */
    static final String UNNAMED_TAG = "default";

    private static final String NAMED_BEAN = "SnowflakeIdGenerator";

    private Generators() {}

    static String beanName(String generator) {
        return generator.equals(UNNAMED) ? BEAN : generator + NAMED_BEAN;
    }

    /** The name in a bean's name, which is the name itself if the application has chosen another form. */
    static String nameOf(String bean) {
        return bean.endsWith(NAMED_BEAN) ? bean.substring(0, bean.length() - NAMED_BEAN.length()) : bean;
    }

    static String tag(String generator) {
        return generator.equals(UNNAMED) ? UNNAMED_TAG : generator;
    }

    /** The one that is injected where no name is given; null if there is none, or several that could be it. */
    static @Nullable IdGenerator unnamedIn(ConfigurableListableBeanFactory beans) {
        List<String> candidates = Stream.of(
                        BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, IdGenerator.class, true, false))
                .filter(bean -> isForAnybody(bean, beans))
                .toList();
        return switch (candidates.size()) {
            case 0 -> null;
            case 1 -> beans.getBean(candidates.get(0), IdGenerator.class);
            default -> beans.getBeanProvider(IdGenerator.class).getIfUnique();
        };
    }

    /** Those with a name are injected by it alone. */
    private static boolean isForAnybody(String bean, ConfigurableListableBeanFactory beans) {
        if (!beans.containsLocalBean(bean)
                && beans.getParentBeanFactory() instanceof ConfigurableListableBeanFactory parent) {
            return isForAnybody(bean, parent);
        }
        return !beans.containsBeanDefinition(bean)
                || !(beans.getMergedBeanDefinition(bean) instanceof AbstractBeanDefinition definition)
                || definition.isDefaultCandidate();
    }

    /** Whether a bean is made of {@code snowflake.*}, and not by the application. */
    static boolean isDescribed(String bean, ConfigurableListableBeanFactory beans) {
        Method maker = beans.containsBeanDefinition(bean)
                        && beans.getMergedBeanDefinition(bean) instanceof RootBeanDefinition definition
                ? definition.getResolvedFactoryMethod()
                : null;
        return maker != null && maker.getDeclaringClass().getPackage().equals(Generators.class.getPackage());
    }

    /** For who takes ids without a name, and would otherwise get them from anywhere, or none: then its inserts are refused. */
    static IdGenerator unnamedOrNone(ConfigurableListableBeanFactory beans) {
        IdGenerator unnamed = unnamedIn(beans);
        return unnamed == null ? RefusedIds.ofNoUnnamedGenerator() : unnamed;
    }

    /** The beans that make ids: the one that is injected where no name is given, and all that are named. */
    static Map<String, IdGenerator> in(ConfigurableListableBeanFactory beans) {
        Map<String, IdGenerator> generators = new TreeMap<>();
        IdGenerator unnamed = unnamedIn(beans);
        if (unnamed != null) {
            generators.put(UNNAMED, unnamed);
        }
        for (String bean : BeanFactoryUtils.beanNamesForTypeIncludingAncestors(beans, IdGenerator.class, true, false)) {
            if (bean.endsWith(NAMED_BEAN)) {
                generators.put(nameOf(bean), beans.getBean(bean, IdGenerator.class));
            }
        }
        return generators;
    }

    /** The names of those that have one, without making any. */
    static List<String> namedIn(ListableBeanFactory beans) {
        return Stream.of(beans.getBeanNamesForType(IdGenerator.class, false, false))
                .filter(bean -> bean.endsWith(NAMED_BEAN))
                .map(bean -> bean.substring(0, bean.length() - NAMED_BEAN.length()))
                .toList();
    }
}
