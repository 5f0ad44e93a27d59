package io.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.json.Holding;
import io.snowflakeid.json.Part;
import java.lang.annotation.Annotation;
import org.jspecify.annotations.Nullable;

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
    public @Nullable Object findSerializer(Annotated property) {
        // the map of an any-getter is taken apart: its values are asked for below
        return property.hasAnnotation(JsonAnyGetter.class) ? null : writerOf(property, property.getType());
    }

    @Override
    public @Nullable Object findContentSerializer(Annotated property) {
        return property.hasAnnotation(JsonAnyGetter.class)
                ? writerOf(property, property.getType().getContentType())
                : null;
    }

    private static @Nullable IdsWriter writerOf(Annotated property, JavaType type) {
        if (!(property instanceof AnnotatedMember member) || !property.hasAnnotation(SnowflakeRef.class)) {
            return null;
        }
        Part part = Parts.of(member, type);
        if (!part.isWrittenAsText()) {
            return null;
        }
        return part.holding() == Holding.ANYTHING ? IdsWriter.OF_ANYTHING : IdsWriter.of(type);
    }

    @Override
    public JavaType refineDeserializationType(MapperConfig<?> config, Annotated property, JavaType type) {
        return property instanceof AnnotatedMember member && holdsIds(config, member, Parts.of(member, type))
                ? LongReader.readBy(type)
                : type;
    }

    private static boolean holdsIds(MapperConfig<?> config, AnnotatedMember member, Part part) {
        return member.hasAnnotation(SnowflakeRef.class)
                ? part.isReadAsIds()
                : part.mayBeAssigned() && !part.hasOwnReader() && isAssigned(config, member);
    }

    /** Asks for the property that the member is tied to, as its name is the one that counts. */
    private static boolean isAssigned(MapperConfig<?> config, AnnotatedMember member) {
        return config instanceof DeserializationConfig reading
                && reading.introspect(config.constructType(member.getDeclaringClass())).findProperties().stream()
                        .anyMatch(property -> member.equals(property.getPrimaryMember())
                                && Parts.of(property).isAssigned());
    }
}
