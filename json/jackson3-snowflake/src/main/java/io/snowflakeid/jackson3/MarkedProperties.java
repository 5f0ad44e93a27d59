package io.snowflakeid.jackson3;

import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.json.Holding;
import io.snowflakeid.json.Part;
import io.snowflakeid.json.Property;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Executable;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.BeanPropertyDefinition;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;

/**
 * Chooses for Jackson how properties are written and read that bear {@link SnowflakeRef}, or that an
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
        Part part = partOf(property, property.getType());
        return part != null && part.isWrittenAsText() ? new IdsWriter(property.getType(), null) : null;
    }

    @Override
    public JavaType refineDeserializationType(MapperConfig<?> config, Annotated property, JavaType type) {
        Part part = partOf(property, type);
        return part != null && part.isReadAsIds() ? LongReader.readBy(type) : type;
    }

    /** None of a class, nor of a property that a class has not. */
    private static @Nullable Part partOf(Annotated property, JavaType type) {
        return property instanceof AnnotatedMember member && member.getMember() != null ? of(member, type) : null;
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
                of(property.getPrimaryMember(), property.getPrimaryType()),
                property.hasField() ? property.getField().getAnnotated() : null);
    }
}
