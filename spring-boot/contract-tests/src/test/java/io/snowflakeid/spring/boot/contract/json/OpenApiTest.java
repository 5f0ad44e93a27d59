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

/** Compares the schemas of springdoc-openapi with the JSON. */
class OpenApiTest {

    private static final long ID = 2123748188476166151L;

    @ParameterizedTest
    @CsvSource({
        "annotated, openapi_3_0",
        "annotated, openapi_3_1",
        "annotated-and-warn, openapi_3_1",
        "all-longs, openapi_3_0",
        "all-longs, openapi_3_1",
    })
    void aSchemaSaysOfEachPropertyWhatIsWritten(String json, String version) {
        try (RunningApplication application = RunningApplication.start(
                Described.class, "snowflake.json=" + json, "springdoc.api-docs.version=" + version)) {
            Map<String, Object> schemas = at(read(application.get("/v3/api-docs")), "components", "schemas");

            assertSays(schemas, schemas.get("View"), read(application.get("/views/7?friend=8&page=1")));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snowflake.json=off", "snowflake.enabled=false"})
    void switchedOffSchemasStayAsTheyAre(String setting) {
        try (RunningApplication application = RunningApplication.start(Described.class, setting)) {
            Map<String, Object> schemas = at(read(application.get("/v3/api-docs")), "components", "schemas");

            assertSays(schemas, at(schemas, "View", "properties").get("marked"), ID);
        }
    }

    @Test
    void parametersAndWhatIsOnlyReadAreTextIfTheyAreMarked() {
        try (RunningApplication application = RunningApplication.start(Described.class)) {
            Map<String, Object> document = read(application.get("/v3/api-docs"));

            Map<String, Object> schemas = at(document, "components", "schemas");
            Map<String, Object> sent = Map.of("id", "7", "friend", List.of("8"), "page", 1);

            List<?> parameters =
                    (List<?>) at(document, "paths", "/views/{id}", "get").get("parameters");
            assertThat(parameters).hasSize(3).allSatisfy(parameter -> {
                Map<String, Object> described = map(parameter);
                assertSays(schemas, described.get("schema"), sent.get(described.get("name")));
            });
            Map<String, Object> order = at(schemas, "Order", "properties");
            assertSays(schemas, order.get("hero"), "17");
            assertSays(schemas, order.get("count"), 3);
            assertThat(map(order.get("hero")))
                    .containsEntry("description", "who orders")
                    .containsEntry("example", "17")
                    .containsEntry("pattern", "^-?(0|[1-9][0-9]{0,18})$");
        }
    }

    /** Compares a value with a schema and the referenced schemas. */
    private static void assertSays(Map<String, Object> schemas, @Nullable Object schema, @Nullable Object value) {
        Map<String, Object> says = map(schema);
        if (says.get("$ref") instanceof String reference) {
            assertSays(schemas, schemas.get(reference.replaceFirst(".*/", "")), value);
            return;
        }
        Object type = says.get("type");
        switch (String.valueOf(type instanceof List<?> several ? several.get(0) : type)) {
            case "integer", "number" -> assertThat(value).as("%s", says).isInstanceOf(Number.class);
            case "string" -> assertThat(value).as("%s", says).isInstanceOf(String.class);
            case "array" ->
                assertThat((List<?>) value)
                        .isNotEmpty()
                        .allSatisfy(element -> assertSays(schemas, says.get("items"), element));
            default -> assertSaysOfEach(schemas, says, map(value));
        }
    }

    /** An object has properties; a map has values of one type. */
    private static void assertSaysOfEach(
            Map<String, Object> schemas, Map<String, Object> says, Map<String, Object> value) {
        Map<String, Object> properties = map(says.get("properties"));
        if (properties == null) {
            assertThat(value.values())
                    .isNotEmpty()
                    .allSatisfy(each -> assertSays(schemas, says.get("additionalProperties"), each));
        } else {
            assertThat(value).containsOnlyKeys(properties.keySet());
            value.forEach((name, each) -> assertSays(schemas, properties.get(name), each));
        }
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

    /** Ids in all forms, with and without a mark. */
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

    /** Inherits an id that MyBatis-Plus assigns. */
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

    /** Is only read. */
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
