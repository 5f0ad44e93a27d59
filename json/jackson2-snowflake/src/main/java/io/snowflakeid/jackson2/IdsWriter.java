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
import io.snowflakeid.json.Part;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes an id, or what holds ids (a collection, an array, a map, an {@code Optional}, nested at will), just as Jackson would, but
 * its longs as text. That holds whatever serializer Jackson chooses, as it is the generator that sees the longs.
 */
final class IdsWriter extends JsonSerializer<Object> implements ContextualSerializer {

    private final @Nullable JavaType type;
    private final @Nullable JsonSerializer<Object> writer; // null until it is asked for

    /** For a property of a type, or for what Jackson writes by a serializer. */
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
        boolean number = property != null && Part.isNumber(property.getAnnotation(JsonFormat.class));
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

    /** Passes everything on, longs as text. */
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
