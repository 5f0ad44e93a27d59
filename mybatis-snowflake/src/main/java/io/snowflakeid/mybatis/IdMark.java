package io.snowflakeid.mybatis;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.reflection.property.PropertyNamer;
import org.jspecify.annotations.Nullable;

/**
 * An annotation that marks a property as the id, as found on a field or a getter: {@link SnowflakeId}, or its sister for
 * Hibernate, which is known by its name alone so that one class can serve both without either library needing the other.
 */
record IdMark(String property, String geneFrom, String geneOf, String format) {

    private static final String HIBERNATE_SISTER = "io.snowflakeid.hibernate.SnowflakeId";

    /**
     * The mark of a class, on a member of itself, of a superclass or of an interface.
     *
     * @throws PluginException if several properties are marked, or one is marked twice and differently
     */
    static @Nullable IdMark of(Class<?> type) {
        IdMark found = null;
        for (Class<?> c : withAllAncestors(type)) {
            for (IdMark mark : declaredIn(c)) {
                if (found != null && !found.equals(mark)) {
                    throw contradiction(type, found, mark);
                }
                found = mark;
            }
        }
        return found;
    }

    private static Set<Class<?>> withAllAncestors(Class<?> type) {
        Set<Class<?>> ancestors = new LinkedHashSet<>();
        for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
            ancestors.add(c);
            addInterfaces(ancestors, c);
        }
        return ancestors;
    }

    private static void addInterfaces(Set<Class<?>> ancestors, Class<?> type) {
        for (Class<?> c : type.getInterfaces()) {
            ancestors.add(c);
            addInterfaces(ancestors, c);
        }
    }

    private static List<IdMark> declaredIn(Class<?> type) {
        List<IdMark> marks = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            addMarks(marks, field, field.getName());
        }
        for (Method method : type.getDeclaredMethods()) {
            boolean getter = method.getParameterCount() == 0 && PropertyNamer.isGetter(method.getName());
            addMarks(marks, method, getter ? PropertyNamer.methodToProperty(method.getName()) : method.getName());
        }
        return marks;
    }

    private static void addMarks(List<IdMark> marks, AnnotatedElement member, String property) {
        for (Annotation annotation : member.getDeclaredAnnotations()) {
            if (annotation instanceof SnowflakeId ours) {
                marks.add(new IdMark(property, ours.geneFrom(), ours.geneOf(), ours.format()));
            } else if (annotation.annotationType().getName().equals(HIBERNATE_SISTER)) {
                marks.add(new IdMark(
                        property,
                        attribute(annotation, "geneFrom"),
                        attribute(annotation, "geneOf"),
                        hasFormat(annotation) ? attribute(annotation, "format") : "decimal"));
            }
        }
    }

    /** A sister without that attribute knows decimal texts alone. */
    private static boolean hasFormat(Annotation annotation) {
        return Arrays.stream(annotation.annotationType().getDeclaredMethods())
                .anyMatch(attribute -> attribute.getName().equals("format"));
    }

    private static String attribute(Annotation annotation, String name) {
        try {
            return (String) annotation.annotationType().getMethod(name).invoke(annotation);
        } catch (NoSuchMethodException | IllegalAccessException | InvocationTargetException | ClassCastException e) {
            throw new PluginException(
                    "cannot read attribute " + name + " of @" + HIBERNATE_SISTER
                            + ": use a hibernate-snowflake of the same version as mybatis-snowflake",
                    e);
        }
    }

    private static PluginException contradiction(Class<?> type, IdMark one, IdMark other) {
        String what = one.property.equals(other.property)
                ? "marks " + one.property + " twice, with different attributes"
                : "marks both " + one.property + " and " + other.property;
        return new PluginException(
                "cannot generate ids of " + type.getSimpleName() + ": @SnowflakeId " + what + "; leave one of them");
    }
}
