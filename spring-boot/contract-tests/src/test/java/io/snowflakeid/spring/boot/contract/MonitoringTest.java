package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.yaml.snakeyaml.Yaml;

/** The actuator over HTTP, with and without ids. */
class MonitoringTest {

    /** Has a second generator, mails. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Watched {

        @Bean(defaultCandidate = false)
        SnowflakeIdGenerator mails() {
            return SnowflakeIdGenerator.on(
                    FixedWorkerLedger.of(SnowflakeLayout.KUBERNETES, 3).inNamespace("mails-" + UUID.randomUUID()));
        }
    }

    private static RunningApplication application;

    private static RunningApplication watched(String... settings) {
        Stream<String> all = Stream.concat(
                Stream.of(
                        "snowflake.ledger.data-source=dataSource",
                        "snowflake.ledger.scope=shared",
                        "spring.config.import=classpath:operations/monitoring.properties"),
                Arrays.stream(settings));
        return RunningApplication.start(Watched.class, all.toArray(String[]::new));
    }

    @BeforeAll
    static void start() {
        application = watched();
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    private static SnowflakeIdGenerator ids(RunningApplication of) {
        return of.bean(SnowflakeIdGenerator.class);
    }

    private final SnowflakeIdGenerator ids = ids(application);
    private final long issuedBefore = ids.issued();

    /** A part of a reply, parsed as YAML, which includes JSON. */
    private static Object part(HttpResponse<String> answer, String... path) {
        Object part = new Yaml().load(answer.body());
        for (String step : path) {
            part = ((Map<?, ?>) part).get(step);
        }
        return part;
    }

    @Test
    void healthIsUpAndSaysWhereIdsComeFrom() throws Exception {
        HttpResponse<String> health = application.askActuator("health");

        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(part(health, "components", "snowflake", "status")).isEqualTo("UP");
        assertThat(part(health, "components", "snowflake", "details", "default"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("layout", SnowflakeLayout.DEFAULT.spec())
                .containsEntry("datacenter", 0)
                .containsEntry("worker", (int) ids.status().worker())
                .containsKeys("windowUntil", "ahead")
                .doesNotContainKeys("reason", "warnings", "endsSoon");
        assertThat(part(health, "components", "snowflake", "details", "mails", "worker"))
                .isEqualTo(3);
        assertThat(ids.issued()).isEqualTo(issuedBefore);
    }

    /** OperationsPageTest checks the content. */
    @Test
    void theEndpointShowsEveryGeneratorAndMakesNoId() throws Exception {
        HttpResponse<String> all = application.askActuator("snowflake");

        assertThat(all.statusCode()).isEqualTo(200);
        assertThat(part(all, "generators", "default", "online")).isEqualTo(true);
        assertThat(part(all, "generators", "default", "issued")).isEqualTo((int) issuedBefore);
        assertThat(part(all, "generators", "mails", "worker")).isEqualTo(3);
        assertThat(part(all, "generators", "mails", "layout", "spec")).isEqualTo(SnowflakeLayout.KUBERNETES.spec());
        assertThat(ids.issued()).isEqualTo(issuedBefore);
    }

    @Test
    @Timeout(60)
    void metersAreBoundThoughTheGeneratorIsThereBeforeTheRegistry() throws Exception {
        ids.nextId();

        HttpResponse<String> scrape = application.askActuator("prometheus");
        assertThat(scrape.body())
                .contains("snowflake_issued_ids_total{generator=\"default\"} " + (issuedBefore + 1) + ".0")
                .contains("snowflake_borrowed_ticks_total{generator=\"default\"} ")
                .contains("snowflake_borrowed_ticks_total{generator=\"mails\"} ")
                .contains("snowflake_lease_acquisitions_total{generator=\"default\"} 1.0")
                .contains("snowflake_online{generator=\"mails\"} 1.0")
                .contains("snowflake_workers_limit{generator=\"default\"} 1024.0")
                .doesNotContain("snowflake_lease_acquisitions_total{generator=\"mails\"}")
                .doesNotContain("snowflake_workers_limit{generator=\"mails\"}");
        while (!scrape.body().contains("snowflake_workers_held{generator=\"default\"} 1.0")) {
            TimeUnit.MILLISECONDS.sleep(50);
            scrape = application.askActuator("prometheus");
        }
        assertThat(part(application.askActuator("metrics/snowflake.issued?tag=generator:default"), "baseUnit"))
                .isEqualTo("ids");
    }

    /** The management server has a child context, which opens no generator. */
    @Test
    void onAPortOfItsOwnHealthIsDownWhenIdsHaveEndedAndReadinessIfToldSoWhichIsNoneToRestart() throws Exception {
        try (RunningApplication other = watched(
                "management.server.port=0",
                "spring.config.import=classpath:operations/monitoring.properties,"
                        + "classpath:operations/readiness.properties")) {
            assertThat(part(other.askActuator("snowflake"), "generators"))
                    .asInstanceOf(InstanceOfAssertFactories.MAP)
                    .containsOnlyKeys("default", "mails");
            assertThat(other.bean(JdbcTemplate.class).queryForList("select worker from snowflake_worker", Long.class))
                    .hasSize(1);
            assertThat(other.askActuator("health/readiness").statusCode()).isEqualTo(200);

            ids(other).close();

            HttpResponse<String> health = other.askActuator("health");
            assertThat(health.statusCode()).isEqualTo(503);
            assertThat(part(health, "components", "snowflake", "details", "default", "reason"))
                    .isEqualTo(
                            "the generator is closed: the application is stopping, or code has closed the generator");
            assertThat(List.of(other.askActuator("health/readiness"), other.askActuator("health/liveness")))
                    .extracting(HttpResponse::statusCode)
                    .containsExactly(503, 200);
            assertThat(other.askActuator("prometheus").body()).contains("snowflake_online{generator=\"default\"} 0.0");
        }
    }
}
