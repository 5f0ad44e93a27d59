package io.snowflakeid.spring.boot;

import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.BindingReflectionHintsRegistrar;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.io.DefaultResourceLoader;

/**
 * Lets a native image look into the application's rows with an id of ours, which MyBatis reads and writes by reflection. Entities of
 * JPA and of Spring Data are told by Spring itself, rows of MyBatis by nobody.
 */
final class MarkedRowHints implements BeanFactoryInitializationAotProcessor {

    @Override
    public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
            ConfigurableListableBeanFactory beans) {
        if (!AutoConfigurationPackages.has(beans)) {
            return null;
        }
        Class<?>[] rows = AutoConfigurationPackages.get(beans).stream()
                .flatMap(name -> classesIn(name, beans.getBeanClassLoader()))
                .filter(MarkedRowHints::isRow)
                .distinct()
                .toArray(Class<?>[]::new);
        return (context, code) -> new BindingReflectionHintsRegistrar()
                .registerReflectionHints(context.getRuntimeHints().reflection(), rows);
    }

    private static Stream<Class<?>> classesIn(String name, @Nullable ClassLoader loader) {
        var search = new ClassPathScanningCandidateComponentProvider(false) {
            @Override
            protected boolean isCandidateComponent(AnnotatedBeanDefinition found) {
                return true;
            }
        };
        search.setResourceLoader(new DefaultResourceLoader(loader));
        search.addIncludeFilter((metadata, metadatas) -> true);
        return search.findCandidateComponents(name).stream()
                .map(BeanDefinition::getBeanClassName)
                .flatMap(type -> loaded(type, loader));
    }

    private static Stream<Class<?>> loaded(@Nullable String type, @Nullable ClassLoader loader) {
        try {
            return Stream.of(Class.forName(type, false, loader));
        } catch (ClassNotFoundException | LinkageError e) {
            return Stream.empty(); // wants a library that the application does not have, so it never is a row
        }
    }

    private static boolean isRow(Class<?> type) {
        try {
            return Stream.<List<? extends AnnotatedElement>>of(
                            List.of(type.getDeclaredFields()), List.of(type.getDeclaredMethods()))
                    .flatMap(List::stream)
                    .anyMatch(member -> Marks.on(member).findAny().isPresent());
        } catch (LinkageError e) {
            return false; // as above
        }
    }
}
