package io.snowflakeid.jackson3;

import java.util.OptionalLong;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.ArrayType;

/** The longs that Jackson writes without asking for a serializer of {@code long}. */
final class ContainedLongs extends ValueSerializerModifier {

    private static final long serialVersionUID = 1L;

    private final TextRule rule;

    ContainedLongs(TextRule rule) {
        this.rule = rule;
    }

    @Override
    public ValueSerializer<?> modifyArraySerializer(
            SerializationConfig config, ArrayType type, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
        return type.hasRawClass(long[].class) ? ofLongs(serializer) : serializer;
    }

    @Override
    public ValueSerializer<?> modifySerializer(
            SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
        return bean.getType().hasRawClass(OptionalLong.class) ? ofLongs(serializer) : serializer;
    }

    @SuppressWarnings("unchecked")
    private ValueSerializer<?> ofLongs(ValueSerializer<?> serializer) {
        return new LongsWriter((ValueSerializer<Object>) serializer, rule);
    }
}
