package io.snowflakeid.jackson3;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.snowflakeid.json.JsonMember;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;

/**
 * Writes an id, or a container of ids (a collection, an array, a map, an {@code Optional}, also nested), with Jackson's own
 * serializer, but longs as text. A delegating generator converts the longs, so this works with any serializer.
 */
final class IdsWriter extends ValueSerializer<Object> {

    private final @Nullable JavaType type;
    private final @Nullable ValueSerializer<Object> writer; // null until createContextual

    /** Writes by the given serializer, or by Jackson's serializer for the type. */
    IdsWriter(@Nullable JavaType type, @Nullable ValueSerializer<Object> writer) {
        this.type = type;
        this.writer = writer;
    }

    @SuppressWarnings("unchecked")
    static IdsWriter of(ValueSerializer<?> writer) {
        return new IdsWriter(null, (ValueSerializer<Object>) writer);
    }

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
        ValueSerializer<?> contextual = writer == null
                ? context.findPrimaryPropertySerializer(requireNonNull(type), property)
                : context.handleSecondaryContextualization(writer, property);
        boolean number = property != null && JsonMember.isNumber(property.getAnnotation(JsonFormat.class));
        return number ? contextual : of(contextual);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializationContext context) {
        requireNonNull(writer).serialize(value, new Texts(json), context);
    }

    @Override
    public void serializeWithType(Object value, JsonGenerator json, SerializationContext context, TypeSerializer type) {
        requireNonNull(writer).serializeWithType(value, new Texts(json), context, type);
    }

    @Override
    public boolean isEmpty(SerializationContext context, Object value) {
        return requireNonNull(writer).isEmpty(context, value);
    }

    private static final class Texts extends JsonGeneratorDelegate {

        Texts(JsonGenerator json) {
            super(json, false);
        }

        @Override
        public JsonGenerator writeNumber(long value) {
            return delegate.writeString(Long.toString(value));
        }

        @Override
        public JsonGenerator writeArray(long[] values, int offset, int length) {
            delegate.writeStartArray(values, length);
            for (int i = offset; i < offset + length; i++) {
                writeNumber(values[i]);
            }
            return delegate.writeEndArray();
        }
    }
}
