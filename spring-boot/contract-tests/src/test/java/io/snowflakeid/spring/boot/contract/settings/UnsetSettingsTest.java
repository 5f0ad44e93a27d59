package io.snowflakeid.spring.boot.contract.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.json.JsonParserFactory;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** A setting that is empty is not set, as profiles and tests take back what others have set; words count in capitals, too. */
class UnsetSettingsTest {

    @Test
    void everySettingCanBeTakenBack() throws IOException {
        List<String> properties = new ArrayList<>(List.of("snowflake.worker=0", "snowflake.namespace=unset"));
        for (String name : settings()) {
            if (!List.of("snowflake.worker", "snowflake.namespace", "snowflake.generators")
                    .contains(name)) {
                properties.add(name + "=");
            }
        }
        properties.add("snowflake.generators.audit.worker=");
        properties.add("snowflake.generators.audit.ledger.scope=");
        assertThat(properties).hasSizeGreaterThan(25);

        try (RunningApplication application =
                RunningApplication.start(JpaApplication.class, properties.toArray(String[]::new))) {
            SnowflakeIdGenerator ids = application.context().getBean(SnowflakeIdGenerator.class);
            assertThat(ids.layout()).isEqualTo(SnowflakeLayout.DEFAULT);
            assertThat(application.context().getBeansOfType(IdGenerator.class)).hasSize(1);
            // switches are on, and ids are text
            assertThat(application.post("/heroes", "{\"name\":\"Ayla\"}")).startsWith("{\"id\":\"");
        }
    }

    /** All that our jars describe. */
    private static List<String> settings() throws IOException {
        try (InputStream metadata =
                SnowflakeAutoConfiguration.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
            String json = new String(metadata.readAllBytes(), StandardCharsets.UTF_8);
            List<?> described =
                    (List<?>) JsonParserFactory.getJsonParser().parseMap(json).get("properties");
            return described.stream()
                    .map(property -> String.valueOf(((Map<?, ?>) property).get("name")))
                    .toList();
        }
    }

    @Test
    void aLedgerTakesThePlaceOfAFixedWorkerThatIsTakenBack() {
        try (RunningApplication application = RunningApplication.start(
                Nothing.class,
                "snowflake.worker=",
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared")) {
            assertThat(application.context().getBean(JdbcTemplate.class).queryForList("select * from snowflake_worker"))
                    .hasSize(1);
        }
    }

    @Test
    void wordsCountInCapitalsToo() {
        try (RunningApplication application = RunningApplication.start(
                JpaApplication.class,
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=SHARED",
                "snowflake.ledger.create-tables=TRUE",
                "snowflake.layout=twitter",
                "snowflake.clock-policy=Refuse",
                "snowflake.json=ALL_LONGS",
                "snowflake.hibernate.columns=WARN",
                "snowflake.meters.enabled=FALSE")) {
            SnowflakeIdGenerator ids = application.context().getBean(SnowflakeIdGenerator.class);
            assertThat(ids.layout()).isEqualTo(SnowflakeLayout.TWITTER);
            assertThat(ids.status().clockPolicy().toString()).isEqualTo("refuse");
            assertThat(application.context().containsBean("snowflakeMeters")).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"false", "FALSE", "off", "no"})
    void aSwitchIsReadAsSpringBootReadsIt(String off) {
        try (RunningApplication application = RunningApplication.start(Nothing.class, "snowflake.enabled=" + off)) {
            assertThat(application.context().getBeansOfType(IdGenerator.class)).isEmpty();
        }
    }

    // ---- what is said to Hibernate itself

    @Test
    void settingsOfHibernateAloneAreEnough() {
        try (RunningApplication application = RunningApplication.start(
                JpaApplication.class,
                "spring.jpa.properties.hibernate.snowflake.worker=5",
                "spring.jpa.properties.hibernate.snowflake.namespace=hibernate-alone")) {
            assertThat(workerOf(application.post("/heroes", "{\"name\":\"Ayla\"}")))
                    .isEqualTo(5);
            assertThat(application.context().getBeansOfType(IdGenerator.class)).isEmpty();
        }
    }

    @Test
    void settingsOfHibernateGoFirst() {
        try (RunningApplication application = RunningApplication.start(
                JpaApplication.class,
                "snowflake.worker=3",
                "snowflake.namespace=hibernate-first",
                "spring.jpa.properties.hibernate.snowflake.worker=5",
                "spring.jpa.properties.hibernate.snowflake.namespace=hibernate-first")) {
            assertThat(workerOf(application.post("/heroes", "{\"name\":\"Ayla\"}")))
                    .isEqualTo(5);
            assertThat(application
                            .context()
                            .getBean(SnowflakeIdGenerator.class)
                            .status()
                            .worker())
                    .isEqualTo(3);
        }
    }

    @Test
    void anEmptySettingOfHibernateLeavesTheWordToTheStarter() {
        String hibernate = "spring.jpa.properties.hibernate.snowflake.";
        for (String empty : List.of("worker=", "ledger=", "generator=", "auto=", "columns=", "namespace=")) {
            try (RunningApplication application = RunningApplication.start(
                    JpaApplication.class, "snowflake.worker=3", "snowflake.namespace=empty", hibernate + empty)) {
                assertThat(workerOf(application.post("/heroes", "{\"name\":\"Ayla\"}")))
                        .isEqualTo(3);
            }
        }
    }

    private static long workerOf(String hero) {
        long id = Long.parseLong(hero.replaceAll("\\D", ""));
        return SnowflakeLayout.DEFAULT.decode(id).worker();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Nothing {}
}
