package io.snowflakeid.jackson3;

import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.BeanProperty;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;

/** Stands for the {@link LongsWriter} of a marked property until Jackson can say how it would write that property's type. */
final class MarkedLongsWriter extends ValueSerializer<Object> {

    private final JavaType type;

    MarkedLongsWriter(JavaType type) {
        this.type = type;
    }

    @Override
    public ValueSerializer<?> createContextual(SerializationContext context, @Nullable BeanProperty property) {
        return new LongsWriter(context.findPrimaryPropertySerializer(type, property), TextRule.ALWAYS);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializationContext context) {
        throw new IllegalStateException(
                "Jackson asks a serializer for its context before it uses it, but did not here: " + type);
    }
}
