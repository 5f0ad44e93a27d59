package io.snowflakeid.mybatis;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.property.PropertyNamer;
import org.jspecify.annotations.Nullable;

/**
 * The values of a {@link SnowflakeId} annotation on a field or getter. This class reads Hibernate's {@code SnowflakeId} by name to avoid a dependency
 * on {@code hibernate-snowflake}.
 */
record IdMark(String property, String generator, String geneFrom, String geneOf, String format) {

    private static final Set<String> ANNOTATIONS =
            Set.of(SnowflakeId.class.getName(), "io.snowflakeid.hibernate.SnowflakeId");
    private static final String GENERATED_VALUE = "jakarta.persistence.GeneratedValue";

    /** Returns the annotation in the class, a superclass or an interface, or null if no member is annotated. */
    static @Nullable IdMark of(Class<?> type) {
        Set<IdMark> marks = new LinkedHashSet<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            addMarks(marks, c);
        }
        if (marks.size() < 2) {
            return marks.isEmpty() ? null : marks.iterator().next();
        }
        Object[] properties = marks.stream().map(IdMark::property).distinct().toArray();
        throw new PluginException("cannot generate ids of " + type.getSimpleName() + ": @SnowflakeId marks "
                + (properties.length == 1
                        ? properties[0] + " twice, with different attributes"
                        : "both " + properties[0] + " and " + properties[1])
                + "; remove one of them");
    }

    private static void addMarks(Set<IdMark> marks, Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            addMarks(marks, field, field.getName());
        }
        for (Method method : type.getDeclaredMethods()) {
            boolean getter =
                    !type.isRecord() && method.getParameterCount() == 0 && PropertyNamer.isGetter(method.getName());
            addMarks(marks, method, getter ? PropertyNamer.methodToProperty(method.getName()) : method.getName());
        }
        for (Class<?> each : type.getInterfaces()) {
            addMarks(marks, each);
        }
    }

    private static void addMarks(Set<IdMark> marks, AnnotatedElement member, String property) {
        for (Annotation mark : member.getDeclaredAnnotations()) {
            if (ANNOTATIONS.contains(mark.annotationType().getName())) {
                marks.add(new IdMark(
                        property,
                        generatorOf(mark, member),
                        attribute(mark, "geneFrom"),
                        attribute(mark, "geneOf"),
                        attribute(mark, "format")));
            }
        }
    }

    /** An entity names its generator in {@code @GeneratedValue}, because Hibernate's {@code SnowflakeId} has no such attribute. */
    private static String generatorOf(Annotation mark, AnnotatedElement member) {
        return mark instanceof SnowflakeId own
                ? own.generator()
                : Stream.of(member.getDeclaredAnnotations())
                        .filter(each -> each.annotationType().getName().equals(GENERATED_VALUE))
                        .map(each -> attribute(each, "generator"))
                        .collect(Collectors.joining());
    }

    private static String attribute(Annotation mark, String name) {
        try {
            return (String) mark.annotationType().getMethod(name).invoke(mark);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException | ClassCastException e) {
            throw new PluginException(
                    "cannot read attribute " + name + " of " + mark
                            + ": use a hibernate-snowflake of the same version as mybatis-snowflake",
                    e);
        }
    }
}
