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

/**
 * A property of a class.
 *
 * @param name its name in JSON
 * @param internalName its name in the class, which counts where there is no field
 * @param part what Jackson writes or reads as the property
 * @param tied the field and the parameter of a constructor that Jackson ties to it, as far as there are any
 */
public record Property(String name, String internalName, Part part, List<AnnotatedElement> tied) {

    /** Whether an {@link io.snowflakeid.IdProperties} knows it, by the name of its field. */
    public boolean isAssigned() {
        String known = tied.stream()
                .flatMap(element -> element instanceof Field field ? Stream.of(field.getName()) : Stream.empty())
                .findAny()
                .orElse(internalName);
        return part.holding() == Holding.NUMBER && Part.isAssigned(part.owner(), known);
    }

    /** Whether it is assigned, and does not say itself how it is written. */
    public boolean isAssignedText() {
        return isAssigned() && !part.isWrittenByItsOwn();
    }

    /**
     * Refuses a mark on a field or a parameter that Jackson ties to no property, while a property may show the same id as a number.
     *
     * @param used the properties of the class that Jackson writes
     * @throws IllegalArgumentException if a mark is lost
     */
    public static void refuseLostMarks(Class<?> bean, List<Property> used) {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = bean; type != null; type = type.getSuperclass()) {
            fields.addAll(List.of(type.getDeclaredFields()));
        }
        refuseLost(Field.class, fields, used);
        for (Constructor<?> constructor : bean.getDeclaredConstructors()) {
            refuseLost(Parameter.class, List.of(constructor.getParameters()), used);
        }
    }

    private static <E extends AnnotatedElement> void refuseLost(Class<E> kind, List<E> elements, List<Property> used) {
        List<Property> untied = used.stream()
                .filter(property -> property.tied.stream().noneMatch(kind::isInstance))
                .toList();
        // each property that is known to be an id may show that of one of them
        long shown = untied.stream().filter(Property::isId).count();
        elements.stream()
                .filter(Property::isIdByItself)
                .filter(element -> used.stream().noneMatch(property -> property.tied.contains(element)))
                .skip(shown)
                .forEach(lost -> refuse(Part.nameOf(lost), untied));
    }

    /** Whether it is said of this field or parameter that it holds ids as numbers, and nothing else. */
    private static boolean isIdByItself(AnnotatedElement element) {
        if (element.isAnnotationPresent(JsonIgnore.class) || element.isAnnotationPresent(JsonProperty.class)) {
            return false;
        }
        boolean marked = Stream.of(element.getAnnotations()).anyMatch(Part::isMark);
        if (element instanceof Parameter parameter) {
            return marked && parameter.getType() != String.class;
        }
        Field field = (Field) element;
        return !Modifier.isStatic(field.getModifiers())
                && field.getType() != String.class
                && (marked || Part.isAssigned(field.getDeclaringClass(), field.getName()));
    }

    private static void refuse(String lost, List<Property> untied) {
        String suspects = untied.stream()
                .filter(Property::mayShowAnId)
                .map(property -> "'" + property.name + "' (" + Part.nameOf(property.part.element()) + ")")
                .collect(Collectors.joining(" or "));
        if (!suspects.isEmpty()) {
            throw new IllegalArgumentException(lost
                    + " holds ids, but Jackson does not tie it to a property that it uses, and may show the id as a number by "
                    + suspects + ": mark the one that does with @SnowflakeRef, too; if none does, say so by"
                    + " @JsonFormat(shape = NUMBER)");
        }
    }

    private boolean isId() {
        return part.isMarked() || isAssigned();
    }

    private boolean mayShowAnId() {
        return !isId()
                && !part.isWrittenByItsOwn()
                && !part.hasOwnReader()
                && part.holding().holdsNumbers();
    }
}
