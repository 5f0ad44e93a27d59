package io.snowflakeid.jackson2;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.NumberOutput;
import com.fasterxml.jackson.core.json.UTF8JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.introspect.AnnotatedMember;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.NumberSerializers.LongSerializer;
import io.snowflakeid.json.JsonMember;
import io.snowflakeid.json.UnsafeNumbers;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code long} values as strings or numbers. The writer logs a warning for a number that JavaScript may round. A delegating
 * {@code JsonGenerator} converts the values, so the conversion works with any serializer and in nested containers.
 */
final class IdsWriter extends JsonSerializer<Object> implements ContextualSerializer {

    private final @Nullable JavaType type;
    private final @Nullable JsonSerializer<Object> writer; // null until createContextual
    private final @Nullable UnsafeNumbers unsafe; // null if longs are text
    private final boolean isPlainText; // true for a single long

    @SuppressWarnings("unchecked")
    IdsWriter(@Nullable JavaType type, @Nullable JsonSerializer<?> writer, @Nullable UnsafeNumbers unsafe) {
        this.type = type;
        this.writer = (JsonSerializer<Object>) writer;
        this.unsafe = unsafe;
        isPlainText = unsafe == null && writer != null && writer.getClass() == LongSerializer.class;
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, @Nullable BeanProperty property)
            throws JsonMappingException {
        JsonSerializer<?> contextual = writer == null
                ? provider.findPrimaryPropertySerializer(requireNonNull(type), property)
                : provider.handleSecondaryContextualization(writer, property);
        boolean number = property != null && JsonMember.isNumber(property.getAnnotation(JsonFormat.class));
        AnnotatedMember member = property == null ? null : property.getMember();
        UnsafeNumbers own = unsafe == null || member == null ? unsafe : unsafe.of(member.getAnnotated());
        return number ? contextual : new IdsWriter(null, contextual, own);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider) throws IOException {
        if (isPlainText && json instanceof UTF8JsonGenerator utf8) {
            byte[] digits = new byte[20];
            utf8.writeRawUTF8String(digits, 0, NumberOutput.outputLong((Long) value, digits, 0));
        } else {
            requireNonNull(writer).serialize(value, new Longs(json), provider);
        }
    }

    @Override
    public void serializeWithType(Object value, JsonGenerator json, SerializerProvider provider, TypeSerializer type)
            throws IOException {
        requireNonNull(writer).serializeWithType(value, new Longs(json), provider, type);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Object value) {
        return requireNonNull(writer).isEmpty(provider, value);
    }

    /** Converts {@code long} values to strings, or logs a warning if JavaScript may round a number. */
    private final class Longs extends JsonGeneratorDelegate {

        Longs(JsonGenerator json) {
            super(json, false);
        }

        @Override
        public void writeNumber(long value) throws IOException {
            if (unsafe == null) {
                delegate.writeString(Long.toString(value));
            } else {
                delegate.writeNumber(delegate instanceof Longs ? value : unsafe.checked(value));
            }
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
