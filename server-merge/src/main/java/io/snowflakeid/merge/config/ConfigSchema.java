package io.snowflakeid.merge.config;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The JSON Schema of {@code merge.yaml}, by which editors complete and check it. */
public final class ConfigSchema {

    private ConfigSchema() {}

    /** Its text, in JSON Schema 2020-12. */
    public static String text() {
        try (InputStream schema = ConfigSchema.class.getResourceAsStream("merge.schema.json")) {
            if (schema == null) {
                throw new IllegalStateException("merge.schema.json is not in the jar: build it again");
            }
            return new String(schema.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("merge.schema.json cannot be read from the jar", e);
        }
    }
}
