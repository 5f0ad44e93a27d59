package io.snowflakeid.merge.config;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;

/**
 * The JSON Schema of {@code merge.yaml}, by which editors complete it: keys, kinds of values, choices and ranges. What does not fit together
 * is for {@link ConfigReader} to say.
 */
public final class ConfigSchema {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<Type> NUMBERS = List.of(int.class, Integer.class, long.class, Long.class);

    private ConfigSchema() {}

    /** Its text, in JSON Schema 2020-12. */
    public static String text() {
        ObjectNode schema = JSON.createObjectNode();
        schema.put("$schema", "https://json-schema.org/draft/2020-12/schema").put("title", "merge.yaml");
        return schema.setAll(mapping(MergeConfig.class)).toPrettyString() + "\n";
    }

    private static ObjectNode mapping(Class<?> type) {
        ObjectNode mapping = ofType("object").put("additionalProperties", false);
        ObjectNode properties = mapping.putObject("properties");
        for (Setting setting : Setting.of(type)) {
            ObjectNode about = setting.about().<ObjectNode>deepCopy().without(List.of("name", "missing"));
            properties.set(setting.name(), value(setting.type()).setAll(about));
            if (setting.missing() != null) {
                mapping.withArray("required").add(setting.name());
            }
        }
        return mapping;
    }

    private static ObjectNode value(Type type) {
        Class<?> wanted = Setting.raw(type);
        if (type instanceof ParameterizedType generic) {
            Type[] parts = generic.getActualTypeArguments();
            ObjectNode part = value(parts[parts.length - 1]);
            return wanted == List.class
                    ? ofType("array").set("items", part)
                    : ofType("object").set("additionalProperties", part);
        }
        if (wanted.isEnum()) {
            return JSON.createObjectNode().set("enum", JSON.valueToTree(ConfigReader.words(wanted)));
        }
        if (!Setting.isMapping(wanted)) {
            return ofType(NUMBERS.contains(wanted) ? "integer" : "string");
        }
        ObjectNode mapping = mapping(wanted);
        if (!ConfigReader.isText(wanted)) {
            return mapping;
        }
        ObjectNode either = JSON.createObjectNode();
        either.withArray("oneOf").add(ofType("string")).add(mapping);
        return either;
    }

    private static ObjectNode ofType(String type) {
        return JSON.createObjectNode().put("type", type);
    }
}
