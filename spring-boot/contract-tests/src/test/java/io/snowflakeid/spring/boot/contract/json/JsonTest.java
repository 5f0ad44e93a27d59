package io.snowflakeid.spring.boot.contract.json;

import static io.snowflakeid.spring.boot.contract.json.Views.ID;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeRef;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.hibernate.annotations.JdbcTypeCode;
import org.hibernate.type.SqlTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.client.HttpClientErrorException;

/** Ids in JSON, in its OpenAPI schemas and in addresses. JSON columns of Hibernate are not affected. */
@ExtendWith(OutputCaptureExtension.class)
class JsonTest {

    private static final String VIEW = "/views/7?friend=8&page=1";

    @Test
    void byDefaultMarkedLongsAreTextInJsonAndInItsSchemas() {
        try (RunningApplication application = RunningApplication.start(JsonApplication.class)) {
            assertThat(application.get(VIEW)).contains("\"marked\":\"7\"", "\"unmarked\":" + ID + ",");
            assertIdsInAddressesAreReadFromTheirDigits(application);
            assertSchemasSayWhatIsWritten(application);
            assertParametersAndWhatIsOnlyReadAreTextIfTheyAreMarked(OpenApiDocument.of(application));
        }
    }

    @Test
    void allLongsAreText() {
        try (RunningApplication application = RunningApplication.start(
                JsonApplication.class,
                RunningApplication.WITH_JPA,
                "snowflake.json=all-longs",
                "springdoc.api-docs.version=openapi_3_1")) {
            assertThat(application.get(VIEW)).contains("\"marked\":\"7\"", "\"unmarked\":\"" + ID + "\"");
            assertThat(stored(application)).contains(":" + ID + "}");
            assertSchemasSayWhatIsWritten(application);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"snowflake.json=off", "snowflake.enabled=false"})
    void switchedOffIdsAreNumbers(String setting) {
        try (RunningApplication application = RunningApplication.start(JsonApplication.class, setting)) {
            assertThat(application.get(VIEW)).contains("\"marked\":7,", "\"unmarked\":" + ID + ",");
            OpenApiDocument document = OpenApiDocument.of(application);
            document.assertSays(document.properties("View").get("marked"), ID);
        }
    }

    @Test
    void inDevelopmentAPropertyWithAnUnsafeNumberIsLogged(CapturedOutput output) {
        try (RunningApplication application = RunningApplication.start(
                JsonApplication.class, "snowflake.json=annotated-and-warn", "springdoc.api-docs.version=openapi_3_0")) {
            String warning = Views.View.class.getName() + ".unmarked() is written to JSON as the number " + ID;

            assertThat(application.get(VIEW)).contains("\"marked\":\"7\"", "\"unmarked\":" + ID + ",");
            application.get(VIEW);
            assertThat(output.toString().split(Pattern.quote(warning), -1)).hasSize(2);
            assertSchemasSayWhatIsWritten(application);
        }
    }

    private static void assertSchemasSayWhatIsWritten(RunningApplication application) {
        OpenApiDocument document = OpenApiDocument.of(application);
        document.assertSays(document.schemas().get("View"), OpenApiDocument.read(application.get(VIEW)));
    }

    private static void assertParametersAndWhatIsOnlyReadAreTextIfTheyAreMarked(OpenApiDocument document) {
        Map<String, Object> sent = Map.of("id", "7", "friend", List.of("8"), "page", 1);
        List<?> parameters = (List<?>) OpenApiDocument.at(document.document(), "paths", "/views/{id}", "get")
                .get("parameters");
        assertThat(parameters).hasSize(3).allSatisfy(parameter -> {
            Map<String, Object> described = OpenApiDocument.map(parameter);
            document.assertSays(described.get("schema"), sent.get(described.get("name")));
        });
        Map<String, Object> order = document.properties("Order");
        document.assertSays(order.get("hero"), "17");
        document.assertSays(order.get("count"), 3);
        assertThat(OpenApiDocument.map(order.get("hero")))
                .containsEntry("description", "who orders")
                .containsEntry("example", "17")
                .containsEntry("pattern", "^-?(0|[1-9][0-9]{0,18})$");
    }

    private static String stored(RunningApplication application) {
        EntityManagerFactory factory = application.bean(EntityManagerFactory.class);
        try (EntityManager entities = factory.createEntityManager()) {
            entities.getTransaction().begin();
            entities.persist(new Mount());
            entities.getTransaction().commit();
            return (String) entities.createNativeQuery("select cast(load as varchar) from Mount", String.class)
                    .getSingleResult();
        }
    }

    /** Values that Spring reads or rejects, and the reading of another text form. */
    private static void assertIdsInAddressesAreReadFromTheirDigits(RunningApplication application) {
        Map.of("" + ID, "" + ID, "-7", "-7", "007", "7", "+7", "7", " 7", "7", "0x1F", "31")
                .forEach((text, id) -> {
                    assertThat(application.get("/heroes/" + text)).isEqualTo("{\"id\":\"" + id + "\"}");
                    assertThat(application.get("/heroes?id=" + text)).isEqualTo("{\"id\":\"" + id + "\"}");
                });
        assertThat(application.get("/h/2Wsmvoh3qdj")).isEqualTo("{\"id\":\"" + ID + "\"}");
        for (String address : List.of("/heroes/", "/heroes?id=")) {
            List.of("12a", "7.0", "1e3", "9223372036854775808", "2Wsmvoh3qdj")
                    .forEach(text -> assertRefused(application, address + text));
        }
        List.of("/heroes?id=", "/heroes", "/h/02Wsmvoh3qdj", "/h/2Wsmvoh-qdj", "/h/2Wsmvoh3qdjj")
                .forEach(address -> assertRefused(application, address));
    }

    private static void assertRefused(RunningApplication application, String address) {
        assertThatThrownBy(() -> application.get(address))
                .as(address)
                .isInstanceOf(HttpClientErrorException.BadRequest.class);
    }

    public record Load(@SnowflakeRef long itemId) {}

    @Entity(name = "Mount")
    public static class Mount {
        @Id
        Long id = 1L;

        @JdbcTypeCode(SqlTypes.JSON)
        Load load = new Load(ID);
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({HeroAddresses.class, Views.class})
    static class JsonApplication {

        @Bean
        IdGenerator countingIds() {
            return CountingIdGenerator.from(1001);
        }
    }
}
