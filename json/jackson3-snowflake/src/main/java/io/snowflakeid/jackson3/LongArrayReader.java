package io.snowflakeid.jackson3;

import static java.util.Objects.requireNonNull;

import java.util.stream.LongStream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.deser.std.StdDeserializer;

/** Reads a {@code long[]}, each element as the property of type {@code long} that it could be. */
final class LongArrayReader extends StdDeserializer<long[]> {

    private static final long serialVersionUID = 1L;

    private final LongReader element;

    LongArrayReader(LongReader element) {
        super(long[].class);
        this.element = element;
    }

    @Override
    public long[] deserialize(JsonParser json, DeserializationContext context) {
        if (json.isExpectedStartArrayToken()) {
            return elements(json, context);
        }
        if (context.isEnabled(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)) {
            return new long[] {element(json, context)};
        }
        return (long[]) context.handleUnexpectedToken(long[].class, json);
    }

    private long[] elements(JsonParser json, DeserializationContext context) {
        LongStream.Builder values = LongStream.builder();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            values.add(element(json, context));
        }
        return values.build().toArray();
    }

    private long element(JsonParser json, DeserializationContext context) {
        Object value = json.hasToken(JsonToken.VALUE_NULL)
                ? element.getNullValue(context)
                : element.deserialize(json, context);
        return (long) requireNonNull(value);
    }
}
