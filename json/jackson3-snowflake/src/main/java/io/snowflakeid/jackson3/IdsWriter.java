package io.snowflakeid.jackson3;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonFormat;
import io.snowflakeid.json.Part;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.JsonGeneratorDelegate;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsontype.TypeSerializer;

/**
 * Writes an id, or what holds ids (a collection, an array, a map, an {@code Optional}, nested at will), just as Jackson would, but
 * its longs as text. That holds whatever serializer Jackson chooses, as it is the generator that sees the longs.
 */
final class IdsWriter extends ValueSerializer<Object> {

    /** Writes what only the value itself says the type of. */
    static final IdsWriter OF_ANYTHING = new IdsWriter(null, null, id -> true);

    private final @Nullable JavaType type; // null if it does not say how to write
    private final @Nullable ValueSerializer<Object> writer; // null until it is asked for, and for anything
    private final LongPredicate isText;

    private IdsWriter(@Nullable JavaType type, @Nullable ValueSerializer<Object> writer, LongPredicate isText) {
        this.type = type;
        this.writer = writer;
        this.isText = isText;
    }

    /** For a marked property of this type. */
    static IdsWriter of(JavaType type) {
        return new IdsWriter(type, null, id -> true);
    }

    /** For what Jackson writes by this serializer, some longs as text. */
    @SuppressWarnings("unchecked")
    static IdsWriter of(ValueSerializer<?> writer, LongPredicate isText) {
        return new IdsWriter(null, (ValueSerializer<Object>) writer, isText);
    }

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
        if (type == null && writer == null) {
            return this;
        }
        ValueSerializer<?> contextual = writer == null
                ? context.findPrimaryPropertySerializer(requireNonNull(type), property)
                : context.handleSecondaryContextualization(writer, property);
        boolean number = property != null && Part.isNumber(property.getAnnotation(JsonFormat.class));
        return number ? contextual : of(contextual, isText);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializationContext context) {
        writerOf(value, context).serialize(value, new Texts(json, isText), context);
    }

    private ValueSerializer<Object> writerOf(Object value, SerializationContext context) {
        return writer == null ? context.findPrimaryPropertySerializer(value.getClass(), null) : writer;
    }

    @Override
    public void serializeWithType(Object value, JsonGenerator json, SerializationContext context, TypeSerializer type) {
        writerOf(value, context).serializeWithType(value, new Texts(json, isText), context, type);
    }

    @Override
    public boolean isEmpty(SerializationContext context, Object value) {
        return writer != null && writer.isEmpty(context, value);
    }

    /** Passes everything on, longs as text, and larger numbers, to which another framework assigns ids. */
    private static final class Texts extends JsonGeneratorDelegate {

        private final LongPredicate isText;

        Texts(JsonGenerator json, LongPredicate isText) {
            super(json, false);
            this.isText = isText;
        }

        @Override
        public JsonGenerator writeNumber(long value) {
            return isText.test(value) ? delegate.writeString(Long.toString(value)) : delegate.writeNumber(value);
        }

        @Override
        public JsonGenerator writeNumber(BigInteger value) {
            return delegate.writeString(value.toString());
        }

        @Override
        public JsonGenerator writeNumber(BigDecimal value) {
            return delegate.writeString(value.toPlainString());
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
