package io.snowflakeid.merge.config;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The JSON Schema of {@code merge.yaml}, by which editors complete it: keys, kinds of values, choices and ranges. What does not fit together
 * is for {@link ConfigReader} to say.
 */
public final class ConfigSchema {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<Class<?>> NUMBERS = List.of(int.class, Integer.class, long.class, Long.class);

    private final Properties descriptions = new Properties();

    private ConfigSchema() {
        try (InputStream in = ConfigSchema.class.getResourceAsStream("keys.properties")) {
            descriptions.load(Objects.requireNonNull(in, "keys.properties is not in the jar: build it again"));
        } catch (IOException e) {
            throw new UncheckedIOException("keys.properties cannot be read from the jar", e);
        }
    }

    /** Its text, in JSON Schema 2020-12. */
    public static String text() {
        ObjectNode schema = JSON.createObjectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema").put("title", "merge.yaml");
        return schema.setAll(new ConfigSchema().mapping(MergeConfig.class)).toPrettyString() + "\n";
    }

    private ObjectNode mapping(Class<?> type) {
        ObjectNode mapping = ofType("object").put("additionalProperties", false);
        ObjectNode properties = mapping.putObject("properties");
        List<String> keys = RecordReader.keys(type);
        for (RecordComponent component : type.getRecordComponents()) {
            Key key = component.getAnnotation(Key.class);
            String name = RecordReader.name(component);
            if (keys.contains(name)) {
                properties.set(name, property(type.getSimpleName() + "." + component.getName(), component, key));
            }
            if (key != null && !key.missing().isEmpty()) {
                mapping.withArray("required").add(name);
            }
        }
        return mapping;
    }

    private ObjectNode property(String name, RecordComponent component, @Nullable Key key) {
        ObjectNode property = value(component.getGenericType());
        property.put(
                "description",
                Objects.requireNonNull(descriptions.getProperty(name), () -> name + " is not in keys.properties"));
        boolean number = NUMBERS.contains(component.getType());
        if (number && key != null) {
            property.put("minimum", key.least()).put("maximum", key.greatest());
        }
        if (key != null && !key.otherwise().isEmpty()) {
            property.set("default", JSON.valueToTree(number ? Long.valueOf(key.otherwise()) : key.otherwise()));
        }
        return property;
    }

    private ObjectNode value(Type type) {
        if (type instanceof ParameterizedType generic) {
            Type[] parts = generic.getActualTypeArguments();
            return generic.getRawType() == List.class
                    ? ofType("array").set("items", value(parts[0]))
                    : ofType("object").set("additionalProperties", value(parts[1]));
        }
        Class<?> wanted = (Class<?>) type;
        if (wanted.isEnum()) {
            return JSON.createObjectNode().set("enum", JSON.valueToTree(RecordReader.words(wanted)));
        }
        if (NUMBERS.contains(wanted)) {
            return ofType("integer");
        }
        if (!RecordReader.isMapping(wanted)) {
            return ofType("string");
        }
        if (!RecordReader.isText(wanted)) {
            return mapping(wanted);
        }
        ObjectNode either = JSON.createObjectNode();
        either.withArray("oneOf").add(ofType("string")).add(mapping(wanted));
        return either;
    }

    private static ObjectNode ofType(String type) {
        return JSON.createObjectNode().put("type", type);
    }
}
