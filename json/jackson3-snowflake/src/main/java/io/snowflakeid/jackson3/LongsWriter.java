package io.snowflakeid.jackson3;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.jsontype.TypeSerializer;

/**
 * Writes what holds longs (a collection, an array, a map, an {@code Optional}, nested at will) just as Jackson would, but its longs by
 * a rule. That holds whatever serializer Jackson chooses, as it is the generator that sees the longs.
 */
final class LongsWriter extends ValueSerializer<Object> {

    private final ValueSerializer<Object> writer;
    private final TextRule rule;

    LongsWriter(ValueSerializer<Object> writer, TextRule rule) {
        this.writer = writer;
        this.rule = rule;
    }

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
        return new LongsWriter(context.handleSecondaryContextualization(writer, property), rule);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializationContext context) {
        writer.serialize(value, new LongTexts(json, rule), context);
    }

    @Override
    public void serializeWithType(Object value, JsonGenerator json, SerializationContext context, TypeSerializer type) {
        writer.serializeWithType(value, new LongTexts(json, rule), context, type);
    }

    @Override
    public boolean isEmpty(SerializationContext context, Object value) {
        return writer.isEmpty(context, value);
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) {
        writer.acceptJsonFormatVisitor(visitor, type);
    }
}
