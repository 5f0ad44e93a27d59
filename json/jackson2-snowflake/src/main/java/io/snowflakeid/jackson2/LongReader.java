package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.type.LogicalType;
import com.fasterxml.jackson.databind.util.AccessPattern;
import java.io.IOException;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Reads a whole number, or the string that is exactly its text; everything else is refused, as it may be another id. */
final class LongReader extends StdScalarDeserializer<Object> {

    private static final long serialVersionUID = 1L;

    private static final String ALLOWED = "allowed is a whole number from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE
            + ", or a string of just its digits";

    private static final LongReader PRIMITIVE = new LongReader(long.class);

    /** Readers by what they read. */
    static final Map<Class<?>, JsonDeserializer<?>> BY_TYPE = Map.of(
            long.class, PRIMITIVE,
            Long.class, new LongReader(Long.class),
            AtomicLong.class, new LongReader(AtomicLong.class),
            OptionalLong.class, new LongReader(OptionalLong.class),
            long[].class, new LongArrayReader(PRIMITIVE));

    private LongReader(Class<?> type) {
        super(type);
    }

    /** The same type, the longs in which are read by these. */
    static JavaType readBy(JavaType type) {
        JsonDeserializer<?> reader = BY_TYPE.get(type.getRawClass());
        if (reader != null) {
            return type.withValueHandler(reader);
        }
        return type.hasContentType() ? type.withContentType(readBy(type.getContentType())) : type;
    }

    @Override
    public @Nullable Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
        return switch (json.currentToken()) {
            case VALUE_NUMBER_INT -> ofNumber(json, context);
            case VALUE_NUMBER_FLOAT -> refuseRounded(json, context);
            case VALUE_STRING -> ofText(json.getText(), context);
            case START_ARRAY -> _deserializeFromArray(json, context);
            default ->
                context.handleUnexpectedToken(
                        handledType(), json.currentToken(), json, "%s is no id: %s", json.getText(), ALLOWED);
        };
    }

    private @Nullable Object ofNumber(JsonParser json, DeserializationContext context) throws IOException {
        if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return context.handleWeirdNumberValue(handledType(), json.getNumberValue(), "%s", ALLOWED);
        }
        return boxed(json.getLongValue());
    }

    private @Nullable Object refuseRounded(JsonParser json, DeserializationContext context) throws IOException {
        return context.handleWeirdNumberValue(
                handledType(),
                json.getNumberValue(),
                "%s has a fraction or an exponent, so it has been a floating-point number, as all of JavaScript's are, and may have"
                        + " been rounded to another id: send it as a string; %s",
                json.getText(),
                ALLOWED);
    }

    private @Nullable Object ofText(String text, DeserializationContext context) throws IOException {
        try {
            long value = Long.parseLong(text);
            if (Long.toString(value).equals(text)) {
                return boxed(value);
            }
        } catch (NumberFormatException e) {
            // refused below, like zeros in front
        }
        return context.handleWeirdStringValue(handledType(), text, "%s", ALLOWED);
    }

    private Object boxed(long value) {
        if (handledType() == AtomicLong.class) {
            return new AtomicLong(value);
        }
        return handledType() == OptionalLong.class ? OptionalLong.of(value) : (Object) value;
    }

    @Override
    public AccessPattern getNullAccessPattern() {
        return handledType().isPrimitive() ? AccessPattern.DYNAMIC : AccessPattern.CONSTANT;
    }

    @Override
    public @Nullable Object getNullValue(DeserializationContext context) throws JsonMappingException {
        if (handledType().isPrimitive()) {
            if (context.isEnabled(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)) {
                context.reportInputMismatch(this, "null is no id: %s", ALLOWED);
            }
            return 0L;
        }
        return handledType() == OptionalLong.class ? OptionalLong.empty() : null;
    }

    @Override
    public LogicalType logicalType() {
        return LogicalType.Integer;
    }
}
