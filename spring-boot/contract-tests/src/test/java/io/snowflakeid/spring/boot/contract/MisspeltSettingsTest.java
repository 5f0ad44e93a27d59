package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** A name directly below {@code snowflake} may be another product's: one that is nearly ours is told, and not refused. */
@ExtendWith(OutputCaptureExtension.class)
class MisspeltSettingsTest {

    private static final String WARNING = "there are no such settings, so these have no effect";

    private static void start(Map<String, Object> variables, String... properties) {
        new SpringApplicationBuilder(Plain.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .initializers(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables)))
                .run()
                .close();
    }

    @Test
    void oneWarningNamesAllOfThem(CapturedOutput output) {
        start(
                Map.of("SNOWFLAKE_WORKR", "geheim3"),
                "snowflake.worker=130",
                "snowflake.lay-uot=geheim1",
                "snowflake.legder.scope=geheim2");

        assertThat(output)
                .containsOnlyOnce(WARNING)
                .contains(WARNING
                        + ": snowflake.lay-uot (\"snowflake.lay-uot\" from property source \"defaultProperties\"), did you"
                        + " mean snowflake.layout? snowflake.legder.scope (\"snowflake.legder.scope\" from property source"
                        + " \"defaultProperties\"), did you mean snowflake.ledger.scope? snowflake.workr (\"SNOWFLAKE_WORKR\""
                        + " from property source \"systemEnvironment\"), did you mean snowflake.worker? Correct the names, or leave"
                        + " them alone if they are another product's.")
                .doesNotContain("geheim");
    }

    @Test
    void whatIsKnownOrAnotherProductsIsNoSlip(CapturedOutput output) {
        start(
                Map.of("SNOWFLAKE_MAX_WAIT", "1s", "SNOWFLAKE_USER", "u"),
                "snowflake.worker=131",
                "snowflake.lay-out=DEFAULT",
                "snowflake.role=r",
                "snowflake.account=a");

        assertThat(output).contains("Started").doesNotContain(WARNING);
    }

    /** As one that decrypts what it reads. */
    @Test
    void aValueThatCannotBeReadIsNoReasonNotToStart(CapturedOutput output) {
        MapPropertySource locked = new MapPropertySource("locked", Map.of("snowflake.legder.scope", "geheim")) {
            @Override
            public Object getProperty(String name) {
                if (name.startsWith("snowflake.legder")) {
                    throw new IllegalStateException("there is no key for " + name);
                }
                return super.getProperty(name);
            }
        };
        new SpringApplicationBuilder(Plain.class)
                .web(WebApplicationType.NONE)
                .properties("snowflake.worker=132")
                .initializers(
                        context -> context.getEnvironment().getPropertySources().addFirst(locked))
                .run()
                .close();

        assertThat(output).contains(WARNING + ": snowflake.legder.scope, did you mean snowflake.ledger.scope?");
    }

    @Test
    void aStartThatFailsShowsThemWithoutTheirValues() {
        FailureAnalysis failure = FailedStart.of(
                Plain.class,
                "snowflake.ledger.data-source=dataSource",
                "snowflake.legder.scope=geheim",
                "snowflake.ledger.urll=geheim",
                "snowflake.warehouse=geheim");
        assertThat(failure.getDescription())
                .startsWith("There is no setting snowflake.ledger.urll.")
                .contains(
                        "    snowflake.legder.scope  (\"snowflake.legder.scope\" from property source \"commandLineArgs\") is no"
                                + " setting: did you mean snowflake.ledger.scope?",
                        "is no setting: did you mean snowflake.ledger.url?")
                .doesNotContain("geheim", "warehouse");
    }

    @Configuration(proxyBeanMethods = false)
    @ImportAutoConfiguration(SnowflakeAutoConfiguration.class)
    static class Plain {}
}
