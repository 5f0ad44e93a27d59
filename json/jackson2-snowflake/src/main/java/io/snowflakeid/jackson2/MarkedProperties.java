package io.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import com.fasterxml.jackson.databind.cfg.MapperConfig;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.introspect.AnnotatedMethod;
import com.fasterxml.jackson.databind.introspect.AnnotatedParameter;
import com.fasterxml.jackson.databind.introspect.NopAnnotationIntrospector;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import com.fasterxml.jackson.databind.util.Converter;
import io.snowflakeid.IdProperties;
import io.snowflakeid.SnowflakeRef;
import java.lang.annotation.Annotation;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells Jackson how properties that bear {@link SnowflakeRef}, or are known to an {@link IdProperties}, are written and read. It is
 * asked after Jackson's own annotations, when a serializer or deserializer is built, not when it is used.
 */
final class MarkedProperties extends NopAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    private static final List<IdProperties> ID_PROPERTIES =
            ServiceLoader.load(IdProperties.class, MarkedProperties.class.getClassLoader()).stream()
                    .map(ServiceLoader.Provider::get)
                    .toList();

    private static final Pattern ACCESSOR = Pattern.compile("(?:get|set|is)([A-Z])(.*)");

    /** What Jackson finds on an annotation that bears the mark, the mark itself for one, it then finds on the property. */
    @Override
    public boolean isAnnotationBundle(Annotation annotation) {
        return annotation.annotationType().isAnnotationPresent(SnowflakeRef.class);
    }

    @Override
    public @Nullable Object findSerializer(Annotated property) {
        // the map of an any-getter is taken apart: its values are asked for below
        return _hasAnnotation(property, JsonAnyGetter.class) ? null : writerOf(property, property.getType());
    }

    @Override
    public @Nullable Object findContentSerializer(Annotated property) {
        return _hasAnnotation(property, JsonAnyGetter.class)
                ? writerOf(property, property.getType().getContentType())
                : null;
    }

    private @Nullable JsonSerializer<?> writerOf(Annotated property, JavaType type) {
        SnowflakeRef mark = _findAnnotation(property, SnowflakeRef.class);
        if (isWrittenByItsOwn(property)) {
            return null;
        }
        if (mark == null) {
            return isAssigned(property, type) ? writerOfAssigned(type) : null;
        }
        return switch (holdingOf(property, type, mark)) {
            case LONG -> new LongWriter(TextRule.ALWAYS);
            case LONGS -> new MarkedLongsWriter(type);
            case ANYTHING -> new AnyIdWriter(nameOf(property));
            case TEXT, NONE -> null;
        };
    }

    private static JsonSerializer<?> writerOfAssigned(JavaType type) {
        return Holding.of(type) == Holding.LONG ? new LongWriter(TextRule.ALWAYS) : ToStringSerializer.instance;
    }

    /** Whether it is given ids in another way than by a mark; a key of any other type is left as it is. */
    private static boolean isAssigned(Annotated property, JavaType type) {
        return property instanceof AnnotatedMember member
                && (Holding.of(type) == Holding.LONG || Holding.BIG_NUMBERS.contains(type.getRawClass()))
                && ID_PROPERTIES.stream().anyMatch(ids -> ids.isId(member.getDeclaringClass(), propertyOf(member)));
    }

    private static String propertyOf(AnnotatedMember member) {
        Matcher accessor = ACCESSOR.matcher(member.getName());
        return member instanceof AnnotatedMethod && accessor.matches()
                ? accessor.group(1).toLowerCase(Locale.ROOT) + accessor.group(2)
                : member.getName();
    }

    boolean isWrittenByItsOwn(Annotated property) {
        JsonFormat format = _findAnnotation(property, JsonFormat.class);
        if (format != null && format.shape().isNumeric()) {
            return true;
        }
        JsonSerialize own = _findAnnotation(property, JsonSerialize.class);
        return own != null
                && !(own.using() == JsonSerializer.None.class
                        && own.contentUsing() == JsonSerializer.None.class
                        && own.converter() == Converter.None.class
                        && own.contentConverter() == Converter.None.class);
    }

    @Override
    public JavaType refineDeserializationType(MapperConfig<?> config, Annotated property, JavaType type) {
        SnowflakeRef mark = _findAnnotation(property, SnowflakeRef.class);
        if (isReadByItsOwn(property)) {
            return type;
        }
        if (mark == null) {
            return isAssigned(property, type) ? LongReader.readBy(type) : type;
        }
        return switch (holdingOf(property, type, mark)) {
            case LONG, LONGS -> LongReader.readBy(type);
            case TEXT, ANYTHING, NONE -> type;
        };
    }

    private boolean isReadByItsOwn(Annotated property) {
        JsonDeserialize own = _findAnnotation(property, JsonDeserialize.class);
        return own != null
                && !(own.using() == JsonDeserializer.None.class
                        && own.contentUsing() == JsonDeserializer.None.class
                        && own.converter() == Converter.None.class
                        && own.contentConverter() == Converter.None.class);
    }

    /** Whether numbers of the property are text in JSON. */
    boolean isText(Annotated property, JavaType type) {
        if (isWrittenByItsOwn(property)) {
            return false;
        }
        SnowflakeRef mark = _findAnnotation(property, SnowflakeRef.class);
        if (mark == null) {
            return isAssigned(property, type);
        }
        Holding holding = anyHoldingOf(property, type, mark);
        return holding == Holding.LONG || holding == Holding.LONGS;
    }

    private Holding anyHoldingOf(Annotated property, JavaType type, SnowflakeRef mark) {
        if (isWrittenAsId(property)) {
            return Holding.LONGS;
        }
        return mark.keysOnly() ? Holding.ofKeysOf(type) : Holding.of(type);
    }

    private Holding holdingOf(Annotated property, JavaType type, SnowflakeRef mark) {
        Holding holding = anyHoldingOf(property, type, mark);
        if (holding == Holding.NONE) {
            throw new IllegalArgumentException(
                    Holding.refusal(nameOf(property), type.toCanonical(), Holding.wayOut(type, mark.keysOnly())));
        }
        return holding;
    }

    /** An object, or several, of which Jackson writes nothing but the id. */
    private boolean isWrittenAsId(Annotated property) {
        JsonIdentityReference reference = _findAnnotation(property, JsonIdentityReference.class);
        return reference != null && reference.alwaysAsId();
    }

    private static String nameOf(Annotated property) {
        String owner = property instanceof AnnotatedMember member
                ? member.getDeclaringClass().getName()
                : property.getRawType().getName();
        if (property instanceof AnnotatedParameter parameter) {
            return "parameter " + (parameter.getIndex() + 1) + " of " + owner;
        }
        return owner + "." + property.getName() + (property instanceof AnnotatedMethod ? "()" : "");
    }
}
