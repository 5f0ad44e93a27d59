package io.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.json.Holding;
import io.snowflakeid.json.Part;
import io.snowflakeid.json.Property;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.ClassIntrospector;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/**
 * Tells Jackson how properties that bear {@link SnowflakeRef} are written and read, and how those are read that an
 * {@link io.snowflakeid.IdProperties} knows. It is asked after Jackson's own annotations, when a serializer or deserializer is built,
 * not when it is used.
 */
final class MarkedProperties extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    /** What Jackson finds on an annotation that bears the mark, the mark itself for one, it then finds on the property. */
    @Override
    public boolean isAnnotationBundle(Annotation annotation) {
        return annotation.annotationType().isAnnotationPresent(SnowflakeRef.class);
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated property) {
        // the map of an any-getter is taken apart: its values are asked for below
        return property.hasAnnotation(JsonAnyGetter.class) ? null : writerOf(property, property.getType());
    }

    @Override
    public @Nullable Object findContentSerializer(MapperConfig<?> config, Annotated property) {
        return property.hasAnnotation(JsonAnyGetter.class)
                ? writerOf(property, property.getType().getContentType())
                : null;
    }

    private static @Nullable IdsWriter writerOf(Annotated property, JavaType type) {
        if (!(property instanceof AnnotatedMember member)) {
            return null;
        }
        Part part = of(member, type);
        return part.isWrittenAsText() ? IdsWriter.of(type, part.holding()) : null;
    }

    @Override
    public JavaType refineDeserializationType(MapperConfig<?> config, Annotated property, JavaType type) {
        return property instanceof AnnotatedMember member
                        && of(member, type).isReadAsIds(() -> isAssigned(config, member))
                ? LongReader.readBy(type)
                : type;
    }

    /** Asks for the property that the member is tied to, as its name is the one that counts. */
    private static boolean isAssigned(MapperConfig<?> config, AnnotatedMember member) {
        JavaType type = config.constructType(member.getDeclaringClass());
        ClassIntrospector classes = config.classIntrospectorInstance();
        return classes
                .introspectForDeserialization(type, classes.introspectClassAnnotations(type))
                .findProperties()
                .stream()
                .anyMatch(property -> member.equals(property.getPrimaryMember())
                        && of(property).isAssigned());
    }

    static Part of(AnnotatedMember member, JavaType type) {
        JsonSerialize writer = member.getAnnotation(JsonSerialize.class);
        JsonDeserialize reader = member.getAnnotation(JsonDeserialize.class);
        return new Part(
                elementOf(member),
                type.toCanonical(),
                holdingOf(type),
                type.getKeyType() == null ? null : holdingOf(type.getKeyType()),
                member::getAnnotation,
                writer != null
                        && Part.namesAny(
                                writer.using(), writer.contentUsing(), writer.converter(), writer.contentConverter()),
                reader != null
                        && Part.namesAny(
                                reader.using(), reader.contentUsing(), reader.converter(), reader.contentConverter()));
    }

    private static AnnotatedElement elementOf(AnnotatedMember member) {
        return member instanceof AnnotatedParameter parameter
                ? ((Executable) parameter.getMember()).getParameters()[parameter.getIndex()]
                : member.getAnnotated();
    }

    static Holding holdingOf(JavaType type) {
        return Holding.of(type, JavaType::getRawClass, JavaType::getContentType, JavaType::getKeyType);
    }

    static Property of(BeanPropertyDefinition property) {
        return new Property(
                property.getName(),
                property.getInternalName(),
                of(property.getPrimaryMember(), property.getPrimaryType()),
                Stream.of(property.getField(), property.getConstructorParameter())
                        .filter(Objects::nonNull)
                        .map(MarkedProperties::elementOf)
                        .toList());
    }
}
