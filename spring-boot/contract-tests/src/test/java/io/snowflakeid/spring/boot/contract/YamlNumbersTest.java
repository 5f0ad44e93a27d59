package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeNamedGeneratorsAutoConfiguration;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** In YAML, {@code 017} is 15: what decides whether ids are unique is refused unless it is what stands in the file. */
class YamlNumbersTest {

    @TempDir
    private Path directory;

    private String location(String yaml) {
        try {
            Files.writeString(directory.resolve("application.yaml"), yaml);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "spring.config.location=" + directory.toUri();
    }

    private void assertRefused(String yaml, String description) {
        FailureAnalysis failure = FailedStart.of(Plain.class, location(yaml));
        assertThat(failure.getDescription()).startsWith(description + "\n\nWhat is set of snowflake.*:\n\n");
        assertThat(failure.getDescription()).contains("application.yaml] - ");
        assertThat(failure.getAction())
                .isEqualTo(
                        "Write a number with decimal digits alone and no zero in front, and anything else in quotes.");
    }

    @ParameterizedTest
    @CsvSource({
        "017,       15",
        "0x1F,      31",
        "0b11,      3",
        "1_0,       10",
        "1:30,      90",
        "+7,        7",
        "!!int 017, 15",
        "&x 017,    15",
        "off,       false",
        "no,        false",
        "on,        true",
    })
    void theScopeIsWrittenInAnotherForm(String written, String read) {
        String plain = written.replaceAll("^[!&]\\S+ ", "");
        assertRefused(
                """
                # who owns what
                snowflake:
                  layout: GAME_SERVERS
                  ledger:
                    data-source: dataSource
                    scope:   %s   # of this server
                """.formatted(written),
                "snowflake.ledger.scope is written as " + plain + ", but YAML reads that as " + read + ".");
    }

    @Test
    void aWorkerIsWrittenWithAZeroInFront() {
        assertRefused("snowflake.worker: 017", "snowflake.worker is written as 017, but YAML reads that as 15.");
    }

    @Test
    void aDatacenterIsWrittenWithAZeroInFront() {
        assertRefused(
                "snowflake: {layout: TWITTER, worker: 7, datacenter: 010}",
                "snowflake.datacenter is written as 010, but YAML reads that as 8.");
    }

    @Test
    void aNamedGeneratorIsHeldToTheSame() {
        assertRefused("""
                snowflake:
                  worker: 120
                  generators:
                    audit-log:
                      worker: 017
                """, "snowflake.generators.audit-log.worker is written as 017, but YAML reads that as 15.");
        assertRefused(
                """
                snowflake:
                  worker: 120
                ---
                snowflake:
                  generators:
                    auditLog:\r
                      ledger: {data-source: dataSource, scope: off}
                """, "snowflake.generators.auditlog.ledger.scope is written as off, but YAML reads that as false.");
    }

    @Test
    void whatStandsThereAsItIsReadIsTaken() {
        assertThat(workerOf("snowflake: {worker: 121}")).isEqualTo(121);
        assertThat(workerOf("snowflake:\n  worker: \"122\"")).isEqualTo(122);
        assertThat(workerOf("snowflake:\n  worker: 0\n  datacenter: 0")).isEqualTo(0);
        assertThat(workerOf("motto: {big: \"\uD83C\uDFAE\uD83C\uDFAE\", snowflake: 1}\nsnowflake: {worker: 124}"))
                .isEqualTo(124);
        assertThat(workerOf("{motto: \"\uD83C\uDFAE\uD83C\uDFAE\", snowflake: {worker: 125}}"))
                .isEqualTo(125);
    }

    @Test
    void whatIsNotFoundWhereItWasLookedForIsTakenAsItIsRead() {
        assertThat(workerOf("snowflake:\n  worker: &w\n    126")).isEqualTo(126);
        assertThat(workerOf("snowflake:\n  worker: &w # of this server\n    127"))
                .isEqualTo(127);
        assertThat(workerOf("snowflake:\n  worker: !!int \"128\"")).isEqualTo(128);
    }

    @Test
    void whatIsOverriddenIsNoMatter() {
        assertThat(workerOf("snowflake:\n  worker: 017", "--snowflake.worker=123"))
                .isEqualTo(123);
    }

    private long workerOf(String yaml, String... more) {
        String[] args =
                Stream.concat(Stream.of("--" + location(yaml)), Stream.of(more)).toArray(String[]::new);
        try (ConfigurableApplicationContext context = new SpringApplicationBuilder(Plain.class)
                .web(WebApplicationType.NONE)
                .run(args)) {
            return context.getBean(SnowflakeIdGenerator.class).status().worker();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration({SnowflakeAutoConfiguration.class, SnowflakeNamedGeneratorsAutoConfiguration.class})
    static class Plain {}
}
