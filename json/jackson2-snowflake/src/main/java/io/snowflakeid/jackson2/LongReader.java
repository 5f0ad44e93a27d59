package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.NumberDeserializers;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.snowflakeid.json.IdText;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads a {@code long} from a whole number or from a string of decimal digits. */
final class LongReader extends StdScalarDeserializer<Object> {

    private static final long serialVersionUID = 1L;

    static final Map<Class<?>, JsonDeserializer<?>> BY_TYPE = Map.of(
            long.class, new LongReader(long.class),
            Long.class, new LongReader(Long.class),
            long[].class, new StdDelegatingDeserializer<>(new LongArray()));

    private final transient JsonDeserializer<?> jacksons; // for other tokens

    private LongReader(Class<?> type) {
        super(type);
        jacksons = NumberDeserializers.find(type, type.getName());
    }

    /** Returns the type with a {@code LongReader} for longs, including longs in containers and map values. */
    static JavaType readBy(JavaType type) {
        JsonDeserializer<?> reader = BY_TYPE.get(type.getRawClass());
        if (reader != null) {
            return type.withValueHandler(reader);
        }
        return type.hasContentType() ? type.withContentType(readBy(type.getContentType())) : type;
    }

    @Override
    public @Nullable Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
        JsonToken token = json.currentToken();
        if (!token.isNumeric() && token != JsonToken.VALUE_STRING) {
            return token == JsonToken.START_ARRAY
                    ? _deserializeFromArray(json, context)
                    : jacksons.deserialize(json, context);
        }
        String text = json.getText();
        Long id = IdText.parse(text);
        return id != null
                ? id
                : context.handleWeirdStringValue(
                        handledType(), text, IdText.refusal(text, token == JsonToken.VALUE_NUMBER_FLOAT));
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) throws JsonMappingException {
        return jacksons.getNullValue(context);
    }

    /** Converts a list to a {@code long[]}, so that {@code LongReader} reads each element. */
    private static final class LongArray extends StdConverter<List<Long>, long[]> {

        @Override
        public long[] convert(List<Long> ids) {
            return ids.stream().mapToLong(Long::longValue).toArray();
        }

        @Override
        public JavaType getInputType(TypeFactory types) {
            return types.constructCollectionType(List.class, Long.class)
                    .withContentValueHandler(BY_TYPE.get(long.class));
        }
    }
}
