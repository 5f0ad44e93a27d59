package io.snowflakeid.json;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A property that Jackson writes, or that it reads.
 *
 * @param name its name in JSON
 * @param part what Jackson writes or reads as the property
 * @param isAssigned whether an {@link io.snowflakeid.IdProperties} knows it
 */
public record Property(String name, Part part, boolean isAssigned) {

    /**
     * Refuses a mark on a field or a parameter that Jackson ties to no property, while a property may show the same id as a number.
     *
     * @param untied fields or parameters of a class that Jackson ties to no property that it uses
     * @param properties those of that class that Jackson uses and to which it ties no field, or no parameter
     * @throws IllegalArgumentException if a mark is lost
     */
    public static void refuseLostMarks(List<Part> untied, List<Property> properties) {
        // each property that is known to be an id may show that of one of them
        long shown = properties.stream().filter(Property::isId).count();
        untied.stream().filter(Part::isIdByItself).skip(shown).forEach(lost -> refuse(lost, properties));
    }

    private static void refuse(Part lost, List<Property> properties) {
        String suspects = properties.stream()
                .filter(property -> property.mayShow(lost))
                .map(property -> "'" + property.name + "' (" + property.part.name() + ")")
                .collect(Collectors.joining(" or "));
        if (!suspects.isEmpty()) {
            throw new IllegalArgumentException(lost.name()
                    + " holds ids, but Jackson does not tie it to a property that it uses, and may show the id as a number by "
                    + suspects + ": mark the one that does with @SnowflakeRef, too; if none does, say so by"
                    + " @JsonFormat(shape = NUMBER)");
        }
    }

    private boolean isId() {
        return isAssigned || part.isMarked();
    }

    private boolean mayShow(Part lost) {
        return !isId()
                && !part.isWrittenByItsOwn()
                && !part.hasOwnReader()
                && (part.holding().holdsNumbers() || part.type().equals(lost.type()));
    }
}
