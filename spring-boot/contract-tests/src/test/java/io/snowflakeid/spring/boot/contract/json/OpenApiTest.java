package io.snowflakeid.spring.boot.contract.json;

import static org.assertj.core.api.Assertions.assertThat;

import com.baomidou.mybatisplus.annotation.IdType;
import com.baomidou.mybatisplus.annotation.TableId;
import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.annotation.JsonIdentityInfo;
import com.fasterxml.jackson.annotation.JsonIdentityReference;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.annotation.ObjectIdGenerators;
import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.yaml.snakeyaml.Yaml;

/** What springdoc-openapi says of ids is compared with what is written. */
class OpenApiTest {

    private static final long ID = 2123748188476166151L;

    @ParameterizedTest
    @CsvSource({
        "annotated, openapi_3_0",
        "annotated, openapi_3_1",
        "all-longs, openapi_3_0",
        "all-longs, openapi_3_1",
    })
    void aSchemaSaysOfEachPropertyWhatIsWritten(String json, String version) {
        try (RunningApplication application = RunningApplication.start(
                Described.class, "snowflake.json=" + json, "springdoc.api-docs.version=" + version)) {
            Map<String, Object> schemas = at(read(application.get("/v3/api-docs")), "components", "schemas");
            Map<String, Object> written = read(application.get("/views/7?friend=8&page=1"));

            for (String schema : List.of("View", "Keyed")) {
                Map<String, Object> value = schema.equals("View") ? written : at(written, "keyed");
                assertThat(kinds(at(schemas, schema, "properties"), OpenApiTest::kindOfSchema))
                        .as(schema)
                        .isEqualTo(kinds(value, OpenApiTest::kindOfValue));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snowflake.json=off", "snowflake.enabled=false"})
    void switchedOffSchemasStayAsTheyAre(String setting) {
        try (RunningApplication application = RunningApplication.start(Described.class, setting)) {
            Map<String, Object> view =
                    at(read(application.get("/v3/api-docs")), "components", "schemas", "View", "properties");

            assertThat(kindOfSchema(view.get("marked"))).isEqualTo("number");
        }
    }

    @Test
    void parametersAndWhatIsOnlyReadAreTextIfTheyAreMarked() {
        try (RunningApplication application = RunningApplication.start(Described.class)) {
            Map<String, Object> document = read(application.get("/v3/api-docs"));

            Map<String, String> parameters = new TreeMap<>();
            List<?> described =
                    (List<?>) at(document, "paths", "/views/{id}", "get").get("parameters");
            for (Object parameter : described) {
                Map<String, Object> each = map(parameter);
                parameters.put(String.valueOf(each.get("name")), kindOfSchema(each.get("schema")));
            }
            assertThat(parameters).isEqualTo(Map.of("id", "text", "friend", "[text]", "page", "number"));
            Map<String, Object> order = at(document, "components", "schemas", "Order", "properties");
            assertThat(kindOfSchema(order.get("hero"))).isEqualTo("text");
            assertThat(map(order.get("hero")))
                    .containsEntry("description", "who orders")
                    .containsEntry("example", "17")
                    .containsEntry("pattern", "^-?(0|[1-9][0-9]{0,18})$");
            assertThat(kindOfSchema(order.get("count"))).isEqualTo("number");
        }
    }

    private static Map<String, String> kinds(Map<String, Object> properties, Function<@Nullable Object, String> kind) {
        Map<String, String> kinds = new TreeMap<>();
        properties.forEach((name, value) -> kinds.put(name, kind.apply(value)));
        return kinds;
    }

    private static String kindOfSchema(@Nullable Object schema) {
        Map<String, Object> described = map(schema);
        if (described.containsKey("$ref")) {
            String reference = String.valueOf(described.get("$ref"));
            return reference.endsWith("/Keyed") ? "object" : reference;
        }
        Object type = described.get("type");
        return switch (String.valueOf(type instanceof List<?> several ? several.get(0) : type)) {
            case "integer", "number" -> "number";
            case "string" -> "text";
            case "array" -> "[" + kindOfSchema(described.get("items")) + "]";
            case "object" ->
                described.get("additionalProperties") == null
                        ? "object"
                        : "{" + kindOfSchema(described.get("additionalProperties")) + "}";
            default -> String.valueOf(type);
        };
    }

    private static String kindOfValue(@Nullable Object value) {
        if (value instanceof List<?> elements) {
            return "[" + kindOfValue(elements.get(0)) + "]";
        }
        if (value instanceof Map<?, ?> entries) {
            return entries.containsKey("rank")
                    ? "object"
                    : "{" + kindOfValue(entries.values().iterator().next()) + "}";
        }
        return value instanceof Number ? "number" : value instanceof String ? "text" : String.valueOf(value);
    }

    private static Map<String, Object> read(String json) {
        return map(new Yaml().load(json));
    }

    private static Map<String, Object> at(Map<String, Object> object, String... path) {
        Map<String, Object> found = object;
        for (String name : path) {
            assertThat(found).containsKey(name);
            found = map(found.get(name));
        }
        return found;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object object) {
        return (Map<String, Object>) object;
    }

    /** Marked and unmarked, in all forms that hold ids. */
    record View(
            @SnowflakeRef long marked,
            @SnowflakeRef Long boxed,
            @SnowflakeRef List<Long> list,
            @SnowflakeRef Map<String, Long> byName,
            @SnowflakeRef Map<String, List<Long>> listsByName,
            @SnowflakeRef(keysOnly = true) Map<Long, Long> scoreById,
            @SnowflakeRef Optional<Long> optional,
            @SnowflakeRef String text,

            @SnowflakeRef @JsonFormat(shape = JsonFormat.Shape.NUMBER)
            long numeric,

            PlayerId player,

            @SnowflakeRef @JsonIdentityReference(alwaysAsId = true)
            Guild guild,

            Keyed keyed,
            long unmarked,
            List<Long> unmarkedList,
            Map<String, Long> unmarkedByName,
            int small) {}

    record PlayerId(@JsonValue @SnowflakeRef long value) {}

    @JsonIdentityInfo(generator = ObjectIdGenerators.PropertyGenerator.class, property = "id")
    public static class Guild {
        @SnowflakeId
        public long id = ID;
    }

    public static class Base {
        @TableId(type = IdType.ASSIGN_ID)
        private Long id = ID;

        public Long getId() {
            return id;
        }
    }

    /** Its id is inherited, and MyBatis-Plus assigns it. */
    public static class Keyed extends Base {
        public long rank = 3;

        @SnowflakeRef
        public long[] array = {ID};

        @TableId(type = IdType.AUTO)
        public Long counted = 4L;

        @SnowflakeId
        private Long own = ID;

        public Long getOwn() {
            return own;
        }
    }

    /** Is never written. */
    public static class Order {
        private long hero;
        private long count;

        @SnowflakeRef
        @io.swagger.v3.oas.annotations.media.Schema(description = "who orders", example = "17")
        public void setHero(long hero) {
            this.hero = hero;
        }

        public void setCount(long count) {
            this.count = count;
        }

        long sum() {
            return hero + count;
        }
    }

    @RestController
    static class Views {

        @GetMapping("/views/{id}")
        View view(
                @PathVariable("id") @SnowflakeRef long id,
                @RequestParam("friend") @SnowflakeRef List<Long> friends,
                @RequestParam("page") long page) {
            return new View(
                    id,
                    ID,
                    friends,
                    Map.of("a", ID),
                    Map.of("a", List.of(ID)),
                    Map.of(ID, page),
                    Optional.of(ID),
                    "x",
                    ID,
                    new PlayerId(ID),
                    new Guild(),
                    new Keyed(),
                    ID,
                    List.of(ID),
                    Map.of("a", ID),
                    7);
        }

        @PostMapping("/orders")
        long order(@RequestBody Order order) {
            return order.sum();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Described {

        @Bean
        IdGenerator ids() {
            return CountingIdGenerator.from(1);
        }

        @Bean
        Views views() {
            return new Views();
        }
    }
}
