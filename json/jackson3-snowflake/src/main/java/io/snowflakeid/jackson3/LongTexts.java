package io.snowflakeid.jackson3;

import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.JsonGeneratorDelegate;

/** Passes everything on, longs as text if a rule says so. */
final class LongTexts extends JsonGeneratorDelegate {

    private final TextRule rule;

    LongTexts(JsonGenerator json, TextRule rule) {
        super(json, false);
        this.rule = rule;
    }

    @Override
    public JsonGenerator writeNumber(long value) {
        rule.write(value, delegate);
        return this;
    }

    @Override
    public JsonGenerator writeArray(long[] values, int offset, int length) {
        delegate.writeStartArray(values, length);
        for (int i = offset; i < offset + length; i++) {
            writeNumber(values[i]);
        }
        delegate.writeEndArray();
        return this;
    }
}
