package io.snowflakeid.jackson3;

import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** Writes a marked property of which only the value says what it is: declared as {@code Object}, or as a type variable. */
final class AnyIdWriter extends StdScalarSerializer<Object> {

    private static final long serialVersionUID = 1L;

    private final String property;

    AnyIdWriter(String property) {
        super(Object.class);
        this.property = property;
    }

    @Override
    public void serialize(Object value, JsonGenerator json, SerializationContext context) {
        if (!(value instanceof Long || value instanceof CharSequence)) {
            throw DatabindException.from(
                    json, Holding.refusal(property, value.getClass().getTypeName(), Holding.WAY_OUT));
        }
        json.writeString(value.toString());
    }
}
