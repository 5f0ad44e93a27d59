package io.snowflakeid.jackson2;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import io.snowflakeid.json.JsonMember;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes an id, or a container of ids (a collection, an array, a map, an {@code Optional}, also nested), with Jackson's own
 * serializer, but longs as text. A delegating generator converts the longs, so this works with any serializer.
 */
final class IdsWriter extends JsonSerializer<Object> implements ContextualSerializer {

    private final @Nullable JavaType type;
    private final @Nullable JsonSerializer<Object> writer; // null until createContextual

    /** Writes by the given serializer, or by Jackson's serializer for the type. */
    IdsWriter(@Nullable JavaType type, @Nullable JsonSerializer<Object> writer) {
        this.type = type;
        this.writer = writer;
    }

    @SuppressWarnings("unchecked")
    static IdsWriter of(JsonSerializer<?> writer) {
        return new IdsWriter(null, (JsonSerializer<Object>) writer);
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, @Nullable BeanProperty property)
            throws JsonMappingException {
        JsonSerializer<?> contextual = writer == null
                ? provider.findPrimaryPropertySerializer(requireNonNull(type), property)
                : provider.handleSecondaryContextualization(writer, property);
        boolean number = property != null && JsonMember.isNumber(property.getAnnotation(JsonFormat.class));
        return number ? contextual : of(contextual);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider) throws IOException {
        requireNonNull(writer).serialize(value, new Texts(json), provider);
    }

    @Override
    public void serializeWithType(Object value, JsonGenerator json, SerializerProvider provider, TypeSerializer type)
            throws IOException {
        requireNonNull(writer).serializeWithType(value, new Texts(json), provider, type);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Object value) {
        return requireNonNull(writer).isEmpty(provider, value);
    }

    private static final class Texts extends JsonGeneratorDelegate {

        Texts(JsonGenerator json) {
            super(json, false);
        }

        @Override
        public void writeNumber(long value) throws IOException {
            delegate.writeString(Long.toString(value));
        }

        @Override
        public void writeArray(long[] values, int offset, int length) throws IOException {
            delegate.writeStartArray(values, length);
            for (int i = offset; i < offset + length; i++) {
                writeNumber(values[i]);
            }
            delegate.writeEndArray();
        }
    }
}
