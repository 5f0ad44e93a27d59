package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Spring Boot itself rejects a setting that there is none of, and names it. */
class UnknownSettingsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "snowflake.legder.scope",
                "snowflake.ledger.user",
                "snowflake.hibernate.column",
                "snowflake.generators.audit.worker",
                "snowflake.account",
            })
    void aNameThatIsNoneOfOursIsRejected(String name) {
        FailureAnalysis failure = FailedStart.of(Plain.class, "snowflake.worker=82", name + "=17");

        assertThat(failure.getDescription())
                .contains(
                        "Property: " + name,
                        "Value: \"17\"",
                        "Origin: \"" + name + "\" from property source \"commandLineArgs\"",
                        "Reason: The elements [" + name + "] were left unbound.");
        assertThat(failure.getAction()).isEqualTo("Update your application's configuration");
    }

    /** It may be meant for another product, such as the data warehouse of the same name, and Spring Boot cannot tell. */
    @Test
    void anEnvironmentVariableThatIsNoneOfOursIsLeftAlone() {
        try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Plain.class)
                .web(WebApplicationType.NONE)
                .properties("snowflake.worker=131")
                .initializers(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("SNOWFLAKE_ACCOUNT", "a", "SNOWFLAKE_MAX_WAIT", "1s"))))
                .run()) {
            assertThat(application.getBean(SnowflakeIdGenerator.class).nextId()).isPositive();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SnowflakeAutoConfiguration.class)
    static class Plain {}
}
