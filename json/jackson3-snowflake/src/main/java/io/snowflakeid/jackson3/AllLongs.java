package io.snowflakeid.jackson3;

import io.snowflakeid.json.Holding;
import java.util.function.LongPredicate;
import tools.jackson.databind.BeanDescription;
import tools.jackson.databind.SerializationConfig;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.ser.ValueSerializerModifier;
import tools.jackson.databind.type.ArrayType;

/** Writes every {@code long} as text, or those of which a rule says so; whichever module has brought the serializer. */
final class AllLongs extends ValueSerializerModifier {

    private static final long serialVersionUID = 1L;

    private final transient LongPredicate isText;

    AllLongs(LongPredicate isText) {
        this.isText = isText;
    }

    @Override
    public ValueSerializer<?> modifySerializer(
            SerializationConfig config, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
        return Holding.LONGS.contains(bean.getBeanClass()) ? IdsWriter.of(serializer, isText) : serializer;
    }

    @Override
    public ValueSerializer<?> modifyArraySerializer(
            SerializationConfig config, ArrayType type, BeanDescription.Supplier bean, ValueSerializer<?> serializer) {
        return type.hasRawClass(long[].class) ? IdsWriter.of(serializer, isText) : serializer;
    }
}
