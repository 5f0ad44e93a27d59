package io.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.snowflakeid.IdProperties;
import io.snowflakeid.SnowflakeRef;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedConstructor;
import tools.jackson.databind.introspect.AnnotatedField;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;

/**
 * What follows from the fields, accessors and parameters that Jackson ties together as one property: whether an {@link IdProperties}
 * knows it, and whether a mark is on none of them, so that the id behind it would be written as a number.
 */
final class Ties {

    private static final List<IdProperties> ID_PROPERTIES =
            ServiceLoader.load(IdProperties.class, Ties.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private Ties() {}

    /** Whether the property is given ids in another way than by a mark; one of a type that holds none is left as it is. */
    static boolean isAssigned(BeanPropertyDefinition property) {
        AnnotatedField field = property.getField();
        JavaType type = property.getPrimaryType();
        return field == null
                ? isAssigned(property.getPrimaryMember(), property.getInternalName(), type)
                : isAssigned(field, field.getName(), type);
    }

    private static boolean isAssigned(AnnotatedMember member, String name, JavaType type) {
        return Holding.isAssignable(type)
                && ID_PROPERTIES.stream().anyMatch(ids -> ids.isId(member.getDeclaringClass(), name));
    }

    /** The same of the property that is read by a member of its class. */
    static boolean isAssigned(MapperConfig<?> config, Annotated reader) {
        return !ID_PROPERTIES.isEmpty()
                && reader instanceof AnnotatedMember member
                && read(config, config.constructType(member.getDeclaringClass())).findProperties().stream()
                        .anyMatch(property -> member.equals(property.getPrimaryMember()) && isAssigned(property));
    }

    private static BeanDescription read(MapperConfig<?> config, JavaType type) {
        ClassIntrospector classes = config.classIntrospectorInstance();
        return classes.introspectForDeserialization(type, classes.introspectClassAnnotations(type));
    }

    /**
     * Refuses a mark on a field or a parameter that is no part of what is used, while a property may have it as a part and would be a
     * number.
     *
     * @param isUsed whether a property is written, or whether it is read
     */
    static void refuseLostMarks(BeanDescription bean, Predicate<BeanPropertyDefinition> isUsed) {
        List<BeanPropertyDefinition> used =
                bean.findProperties().stream().filter(isUsed).toList();
        refuseLost(bean.getClassInfo().fields(), used, BeanPropertyDefinition::getField);
        for (AnnotatedConstructor constructor : bean.getConstructors()) {
            int parameters = constructor.getParameterCount();
            refuseLost(
                    () -> IntStream.range(0, parameters)
                            .mapToObj(constructor::getParameter)
                            .iterator(),
                    used,
                    BeanPropertyDefinition::getConstructorParameter);
        }
    }

    private static <M extends AnnotatedMember> void refuseLost(
            Iterable<M> members,
            List<BeanPropertyDefinition> used,
            Function<BeanPropertyDefinition, @Nullable AnnotatedMember> part) {
        List<BeanPropertyDefinition> withoutPart =
                used.stream().filter(property -> part.apply(property) == null).toList();
        // a marked property may have such a member as its part, too
        long found = withoutPart.stream().filter(Ties::isId).count();
        for (M member : members) {
            if (isId(member)
                    && used.stream().noneMatch(property -> member.equals(part.apply(property)))
                    && --found < 0) {
                refuse(member, withoutPart);
            }
        }
    }

    private static void refuse(AnnotatedMember lost, List<BeanPropertyDefinition> properties) {
        String suspects = properties.stream()
                .filter(property -> mayShow(property, lost))
                .map(property ->
                        "'" + property.getName() + "' (" + MarkedProperties.nameOf(property.getPrimaryMember()) + ")")
                .collect(Collectors.joining(" or "));
        if (!suspects.isEmpty()) {
            throw new IllegalArgumentException(MarkedProperties.nameOf(lost)
                    + " holds ids, but Jackson does not tie it to a property that it uses, and may show the id as a number by "
                    + suspects + ": mark the one that does with @SnowflakeRef, too; if none does, say so by"
                    + " @JsonFormat(shape = NUMBER)");
        }
    }

    /** Whether a member says that it holds ids, and nothing else of itself. */
    private static boolean isId(AnnotatedMember member) {
        if (member.hasAnnotation(JsonIgnore.class) || member.hasAnnotation(JsonProperty.class)) {
            return false;
        }
        return member.hasAnnotation(SnowflakeRef.class)
                ? Holding.of(member.getType()).mayBeNumeric()
                : member instanceof AnnotatedField && isAssigned(member, member.getName(), member.getType());
    }

    private static boolean isId(BeanPropertyDefinition property) {
        return property.getPrimaryMember().hasAnnotation(SnowflakeRef.class) || isAssigned(property);
    }

    private static boolean mayShow(BeanPropertyDefinition property, AnnotatedMember lost) {
        AnnotatedMember shown = property.getPrimaryMember();
        return !isId(property)
                && !MarkedProperties.isWrittenByItsOwn(shown)
                && !MarkedProperties.isReadByItsOwn(shown)
                && (Holding.of(property.getPrimaryType()).isNumeric()
                        || lost.getRawType() == property.getRawPrimaryType());
    }
}
