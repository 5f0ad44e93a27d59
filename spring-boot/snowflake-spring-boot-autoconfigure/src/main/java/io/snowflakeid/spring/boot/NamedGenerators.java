package io.snowflakeid.spring.boot;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.HierarchicalBeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** A bean for each of {@code snowflake.generators.*}, unless the application or the parent of its context has a generator of that name. */
final class NamedGenerators implements ImportBeanDefinitionRegistrar {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+");

    private final Environment environment;
    private final BeanFactory beans;

    NamedGenerators(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        for (String name : spelledOnce(GeneratorProperties.named(environment).keySet())) {
            if (!NAME.matcher(name).matches()) {
                throw new SnowflakeStartException(
                        "'" + name + "' in snowflake.generators." + name + " is no name of a generator.",
                        "Take one of letters, digits, _ and -.");
            }
            if (name.equals(Generators.UNNAMED_TAG)) {
                throw new SnowflakeStartException(
                        "snowflake.generators." + name
                                + " has the name by which meters, health and the actuator endpoint"
                                + " call the generator of snowflake.layout, snowflake.ledger and so on, which has no name.",
                        "Take another name, or move its settings from snowflake.generators." + name
                                + ".* to snowflake.*.");
            }
            refuseSecondOfThatName(name, registry);
            String bean = Generators.beanName(name);
            if (!isThereAlready(name, bean, registry) && !parentHas(bean)) {
                registry.registerBeanDefinition(bean, definition(name));
            }
        }
    }

    /** A bean's name is a qualifier, too: a generator of the application's own that has this one would be injected in its place. */
    private void refuseSecondOfThatName(String name, BeanDefinitionRegistry registry) {
        if (registry.containsBeanDefinition(name) && beans.isTypeMatch(name, IdGenerator.class)) {
            throw new SnowflakeStartException(
                    "snowflake.generators." + name + " and the application's bean '" + name
                            + "' are two generators with one name: both would be injected by it.",
                    "Rename one of them. If the bean is meant to take the place of this generator, call it "
                            + Generators.beanName(name) + ".");
        }
    }

    /** The application's own goes first. Of two beans with one name, where Spring allows that, one would be lost in silence. */
    private boolean isThereAlready(String name, String bean, BeanDefinitionRegistry registry) {
        if (!registry.containsBeanDefinition(bean)) {
            return false;
        }
        if (beans.isTypeMatch(bean, IdGenerator.class)) {
            refuseAsUnnamedToo(name, bean, registry.getBeanDefinition(bean));
            return true;
        }
        Class<?> found = beans.getType(bean);
        throw new SnowflakeStartException(
                "snowflake.generators." + name + " needs a bean called '" + bean
                        + "', but the application has one of that name already, which is no generator"
                        + (found == null ? "." : ": a " + found.getName() + "."),
                "Rename the application's bean, or the generator. If it is meant to take the place of this generator, declare it as "
                        + SnowflakeIdGenerator.class.getSimpleName() + " or "
                        + IdGenerator.class.getSimpleName() + ".");
    }

    /** It would take the place of the one without a name, whose settings would have no effect. */
    private void refuseAsUnnamedToo(String name, String bean, BeanDefinition definition) {
        boolean isForAnybody = !(definition instanceof AbstractBeanDefinition own) || own.isDefaultCandidate();
        if (isForAnybody && GeneratorProperties.describeUnnamed(environment)) {
            throw new SnowflakeStartException(
                    "The application's bean '" + bean + "' is the generator '" + name
                            + "', but it would be injected where no name is given, too, and the generator without a name, which"
                            + " snowflake.* describes, would not be made.",
                    "Declare it as @Bean(defaultCandidate = false) with @Qualifier(\"" + name
                            + "\"), or remove the settings of the generator without a name.");
        }
    }

    private boolean parentHas(String bean) {
        BeanFactory parent = beans instanceof HierarchicalBeanFactory child ? child.getParentBeanFactory() : null;
        return parent != null && parent.containsBean(bean) && parent.isTypeMatch(bean, IdGenerator.class);
    }

    /**
     * An environment variable has no dashes and no small letters: {@code audit-log} of a file comes again as {@code auditlog}, with the
     * same settings, if a variable sets one of them.
     */
    private static Collection<String> spelledOnce(Set<String> names) {
        return names.stream()
                .collect(Collectors.toMap(
                        name -> name.toLowerCase(Locale.ROOT).replaceAll("[-_]", ""),
                        name -> name,
                        (one, other) -> one.matches("[a-z0-9]+") ? other : one,
                        TreeMap::new))
                .values();
    }

    private static RootBeanDefinition definition(String name) {
        RootBeanDefinition definition = new RootBeanDefinition(SnowflakeIdGenerator.class);
        definition.setFactoryBeanName("snowflakeGeneratorFactory");
        definition.setFactoryMethodName("open");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
        definition.setDestroyMethodName("close");
        // injected by its name alone
        definition.setDefaultCandidate(false);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
        return definition;
    }
}
