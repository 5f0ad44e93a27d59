package io.snowflakeid.jackson2;

import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializationConfig;
import com.fasterxml.jackson.databind.ser.BeanSerializerModifier;
import com.fasterxml.jackson.databind.type.ArrayType;
import io.snowflakeid.json.Holding;
import java.util.function.LongPredicate;

/** Writes every {@code long} as text, or those of which a rule says so; whichever module has brought the serializer. */
final class AllLongs extends BeanSerializerModifier {

    private static final long serialVersionUID = 1L;

    private final transient LongPredicate isText;

    AllLongs(LongPredicate isText) {
        this.isText = isText;
    }

    @Override
    public JsonSerializer<?> modifySerializer(
            SerializationConfig config, BeanDescription bean, JsonSerializer<?> serializer) {
        return Holding.LONGS.contains(bean.getBeanClass()) ? IdsWriter.of(serializer, isText) : serializer;
    }

    @Override
    public JsonSerializer<?> modifyArraySerializer(
            SerializationConfig config, ArrayType type, BeanDescription bean, JsonSerializer<?> serializer) {
        return type.hasRawClass(long[].class) ? IdsWriter.of(serializer, isText) : serializer;
    }
}
