package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** How Spring Boot reads {@code snowflake.*}. */
class SettingsTest {

    @TempDir
    private Path directory;

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SnowflakeAutoConfiguration.class)
    static class Plain {}

    private static SpringApplicationBuilder plain() {
        return new SpringApplicationBuilder(Plain.class).web(WebApplicationType.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"snowflake.legder.scope", "snowflake.hibernate.column", "snowflake.account"})
    void aNameThatIsNoneOfOursIsRejected(String name) {
        FailureAnalysis failure = FailedStart.of(Plain.class, "snowflake.worker=82", name + "=17");

        assertThat(failure.getDescription())
                .contains("Property: " + name, "Reason: The elements [" + name + "] were left unbound.");
    }

    /** An unknown variable may belong to another product, such as the data warehouse of the same name. */
    @Test
    void anEnvironmentVariableThatIsNoneOfOursIsLeftAlone() {
        Map<String, Object> variables = Map.of("SNOWFLAKE_ACCOUNT", "a", "SNOWFLAKE_CLOCK_POLICY", "refuse");
        try (ConfigurableApplicationContext application = plain().properties("snowflake.worker=131")
                .initializers(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables)))
                .run()) {
            assertThat(application.getBean(SnowflakeIdGenerator.class).status().clockPolicy())
                    .hasToString("refuse");
        }
    }

    /** Profiles and tests unset settings by an empty value; a duration or a switch is unset by its default. */
    @Test
    void everyTextCanBeTakenBack() {
        String texts = "layout epoch datacenter file clock-policy ledger.data-source ledger.url ledger.username"
                + " ledger.password ledger.worker-ledger ledger.scope";
        String[] settings = Stream.of(texts.split(" "))
                .map(text -> "--snowflake." + text + "=")
                .toArray(String[]::new);
        try (ConfigurableApplicationContext application = plain().properties(
                        "snowflake.worker=0", "snowflake.namespace=unset")
                .run(settings)) {
            assertThat(application.getBean(SnowflakeIdGenerator.class).layout()).isEqualTo(SnowflakeLayout.DEFAULT);
        }
    }

    @Test
    void theNumberOfALedgerMayComeFromASource() {
        try (ConfigurableApplicationContext application = plain().properties(
                        "snowflake.layout=GAME_SERVERS", "snowflake.ledger.username=sa")
                .run(
                        "--snowflake.ledger.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1",
                        "--snowflake.ledger.scope=sysprop:java.specification.version")) {
            assertThat(application.getBean(SnowflakeIdGenerator.class).status().datacenter())
                    .isEqualTo(Runtime.version().feature());
        }
    }

    // ---- in YAML, 017 is 15, the number of another server

    private String yaml(String yaml) throws IOException {
        Files.writeString(directory.resolve("application.yaml"), yaml);
        return "spring.config.location=" + directory.toUri();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    snowflake.worker: 017;                                                      worker;       017;  15
                    snowflake: {layout: TWITTER, worker: 7, datacenter: 010};                   datacenter;   010;  8
                    {motto: "\uD83C\uDFAE", snowflake: {worker: 0_7}};                            worker;       0_7;  7
                    """)
    void aNumberInYamlIsWrittenWithAZeroInFront(String yaml, String setting, String written, String read)
            throws IOException {
        FailureAnalysis failure = FailedStart.of(Plain.class, yaml(yaml));

        assertThat(failure.getDescription())
                .startsWith("snowflake." + setting + " is written as " + written + ", but YAML reads that as " + read
                        + ".\n\nSettings of snowflake.*:\n\n")
                .contains("application.yaml] - ");
        assertThat(failure.getAction()).isEqualTo("Write the number without a leading zero.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
                    snowflake: {worker: "0122"};                     ;                       122
                    snowflake: {worker: 0, datacenter: 0};           ;                       0
                    snowflake: {worker: 017};                        --snowflake.worker=123; 123
                    {game.server: 017, snowflake: {worker: "${game.server}"}}; ;             15
                    """)
    void whatStandsInYamlAsItIsReadOrInAPlaceholderIsTaken(String yaml, String overriding, long worker)
            throws IOException {
        String[] args = Stream.of("--" + yaml(yaml), overriding)
                .filter(Objects::nonNull)
                .toArray(String[]::new);
        try (ConfigurableApplicationContext context = plain().run(args)) {
            assertThat(context.getBean(SnowflakeIdGenerator.class).status().worker())
                    .isEqualTo(worker);
        }
    }
}
