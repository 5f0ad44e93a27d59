package io.snowflakeid.hibernate;

import java.beans.Introspector;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.hibernate.MappingException;
import org.jspecify.annotations.Nullable;

/** A mapped property of a class, with its annotations: on the field or the getters of the class and its superclasses. */
record MappedMember(Class<?> declarer, String property) {

    /** The first annotation of that type, the most special class first, the field before the getter. */
    <A extends Annotation> @Nullable A annotation(Class<A> type) {
        return elements().stream()
                .map(element -> element.getAnnotation(type))
                .filter(found -> found != null)
                .findFirst()
                .orElse(null);
    }

    /** The annotations of the member alone. */
    List<Annotation> annotations() {
        return elements().stream()
                .flatMap(element -> Arrays.stream(element.getAnnotations()))
                .toList();
    }

    /** Where the member bears an annotation of that name, by the name of the class, or null; the annotation's class is not needed. */
    @Nullable
    String bearerOf(String annotation) {
        return elements().stream()
                .filter(element -> Arrays.stream(element.getAnnotations())
                        .anyMatch(found -> found.annotationType().getName().equals(annotation)))
                .map(element -> ((Member) element).getDeclaringClass().getName())
                .findFirst()
                .orElse(null);
    }

    /**
     * The annotations of the member, of the class and its superclasses, and of their packages: wherever a generator may be
     * declared. Those inside a container such as {@code @SequenceGenerators} stand there by themselves.
     */
    List<Annotation> annotationsAround() {
        List<Annotation> found = new ArrayList<>(annotations());
        for (Class<?> type = declarer; type != null && type != Object.class; type = type.getSuperclass()) {
            found.addAll(Arrays.asList(type.getDeclaredAnnotations()));
            if (type.getPackage() != null) {
                found.addAll(Arrays.asList(type.getPackage().getAnnotations()));
            }
        }
        return found.stream().flatMap(MappedMember::unpacked).toList();
    }

    private static Stream<Annotation> unpacked(Annotation annotation) {
        try {
            Object value = annotation.annotationType().getMethod("value").invoke(annotation);
            return value instanceof Annotation[] inside ? Arrays.stream(inside) : Stream.of(annotation);
        } catch (NoSuchMethodException e) {
            return Stream.of(annotation); // no container
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new MappingException(
                    "cannot read @" + annotation.annotationType().getName(), e);
        }
    }

    /** The fields and getters that may bear the annotations of the member. */
    List<AnnotatedElement> elements() {
        List<AnnotatedElement> found = new ArrayList<>();
        for (Class<?> type = declarer; type != null; type = type.getSuperclass()) {
            Arrays.stream(type.getDeclaredFields())
                    .filter(field -> field.getName().equals(property))
                    .forEach(found::add);
            Arrays.stream(type.getDeclaredMethods()).filter(this::isGetter).forEach(found::add);
        }
        return found;
    }

    private boolean isGetter(Method method) {
        String name = method.getName();
        boolean bean = (name.startsWith("get") && isCapitalized(name.substring(3)))
                || (name.startsWith("is") && isCapitalized(name.substring(2)));
        boolean ofRecord = name.equals(property);
        return method.getParameterCount() == 0 && (bean || ofRecord);
    }

    private boolean isCapitalized(String rest) {
        return Introspector.decapitalize(rest).equals(property);
    }
}
