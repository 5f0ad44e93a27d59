package io.snowflakeid.merge.plan;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import java.io.IOException;

/**
 * Texts in lists that people open with a spreadsheet, which takes what begins with {@code =} and some other characters for a formula.
 * An apostrophe is put before them, and before those that begin with one, so that reading takes it away again.
 */
final class SpreadsheetText {

    /** Also the wide forms, which some spreadsheets read alike. */
    private static final String BEGINS_FORMULA = "=+-@\t\r\n\uff1d\uff0b\uff0d\uff20";

    private static final char APOSTROPHE = '\'';

    private SpreadsheetText() {}

    static CsvMapper csv() {
        return CsvMapper.builder()
                .addModule(new SimpleModule()
                        .addSerializer(String.class, new Writing())
                        .addDeserializer(String.class, new Reading()))
                .build();
    }

    static String safe(String text) {
        boolean marked =
                !text.isEmpty() && (text.charAt(0) == APOSTROPHE || BEGINS_FORMULA.indexOf(text.charAt(0)) >= 0);
        return marked ? APOSTROPHE + text : text;
    }

    static String original(String safe) {
        return safe.length() > 1 && safe.charAt(0) == APOSTROPHE ? safe.substring(1) : safe;
    }

    private static final class Writing extends StdScalarSerializer<String> {
        private static final long serialVersionUID = 1L;

        Writing() {
            super(String.class);
        }

        @Override
        public void serialize(String text, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(safe(text));
        }
    }

    private static final class Reading extends StdScalarDeserializer<String> {
        private static final long serialVersionUID = 1L;

        Reading() {
            super(String.class);
        }

        @Override
        public String deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return original(in.getValueAsString(""));
        }
    }
}
