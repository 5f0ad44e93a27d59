package io.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Annotation;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.annotation.JsonDeserialize;
import tools.jackson.databind.annotation.JsonSerialize;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedMethod;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.util.Converter;

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

    private static @Nullable ValueSerializer<?> writerOf(Annotated property, JavaType type) {
        SnowflakeRef mark = property.getAnnotation(SnowflakeRef.class);
        if (mark == null || isWrittenByItsOwn(property)) {
            return null;
        }
        return switch (holdingOf(property, type, mark)) {
            case LONG -> new LongWriter(TextRule.ALWAYS);
            case LONGS -> new MarkedLongsWriter(type);
            case ANYTHING -> new AnyIdWriter(nameOf(property));
            case TEXT, NONE -> null;
        };
    }

    static boolean isWrittenByItsOwn(Annotated property) {
        JsonFormat format = property.getAnnotation(JsonFormat.class);
        if (format != null && format.shape().isNumeric()) {
            return true;
        }
        JsonSerialize own = property.getAnnotation(JsonSerialize.class);
        return own != null
                && !(own.using() == ValueSerializer.None.class
                        && own.contentUsing() == ValueSerializer.None.class
                        && own.converter() == Converter.None.class
                        && own.contentConverter() == Converter.None.class);
    }

    @Override
    public JavaType refineDeserializationType(MapperConfig<?> config, Annotated property, JavaType type) {
        SnowflakeRef mark = property.getAnnotation(SnowflakeRef.class);
        if (isReadByItsOwn(property)) {
            return type;
        }
        if (mark == null) {
            return Holding.isAssignable(type) && Ties.isAssigned(config, property) ? LongReader.readBy(type) : type;
        }
        return switch (holdingOf(property, type, mark)) {
            case LONG, LONGS -> LongReader.readBy(type);
            case TEXT, ANYTHING, NONE -> type;
        };
    }

    static boolean isReadByItsOwn(Annotated property) {
        JsonDeserialize own = property.getAnnotation(JsonDeserialize.class);
        return own != null
                && !(own.using() == ValueDeserializer.None.class
                        && own.contentUsing() == ValueDeserializer.None.class
                        && own.converter() == Converter.None.class
                        && own.contentConverter() == Converter.None.class);
    }

    private static Holding holdingOf(Annotated property, JavaType type, SnowflakeRef mark) {
        if (isWrittenAsId(property)) {
            return Holding.LONGS;
        }
        Holding holding = mark.keysOnly() ? Holding.ofKeysOf(type) : Holding.of(type);
        if (holding == Holding.NONE) {
            throw new IllegalArgumentException(
                    Holding.refusal(nameOf(property), type.toCanonical(), Holding.wayOut(type, mark.keysOnly())));
        }
        return holding;
    }

    /** An object, or several, of which Jackson writes nothing but the id. */
    private static boolean isWrittenAsId(Annotated property) {
        JsonIdentityReference reference = property.getAnnotation(JsonIdentityReference.class);
        return reference != null && reference.alwaysAsId();
    }

    static String nameOf(Annotated property) {
        String owner = property instanceof AnnotatedMember member
                ? member.getDeclaringClass().getName()
                : property.getRawType().getName();
        if (property instanceof AnnotatedParameter parameter) {
            return "parameter " + (parameter.getIndex() + 1) + " of " + owner;
        }
        return owner + "." + property.getName() + (property instanceof AnnotatedMethod ? "()" : "");
    }
}
