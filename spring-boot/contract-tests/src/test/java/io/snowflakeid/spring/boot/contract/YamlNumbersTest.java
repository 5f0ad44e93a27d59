package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
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

/** In YAML, {@code 017} is 15, the number of another server: rejected where it decides whether ids are unique. */
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

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    snowflake.worker: 017;                                                      worker;       017;  15
                    snowflake: {layout: TWITTER, worker: 7, datacenter: 010};                   datacenter;   010;  8
                    snowflake.ledger: {data-source: dataSource, scope:   0021   };              ledger.scope; 0021; 17
                    {motto: "\uD83C\uDFAE", snowflake: {worker: 0_7}};                            worker;       0_7;  7
                    """)
    void aNumberIsWrittenWithAZeroInFront(String yaml, String setting, String written, String read) {
        FailureAnalysis failure = FailedStart.of(Plain.class, location(yaml));
        assertThat(failure.getDescription())
                .startsWith("snowflake." + setting + " is written as " + written + ", but YAML reads that as " + read
                        + ".\n\nWhat is set of snowflake.*:\n\n")
                .contains("application.yaml] - ");
        assertThat(failure.getAction()).isEqualTo("Write the number without a zero in front.");
    }

    @Test
    void whatStandsThereAsItIsReadIsTaken() {
        assertThat(workerOf("snowflake: {worker: 121}")).isEqualTo(121);
        assertThat(workerOf("snowflake:\n  worker: \"0122\"")).isEqualTo(122);
        assertThat(workerOf("snowflake:\n  worker: 0\n  datacenter: 0")).isEqualTo(0);
        assertThat(workerOf("{motto: \"\uD83C\uDFAE0\", snowflake: {worker: 125}}"))
                .isEqualTo(125);
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
    @ImportAutoConfiguration(SnowflakeAutoConfiguration.class)
    static class Plain {}
}
