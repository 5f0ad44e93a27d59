package io.snowflakeid.jackson2;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.JsonGeneratorDelegate;
import java.io.IOException;

/** Passes everything on, longs as text if a rule says so. */
final class LongTexts extends JsonGeneratorDelegate {

    private final TextRule rule;

    LongTexts(JsonGenerator json, TextRule rule) {
        super(json, false);
        this.rule = rule;
    }

    @Override
    public void writeNumber(long value) throws IOException {
        rule.write(value, delegate);
    }

    @Override
    public void writeArray(long[] values, int offset, int length) throws IOException {
        delegate.writeStartArray(values, length);
        for (int i = offset; i < offset + length; i++) {
            writeNumber(values[i]);
        }
        delegate.writeEndArray();
    }
}
