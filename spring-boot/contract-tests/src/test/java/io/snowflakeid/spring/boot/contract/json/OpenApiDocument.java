package io.snowflakeid.spring.boot.contract.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.spring.boot.contract.RunningApplication;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** The document of springdoc-openapi, whose schemas are compared with JSON. */
record OpenApiDocument(Map<String, Object> document) {

    static OpenApiDocument of(RunningApplication application) {
        return new OpenApiDocument(read(application.get("/v3/api-docs")));
    }

    Map<String, Object> schemas() {
        return at(document, "components", "schemas");
    }

    Map<String, Object> properties(String type) {
        return at(schemas(), type, "properties");
    }

    /** Compares a value with a schema and the referenced schemas. */
    void assertSays(@Nullable Object schema, @Nullable Object value) {
        Map<String, Object> says = map(schema);
        if (says.get("$ref") instanceof String reference) {
            assertSays(schemas().get(reference.replaceFirst(".*/", "")), value);
            return;
        }
        Object type = says.get("type");
        switch (String.valueOf(type instanceof List<?> several ? several.get(0) : type)) {
            case "integer", "number" -> assertThat(value).as("%s", says).isInstanceOf(Number.class);
            case "string" -> assertThat(value).as("%s", says).isInstanceOf(String.class);
            case "array" ->
                assertThat((List<?>) value).isNotEmpty().allSatisfy(element -> assertSays(says.get("items"), element));
            default -> assertSaysOfEach(says, map(value));
        }
    }

    /** An object has properties; a map has values of one type. */
    private void assertSaysOfEach(Map<String, Object> says, Map<String, Object> value) {
        Map<String, Object> properties = map(says.get("properties"));
        if (properties == null) {
            assertThat(value.values())
                    .isNotEmpty()
                    .allSatisfy(each -> assertSays(says.get("additionalProperties"), each));
        } else {
            assertThat(value).containsOnlyKeys(properties.keySet());
            value.forEach((name, each) -> assertSays(properties.get(name), each));
        }
    }

    static Map<String, Object> read(String json) {
        return map(new Yaml().load(json));
    }

    static Map<String, Object> at(Map<String, Object> object, String... path) {
        Map<String, Object> found = object;
        for (String name : path) {
            assertThat(found).containsKey(name);
            found = map(found.get(name));
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(@Nullable Object object) {
        return (Map<String, Object>) object;
    }
}
