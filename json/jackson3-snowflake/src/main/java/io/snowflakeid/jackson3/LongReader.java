package io.snowflakeid.jackson3;

import io.snowflakeid.json.IdText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.std.StdConvertingDeserializer;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.type.TypeFactory;
import tools.jackson.databind.util.StdConverter;

/** Reads a whole number, or the string that is exactly its text; everything else is refused, as it may be another id. */
final class LongReader extends StdScalarDeserializer<Object> {

    private static final long serialVersionUID = 1L;

    /** Readers by what they read. */
    static final Map<Class<?>, ValueDeserializer<?>> BY_TYPE = Map.of(
            long.class, new LongReader(long.class),
            Long.class, new LongReader(Long.class),
            long[].class, new StdConvertingDeserializer<>(new LongArray()));

    private LongReader(Class<?> type) {
        super(type);
    }

    /** A type like this one, the longs in which are read by these. */
    static JavaType readBy(JavaType type) {
        ValueDeserializer<?> reader = BY_TYPE.get(type.getRawClass());
        if (reader != null) {
            return type.withValueHandler(reader);
        }
        return type.hasContentType() ? type.withContentType(readBy(type.getContentType())) : type;
    }

    @Override
    public @Nullable Object deserialize(JsonParser json, DeserializationContext context) {
        Class<?> type = handledType();
        String text = json.getString();
        Long id = IdText.parse(text);
        return switch (json.currentToken()) {
            case VALUE_STRING -> id != null ? id : context.handleWeirdStringValue(type, text, "%s", IdText.ALLOWED);
            case VALUE_NUMBER_INT ->
                id != null ? id : context.handleWeirdNumberValue(type, json.getNumberValue(), "%s", IdText.ALLOWED);
            case VALUE_NUMBER_FLOAT ->
                context.handleWeirdNumberValue(type, json.getNumberValue(), IdText.ROUNDED, text);
            case START_ARRAY -> _deserializeFromArray(json, context);
            default ->
                context.handleUnexpectedToken(
                        getValueType(context), json.currentToken(), json, "%s is no id: %s", text, IdText.ALLOWED);
        };
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) {
        if (handledType() == Long.class) {
            return null;
        }
        if (context.isEnabled(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)) {
            context.reportInputMismatch(this, "null is no id: %s", IdText.ALLOWED);
        }
        return 0L;
    }

    /** Reads a {@code long[]} as a list, each element as the property of type {@code long} that it could be. */
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
