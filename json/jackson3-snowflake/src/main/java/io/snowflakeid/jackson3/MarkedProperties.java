package io.snowflakeid.jackson3;

import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.json.ContentType;
import io.snowflakeid.json.JsonMember;
import io.snowflakeid.json.Property;
import java.lang.annotation.Annotation;
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
 * Chooses serializers and deserializers for properties that {@link SnowflakeRef} or an {@link io.snowflakeid.IdProperties} service marks as ids.
 * Jackson's own annotations have precedence over {@code SnowflakeRef}. Jackson calls this class once for a property, not for each value.
 */
final class MarkedProperties extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public boolean isAnnotationBundle(Annotation annotation) {
        return annotation.annotationType().isAnnotationPresent(SnowflakeRef.class);
    }

    @Override
    public @Nullable Object findSerializer(MapperConfig<?> config, Annotated property) {
        JavaType type = property.getType();
        JsonMember member = memberOf(property, type);
        return member != null && !member.hasOwnForm() && member.holdsIds() ? new IdsWriter(type, null, null) : null;
    }

    @Override
    public JavaType refineDeserializationType(MapperConfig<?> config, Annotated property, JavaType type) {
        JsonMember member = memberOf(property, type);
        return member != null && !member.hasOwnReader() && member.holdsIds() ? LongReader.readBy(type) : type;
    }

    /** Returns the member of a property, or null for a class or for a property without a Java member. */
    private static @Nullable JsonMember memberOf(Annotated property, JavaType type) {
        return property instanceof AnnotatedMember member && member.getMember() != null ? of(member, type) : null;
    }

    static JsonMember of(AnnotatedMember member, JavaType type) {
        JsonSerialize writer = member.getAnnotation(JsonSerialize.class);
        JsonDeserialize reader = member.getAnnotation(JsonDeserialize.class);
        return new JsonMember(
                member instanceof AnnotatedParameter parameter
                        ? ((Executable) parameter.getMember()).getParameters()[parameter.getIndex()]
                        : member.getAnnotated(),
                type.toCanonical(),
                contentTypeOf(type),
                type.getKeyType() == null ? null : contentTypeOf(type.getKeyType()),
                member::getAnnotation,
                writer != null
                        && JsonMember.namesAny(
                                writer.using(), writer.contentUsing(), writer.converter(), writer.contentConverter()),
                reader != null
                        && JsonMember.namesAny(
                                reader.using(), reader.contentUsing(), reader.converter(), reader.contentConverter()));
    }

    static ContentType contentTypeOf(JavaType type) {
        return ContentType.of(type, JavaType::getRawClass, JavaType::getContentType, JavaType::getKeyType);
    }

    static Property of(BeanPropertyDefinition property) {
        return new Property(
                property.getName(),
                of(property.getPrimaryMember(), property.getPrimaryType()),
                property.hasField() ? property.getField().getAnnotated() : null);
    }
}
