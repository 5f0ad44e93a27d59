package io.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.type.ArrayType;
import java.util.OptionalLong;

/**
 * The longs that Jackson writes without asking for a serializer of {@code long}. Whoever serializes {@code OptionalLong} may be
 * another module, registered before or after ours.
 */
final class ContainedLongs extends BeanSerializerModifier {

    private static final long serialVersionUID = 1L;

    private final TextRule rule;

    ContainedLongs(TextRule rule) {
        this.rule = rule;
    }

    @Override
    public JsonSerializer<?> modifyArraySerializer(
            SerializationConfig config, ArrayType type, BeanDescription bean, JsonSerializer<?> serializer) {
        return type.hasRawClass(long[].class) ? ofLongs(serializer) : serializer;
    }

    @Override
    public JsonSerializer<?> modifySerializer(
            SerializationConfig config, BeanDescription bean, JsonSerializer<?> serializer) {
        return bean.getType().hasRawClass(OptionalLong.class) ? ofLongs(serializer) : serializer;
    }

    @SuppressWarnings("unchecked")
    private JsonSerializer<?> ofLongs(JsonSerializer<?> serializer) {
        return new LongsWriter((JsonSerializer<Object>) serializer, rule);
    }
}
