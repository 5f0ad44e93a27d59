package io.snowflakeid.jackson2;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.jsonFormatVisitors.JsonFormatVisitorWrapper;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import com.fasterxml.jackson.databind.ser.std.NumberSerializers;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes a {@code Long} or {@code AtomicLong} by a rule, unless a {@code @JsonFormat} on the property itself says what it is. Else
 * a mapper that wants all longs as text gets them so; that it wants them as numbers does not count, as it was not said of ids.
 */
final class LongWriter extends StdScalarSerializer<Object> implements ContextualSerializer {

    private static final long serialVersionUID = 1L;

    private final TextRule rule;

    LongWriter(TextRule rule) {
        super(Long.class, false);
        this.rule = rule;
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, @Nullable BeanProperty property) {
        JsonFormat own = property == null ? null : property.getAnnotation(JsonFormat.class);
        JsonFormat.Shape shape = own == null ? JsonFormat.Shape.ANY : own.shape();
        if (shape.isNumeric()) {
            return new NumberSerializers.LongSerializer(Long.class);
        }
        if (shape == JsonFormat.Shape.ANY) {
            shape = provider.getDefaultPropertyFormat(handledType()).getShape();
        }
        boolean text = shape == JsonFormat.Shape.STRING;
        return text ? new LongWriter(TextRule.ALWAYS) : this;
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider) throws IOException {
        rule.write(((Number) value).longValue(), json);
    }

    @Override
    public void acceptJsonFormatVisitor(JsonFormatVisitorWrapper visitor, JavaType type) throws JsonMappingException {
        visitStringFormat(visitor, type);
    }
}
