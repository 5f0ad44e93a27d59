package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import java.io.IOException;

/** Writes a marked property of which only the value says what it is: declared as {@code Object}, or as a type variable. */
final class AnyIdWriter extends StdScalarSerializer<Object> {

    private static final long serialVersionUID = 1L;

    private final String property;

    AnyIdWriter(String property) {
        super(Object.class);
        this.property = property;
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializerProvider provider) throws IOException {
        if (!(value instanceof Long || value instanceof CharSequence)) {
            throw JsonMappingException.from(
                    json, Holding.refusal(property, value.getClass().getTypeName(), Holding.WAY_OUT));
        }
        json.writeString(value.toString());
    }
}
