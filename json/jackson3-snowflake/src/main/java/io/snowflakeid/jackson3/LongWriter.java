package io.snowflakeid.jackson3;

import com.fasterxml.jackson.annotation.JsonFormat;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import tools.jackson.databind.ser.jdk.NumberSerializers;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Writes a {@code Long} or {@code AtomicLong} by a rule, unless a {@code @JsonFormat} on the property itself says what it is. Else
 * a mapper that wants all longs as text gets them so; that it wants them as numbers does not count, as it was not said of ids.
 */
final class LongWriter extends StdScalarSerializer<Object> {

    private static final long serialVersionUID = 1L;

    private final TextRule rule;

    LongWriter(TextRule rule) {
        super(Long.class, false);
        this.rule = rule;
    }

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
        JsonFormat own = property == null ? null : property.getAnnotation(JsonFormat.class);
        JsonFormat.Shape shape = own == null ? JsonFormat.Shape.ANY : own.shape();
        if (shape.isNumeric()) {
            return new NumberSerializers.LongSerializer(Long.class);
        }
        if (shape == JsonFormat.Shape.ANY) {
            shape = context.getDefaultPropertyFormat(handledType()).getShape();
        }
        boolean text = shape == JsonFormat.Shape.STRING;
        return text ? new LongWriter(TextRule.ALWAYS) : this;
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializationContext context) {
        rule.write(((Number) value).longValue(), json);
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) {
        visitStringFormat(visitor, type);
    }
}
