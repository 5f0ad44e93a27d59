package io.snowflakeid.jackson2;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import java.io.IOException;
import java.util.stream.LongStream;

/** Reads a {@code long[]}, each element as the property of type {@code long} that it could be. */
final class LongArrayReader extends StdDeserializer<long[]> {

    private static final long serialVersionUID = 1L;

    private final LongReader element;

    LongArrayReader(LongReader element) {
        super(long[].class);
        this.element = element;
    }

    @Override
    public long[] deserialize(JsonParser json, DeserializationContext context) throws IOException {
        if (json.isExpectedStartArrayToken()) {
            return elements(json, context);
        }
        if (context.isEnabled(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)) {
            return new long[] {element(json, context)};
        }
        return (long[]) context.handleUnexpectedToken(long[].class, json);
    }

    private long[] elements(JsonParser json, DeserializationContext context) throws IOException {
        LongStream.Builder values = LongStream.builder();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            values.add(element(json, context));
        }
        return values.build().toArray();
    }

    private long element(JsonParser json, DeserializationContext context) throws IOException {
        Object value = json.hasToken(JsonToken.VALUE_NULL)
                ? element.getNullValue(context)
                : element.deserialize(json, context);
        return (long) requireNonNull(value);
    }
}
