package io.snowflakeid.merge.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema of {@code merge.yaml}, by which editors complete it: keys, kinds of values, choices and ranges. What does not fit together
 * is for {@link ConfigReader} to say.
 */
public final class ConfigSchema {

    private static final Properties DESCRIPTIONS = descriptions();

    private ConfigSchema() {}

    /** Its text, in JSON Schema 2020-12. */
    public static String text() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        schema.put("title", "merge.yaml");
        schema.putAll(mapping(MergeConfig.class));
        try {
            return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(schema) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("maps of texts are written", e);
        }
    }

    private static Map<String, Object> mapping(Class<?> type) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            if (component.getType() != ConfigLines.class) {
                properties.put(RecordReader.name(component), property(type, component, key));
            }
            if (key != null && !key.missing().isEmpty()) {
                required.add(RecordReader.name(component));
            }
        }
        return new TreeMap<>(Map.of(
                "type", "object", "additionalProperties", false, "properties", properties, "required", required));
    }

    private static Map<String, Object> property(Class<?> type, RecordComponent component, @Nullable Key key) {
        Map<String, Object> property = new LinkedHashMap<>();
        String name = type.getSimpleName() + "." + component.getName();
        property.put(
                "description",
                Objects.requireNonNull(DESCRIPTIONS.getProperty(name), () -> name + " is not in keys.properties"));
        property.putAll(value(component.getGenericType(), key));
        if (key != null && !key.otherwise().isEmpty()) {
            property.put("default", isNumber(component.getType()) ? Long.valueOf(key.otherwise()) : key.otherwise());
        }
        return property;
    }

    private static Map<String, Object> value(Type type, @Nullable Key key) {
        if (type instanceof ParameterizedType generic) {
            Type[] parts = generic.getActualTypeArguments();
            return generic.getRawType() == List.class
                    ? new TreeMap<>(Map.of("type", "array", "items", value(parts[0], null)))
                    : new TreeMap<>(Map.of("type", "object", "additionalProperties", value(parts[1], null)));
        }
        Class<?> wanted = (Class<?>) type;
        if (wanted.isEnum()) {
            return Map.of("enum", RecordReader.words(wanted));
        }
        if (isNumber(wanted)) {
            return key == null
                    ? Map.of("type", "integer")
                    : new TreeMap<>(Map.of("type", "integer", "minimum", key.least(), "maximum", key.greatest()));
        }
        if (!RecordReader.isMapping(wanted)) {
            return Map.of("type", "string");
        }
        return RecordReader.parser(wanted) == null
                ? mapping(wanted)
                : Map.of("oneOf", List.of(Map.of("type", "string"), mapping(wanted)));
    }

    private static boolean isNumber(Class<?> type) {
        return List.of(int.class, Integer.class, long.class, Long.class).contains(type);
    }

    private static Properties descriptions() {
        try (InputStream in = ConfigSchema.class.getResourceAsStream("keys.properties")) {
            Properties descriptions = new Properties();
            descriptions.load(Objects.requireNonNull(in, "keys.properties is not in the jar: build it again"));
            return descriptions;
        } catch (IOException e) {
            throw new UncheckedIOException("keys.properties cannot be read from the jar", e);
        }
    }
}
