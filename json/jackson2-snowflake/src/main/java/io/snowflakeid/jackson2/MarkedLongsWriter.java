package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.ContextualSerializer;
import org.jspecify.annotations.Nullable;

/** Stands for the {@link LongsWriter} of a marked property until Jackson can say how it would write that property's type. */
final class MarkedLongsWriter extends JsonSerializer<Object> implements ContextualSerializer {

    private final JavaType type;

    MarkedLongsWriter(JavaType type) {
        this.type = type;
    }

    @Override
    public JsonSerializer<?> createContextual(SerializerProvider provider, @Nullable BeanProperty property)
            throws JsonMappingException {
        return new LongsWriter(provider.findPrimaryPropertySerializer(type, property), TextRule.ALWAYS);
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider) {
        throw new IllegalStateException(
                "Jackson asks a serializer for its context before it uses it, but did not here: " + type);
    }
}
