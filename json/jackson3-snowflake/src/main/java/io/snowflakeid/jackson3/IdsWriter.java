package io.snowflakeid.jackson3;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.snowflakeid.json.JsonMember;
import io.snowflakeid.json.UnsafeNumbers;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.io.NumberOutput;
import tools.jackson.core.json.UTF8JsonGenerator;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.jsontype.TypeSerializer;
import tools.jackson.databind.ser.jdk.NumberSerializers.LongSerializer;

/**
 * Writes {@code long} values as strings or numbers. The writer logs a warning for a number that JavaScript may round. A delegating
 * {@code JsonGenerator} converts the values, so the conversion works with any serializer and in nested containers.
 */
final class IdsWriter extends ValueSerializer<Object> {

    private final @Nullable JavaType type;
    private final @Nullable ValueSerializer<Object> writer; // null until createContextual
    private final @Nullable UnsafeNumbers unsafe; // null if longs are text
    private final boolean isPlainText; // true for a single long

    @SuppressWarnings("unchecked")
    IdsWriter(@Nullable JavaType type, @Nullable ValueSerializer<?> writer, @Nullable UnsafeNumbers unsafe) {
        this.type = type;
        this.writer = (ValueSerializer<Object>) writer;
        this.unsafe = unsafe;
        isPlainText = unsafe == null && writer != null && writer.getClass() == LongSerializer.class;
    }

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
        ValueSerializer<?> contextual = writer == null
                ? context.findPrimaryPropertySerializer(requireNonNull(type), property)
                : context.handleSecondaryContextualization(writer, property);
        boolean number = property != null && JsonMember.isNumber(property.getAnnotation(JsonFormat.class));
        AnnotatedMember member = property == null ? null : property.getMember();
        UnsafeNumbers own = unsafe == null || member == null ? unsafe : unsafe.of(member.getAnnotated());
        return number ? contextual : new IdsWriter(null, contextual, own);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializationContext context) {
        if (isPlainText && json instanceof UTF8JsonGenerator utf8) {
            byte[] digits = new byte[20];
            utf8.writeRawUTF8String(digits, 0, NumberOutput.outputLong((Long) value, digits, 0));
        } else {
            requireNonNull(writer).serialize(value, new Longs(json), context);
        }
    }

    @Override
    public void serializeWithType(Object value, JsonGenerator json, SerializationContext context, TypeSerializer type) {
        requireNonNull(writer).serializeWithType(value, new Longs(json), context, type);
    }

    @Override
    public boolean isEmpty(SerializationContext context, Object value) {
        return requireNonNull(writer).isEmpty(context, value);
    }

    /** Converts {@code long} values to strings, or logs a warning if JavaScript may round a number. */
    private final class Longs extends JsonGeneratorDelegate {

        Longs(JsonGenerator json) {
            super(json, false);
        }

        @Override
        public JsonGenerator writeNumber(long value) {
            return unsafe == null
                    ? delegate.writeString(Long.toString(value))
                    : delegate.writeNumber(delegate instanceof Longs ? value : unsafe.checked(value));
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
