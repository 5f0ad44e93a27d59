package io.snowflakeid.json;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A property of a class that Jackson writes.
 *
 * @param name its name in JSON
 * @param part what Jackson writes as the property
 * @param field the field that Jackson ties to it, if there is one
 */
public record Property(String name, Part part, @Nullable Field field) {

    /**
     * Refuses a field or a parameter that holds ids, but is shown by no property that is known to hold them, while another property may
     * show the same id as a number.
     *
     * @param written the properties of the class
     * @throws IllegalArgumentException if there is one
     */
    public static void refuseLostMarks(Class<?> bean, List<Property> written) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = bean; type != null; type = type.getSuperclass()) {
            fields.addAll(List.of(type.getDeclaredFields()));
        }
        refuseLost(fields, written);
        for (Constructor<?> constructor : bean.getDeclaredConstructors()) {
            refuseLost(List.of(constructor.getParameters()), written);
        }
    }

    private static void refuseLost(List<? extends AnnotatedElement> elements, List<Property> written) {
        List<? extends AnnotatedElement> ids =
                elements.stream().filter(Property::isIdByItself).toList();
        List<Property> known =
                written.stream().filter(property -> property.part.isId()).toList();
        if (ids.size() > known.size()) { // each of them may show one
            ids.stream()
                    .filter(id -> known.stream().noneMatch(property -> id.equals(property.field)))
                    .findFirst()
                    .ifPresent(lost -> refuse(lost, written));
        }
    }

    /** Whether it is said of this field or parameter that it holds ids as numbers; what has a name in JSON Jackson ties itself. */
    private static boolean isIdByItself(AnnotatedElement element) {
        boolean marked = Stream.of(element.getAnnotations()).anyMatch(Part::isMark)
                && !element.isAnnotationPresent(JsonProperty.class);
        if (element instanceof Parameter parameter) {
            return marked && parameter.getType() != String.class;
        }
        Field field = (Field) element;
        return !Modifier.isStatic(field.getModifiers())
                && !field.isAnnotationPresent(JsonIgnore.class)
                && field.getType() != String.class
                && (marked || Part.isAssigned(field));
    }

    private static void refuse(AnnotatedElement lost, List<Property> written) {
        String suspects = written.stream()
                .filter(property -> property.mayShow(lost))
                .map(property -> "'" + property.name + "' (" + Part.nameOf(property.part.element()) + ")")
                .collect(Collectors.joining(" or "));
        if (!suspects.isEmpty()) {
            throw new IllegalArgumentException(Part.nameOf(lost)
                    + " holds ids, but Jackson does not tie it to a property that it uses, and may show the id as a number by "
                    + suspects + ": mark the one that does with @SnowflakeRef, too; if none does, say so by"
                    + " @JsonFormat(shape = NUMBER)");
        }
    }

    private boolean mayShow(AnnotatedElement lost) {
        return (field == null || field.equals(lost) || lost instanceof Parameter)
                && part.holding() == Holding.NUMBERS
                && !part.isId()
                && !part.isWrittenByItsOwn()
                && !part.hasOwnReader();
    }
}
