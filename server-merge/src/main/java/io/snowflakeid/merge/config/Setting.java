package io.snowflakeid.merge.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A key of {@code merge.yaml}: a component of a record, and what {@code keys.json} says about it: its description, the value without it,
 * its range, what to write for a key that must be there, and its name, if that is not the component's in lower case with hyphens.
 */
record Setting(RecordComponent component, JsonNode about) {

    private static final JsonNode KEYS = keys();

    private static JsonNode keys() {
        try (InputStream in = Setting.class.getResourceAsStream("keys.json")) {
            return new ObjectMapper().readTree(Objects.requireNonNull(in, "keys.json is not in the jar"));
        } catch (IOException e) {
            throw new UncheckedIOException("keys.json cannot be read from the jar", e);
        }
    }

    /** What to write in place of a setting that earlier versions had, or that other programs have; by section and word. */
    static @Nullable String removed(String section, String word) {
        return KEYS.path("removed").path(section + "." + word).textValue();
    }

    /** Those of a record, in the order of its components. */
    static List<Setting> of(Class<?> type) {
        JsonNode keys = KEYS.path(type.getSimpleName());
        return Arrays.stream(type.getRecordComponents())
                .filter(component -> keys.has(component.getName()))
                .map(component -> new Setting(component, keys.path(component.getName())))
                .toList();
    }

    /** Whether a record is written as a mapping; a few may also be written as a text. */
    static boolean isMapping(Class<?> type) {
        return KEYS.has(type.getSimpleName());
    }

    static Class<?> raw(Type type) {
        return (Class<?>) (type instanceof ParameterizedType generic ? generic.getRawType() : type);
    }

    String name() {
        String hyphens = component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
        return about.path("name").asText(hyphens);
    }

    Type type() {
        return component.getGenericType();
    }

    /** What to write, for a key that must be there. */
    @Nullable
    String missing() {
        return about.path("missing").textValue();
    }

    /** The text that is read where the key is absent, or its value wrong. */
    @Nullable
    String otherwise() {
        return about.has("default") ? about.path("default").asText() : null;
    }

    boolean allows(long number) {
        return number >= about.path("minimum").asLong(Long.MIN_VALUE)
                && number <= about.path("maximum").asLong(Long.MAX_VALUE);
    }
}
