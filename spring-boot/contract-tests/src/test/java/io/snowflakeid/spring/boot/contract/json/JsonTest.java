package io.snowflakeid.spring.boot.contract.json;

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
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.HttpClientErrorException;

/** Ids in JSON and in addresses. JSON columns of Hibernate are not affected. */
@ExtendWith(OutputCaptureExtension.class)
class JsonTest {

    private static final long ID = 2123748188476166151L;

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    snowflake.json=annotated; {"marked":"7","unmarked":8}
                    snowflake.json=all-longs; {"marked":"7","unmarked":"8"}
                    snowflake.json=off;       {"marked":7,"unmarked":8}
                    snowflake.enabled=false;  {"marked":7,"unmarked":8}
                    """)
    void theSettingSaysWhichLongsAreText(String setting, String json) {
        try (RunningApplication application = RunningApplication.start(JsonApplication.class, setting)) {
            assertThat(application.get("/view")).isEqualTo(json);
            assertThat(stored(application)).contains(":" + ID + "}");
            if (setting.endsWith("annotated")) {
                assertIdsInAddressesAreReadFromTheirDigits(application);
            }
        }
    }

    @Test
    void inDevelopmentAPropertyWithAnUnsafeNumberIsLogged(CapturedOutput output) {
        try (RunningApplication application =
                RunningApplication.start(JsonApplication.class, "snowflake.json=annotated-and-warn")) {
            String warning = View.class.getName() + ".unmarked() is written to JSON as the number " + ID;

            assertThat(application.get("/view?unmarked=" + ID)).isEqualTo("{\"marked\":\"7\",\"unmarked\":" + ID + "}");
            application.get("/view?unmarked=" + ID);
            assertThat(output.toString().split(Pattern.quote(warning), -1)).hasSize(2);
        }
    }

    private static String stored(RunningApplication application) {
        EntityManagerFactory factory = application.context().getBean(EntityManagerFactory.class);
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

    record View(@SnowflakeRef long marked, long unmarked) {}

    public record Load(@SnowflakeRef long itemId) {}

    @Entity(name = "Mount")
    public static class Mount {
        @Id
        Long id = 1L;

        @JdbcTypeCode(SqlTypes.JSON)
        Load load = new Load(ID);
    }

    @RestController
    static class ViewController {

        @GetMapping("/view")
        View view(@RequestParam(name = "unmarked", defaultValue = "8") long unmarked) {
            return new View(7, unmarked);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import({HeroAddresses.class, ViewController.class})
    static class JsonApplication {

        @Bean
        IdGenerator ids() {
            return CountingIdGenerator.from(1);
        }
    }
}
