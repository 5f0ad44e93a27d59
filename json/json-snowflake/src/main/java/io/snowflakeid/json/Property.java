package io.snowflakeid.json;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Parameter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A property that Jackson writes.
 *
 * @param name the name of the property in JSON
 * @param member the member whose value Jackson writes
 * @param field the field of the property, or null if the property has no field
 */
public record Property(
        String name, JsonMember member, @Nullable Field field) {

    /**
     * Rejects a class if Jackson ignores the annotation of an id and may write the id as a number.
     *
     * @param written the properties that Jackson writes
     * @throws IllegalArgumentException if Jackson ignores the annotation of a field or parameter and may write the id as a number
     */
    public static void rejectLostMarks(Class<?> bean, List<Property> written) {
        rejectLost(
                Stream.<Class<?>>iterate(bean, type -> type != null, Class::getSuperclass)
                        .flatMap(type -> Stream.of(type.getDeclaredFields())),
                written);
        Stream.of(bean.getDeclaredConstructors())
                .filter(constructor -> !bean.isRecord()) // the fields of a record have the marks and what hides them
                .forEach(constructor -> rejectLost(Stream.of(constructor.getParameters()), written));
    }

    private static void rejectLost(Stream<? extends AnnotatedElement> elements, List<Property> written) {
        List<? extends AnnotatedElement> ids =
                elements.filter(Property::isIdByItself).toList();
        List<Property> known =
                written.stream().filter(property -> property.member.isId()).toList();
        if (ids.size() > known.size()) { // each property that is an id may belong to one of the annotated elements
            ids.stream()
                    .filter(id -> known.stream().noneMatch(property -> id.equals(property.field)))
                    .findFirst()
                    .ifPresent(lost -> reject(lost, written));
        }
    }

    /** Returns whether a field or a parameter is marked as an id. Jackson reads all annotations of a member that has {@link JsonProperty}. */
    private static boolean isIdByItself(AnnotatedElement element) {
        boolean marked = Stream.of(element.getAnnotations()).anyMatch(JsonMember::isMark)
                && !element.isAnnotationPresent(JsonProperty.class);
        return element instanceof Parameter parameter
                ? marked && parameter.getType() != String.class
                : element instanceof Field field
                        && !field.isAnnotationPresent(JsonIgnore.class)
                        && field.getType() != String.class
                        && (marked || JsonMember.isAssigned(field));
    }

    private static void reject(AnnotatedElement lost, List<Property> written) {
        String suspects = written.stream()
                .filter(property -> property.mayWrite(lost))
                .map(property -> "'" + property.name + "' (" + JsonMember.nameOf(property.member.element()) + ")")
                .collect(Collectors.joining(" or "));
        if (!suspects.isEmpty()) {
            throw new IllegalArgumentException(JsonMember.nameOf(lost)
                    + " holds ids, but Jackson does not tie it to a property that it uses, and may show the id as a number by "
                    + suspects + ": mark the one that does with @SnowflakeRef, too; if none does, add"
                    + " @JsonFormat(shape = NUMBER)");
        }
    }

    private boolean mayWrite(AnnotatedElement lost) {
        return (field == null || field.equals(lost) || lost instanceof Parameter)
                && member.content() == ContentType.NUMBERS
                && !member.isId()
                && !member.hasOwnForm()
                && !member.hasOwnReader();
    }
}
