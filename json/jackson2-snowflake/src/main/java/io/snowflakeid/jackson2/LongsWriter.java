package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.jsontype.TypeSerializer;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes what holds longs (a collection, an array, a map, an {@code Optional}, nested at will) just as Jackson would, but its longs by
 * a rule. That holds whatever serializer Jackson chooses, as it is the generator that sees the longs.
 */
final class LongsWriter extends JsonSerializer<Object> implements ContextualSerializer {

    private final JsonSerializer<Object> writer;
    private final TextRule rule;

    LongsWriter(JsonSerializer<Object> writer, TextRule rule) {
        this.writer = writer;
        this.rule = rule;
    }

    @Override
    @SuppressWarnings("unchecked")
    public JsonSerializer<?> createContextual(SerializerProvider provider, @Nullable BeanProperty property)
            throws JsonMappingException {
        return new LongsWriter(
                (JsonSerializer<Object>) provider.handleSecondaryContextualization(writer, property), rule);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider) throws IOException {
        writer.serialize(value, new LongTexts(json, rule), provider);
    }

    @Override
    public void serializeWithType(Object value, JsonGenerator json, SerializerProvider provider, TypeSerializer type)
            throws IOException {
        writer.serializeWithType(value, new LongTexts(json, rule), provider, type);
    }

    @Override
    public boolean isEmpty(SerializerProvider provider, Object value) {
        return writer.isEmpty(provider, value);
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) throws JsonMappingException {
        writer.acceptJsonFormatVisitor(visitor, type);
    }
}
