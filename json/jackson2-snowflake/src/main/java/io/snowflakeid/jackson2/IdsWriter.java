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
import io.snowflakeid.json.Holding;
import io.snowflakeid.json.Part;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes an id, or what holds ids (a collection, an array, a map, an {@code Optional}, nested at will), just as Jackson would, but
 * its longs as text. That holds whatever serializer Jackson chooses, as it is the generator that sees the longs.
 */
final class IdsWriter extends JsonSerializer<Object> implements ContextualSerializer {

    /** Writes what only the value itself says the type of. */
    static final IdsWriter OF_ANYTHING = new IdsWriter(null, null);

    private final @Nullable JavaType type; // null if it does not say how to write
    private final @Nullable JsonSerializer<Object> writer; // null until it is asked for, and for anything

    private IdsWriter(@Nullable JavaType type, @Nullable JsonSerializer<Object> writer) {
        this.type = type;
        this.writer = writer;
    }

    /** For a marked property of this type. */
    static IdsWriter of(JavaType type, Holding holding) {
        return holding == Holding.ANYTHING ? OF_ANYTHING : new IdsWriter(type, null);
    }

    /** For what Jackson writes by this serializer, its longs as text. */
    @SuppressWarnings("unchecked")
    static IdsWriter of(JsonSerializer<?> writer) {
        return new IdsWriter(null, (JsonSerializer<Object>) writer);
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, @Nullable BeanProperty property)
            throws JsonMappingException {
        if (type == null && writer == null) {
            return this;
        }
        JsonSerializer<?> contextual = writer == null
                ? provider.findPrimaryPropertySerializer(requireNonNull(type), property)
                : provider.handleSecondaryContextualization(writer, property);
        boolean number = property != null && Part.isNumber(property.getAnnotation(JsonFormat.class));
        return number ? contextual : of(contextual);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider) throws IOException {
        writerOf(value, provider).serialize(value, new Texts(json), provider);
    }

    private JsonSerializer<Object> writerOf(Object value, SerializerProvider provider) throws JsonMappingException {
        return writer == null ? provider.findPrimaryPropertySerializer(value.getClass(), null) : writer;
    }

    @Override
    public void serializeWithType(Object value, JsonGenerator json, SerializerProvider provider, TypeSerializer type)
            throws IOException {
        writerOf(value, provider).serializeWithType(value, new Texts(json), provider, type);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Object value) {
        return writer != null && writer.isEmpty(provider, value);
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
