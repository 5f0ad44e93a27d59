package io.snowflakeid.hibernate;

import java.beans.Introspector;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.jspecify.annotations.Nullable;

/**
 * A mapped property, whose annotations may be on a field or getter of the class or of a superclass.
 *
 * @param isWholeId true if the property is the complete id of the entity, which may be an embedded id
 */
record MappedMember(Mappings mappings, Class<?> declarer, Property property, boolean isWholeId) {

    static MappedMember of(Mappings mappings, PersistentClass entity, Property property) {
        boolean isWholeId = property == entity.getIdentifierProperty();
        return new MappedMember(mappings, entity.getMappedClass(), property, isWholeId);
    }

    String name() {
        return property.getName();
    }

    Class<?> type() {
        return property.getType().getReturnedClass();
    }

    /** Returns the first annotation of the given type, or null. The search order is subclass before superclass, and field before getter. */
    <A extends Annotation> @Nullable A annotation(Class<A> type) {
        return elements()
                .flatMap(element -> Stream.ofNullable(mappings.annotation(element, type)))
                .findFirst()
                .orElse(null);
    }

    boolean has(Class<? extends Annotation> type) {
        return annotation(type) != null;
    }

    /** Returns the class that declares a field or getter with the named annotation. The annotation class may be missing from the class path. */
    Optional<Class<?>> classWith(String annotation) {
        return elements()
                .filter(element -> Arrays.stream(element.getAnnotations())
                        .map(Annotation::annotationType)
                        .anyMatch(type ->
                                type.getName().equals(annotation) && mappings.annotation(element, type) != null))
                .<Class<?>>map(element -> ((Member) element).getDeclaringClass())
                .findFirst();
    }

    /** Returns true if the predicate accepts the member, its class, a superclass, or the package of one of these classes. */
    boolean isDeclaredAround(Predicate<AnnotatedElement> declaration) {
        Stream<AnnotatedElement> around =
                classes().flatMap(type -> Stream.<AnnotatedElement>of(type, type.getPackage()));
        return Stream.concat(elements(), around).filter(Objects::nonNull).anyMatch(declaration);
    }

    private Stream<AnnotatedElement> elements() {
        return classes()
                .flatMap(type -> Stream.concat(
                        Arrays.stream(type.getDeclaredFields())
                                .filter(field -> field.getName().equals(name())),
                        Arrays.stream(type.getDeclaredMethods()).filter(this::isGetter)));
    }

    private Stream<Class<?>> classes() {
        return Stream.iterate(declarer, Objects::nonNull, Class::getSuperclass);
    }

    private boolean isGetter(Method method) {
        String name = method.getName();
        int prefix = name.startsWith("get") ? 3 : name.startsWith("is") ? 2 : 0;
        return method.getParameterCount() == 0
                && (name.equals(name())
                        || Introspector.decapitalize(name.substring(prefix)).equals(name()));
    }
}
