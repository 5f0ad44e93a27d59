package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.spring.boot.SnowflakeEndpoint;
import io.snowflakeid.spring.boot.SnowflakeHealth;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

/** What an application does not have, or has of its own, is left alone. */
class MonitoringBacksOffTest {

    private static final String METERS = "snowflakeMeters";
    private static final String HEALTH = "snowflakeHealthIndicator";
    private static final String ENDPOINT = "snowflakeEndpoint";
    private static final String WEB_EXTENSION = "snowflakeEndpointWebExtension";

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ours()))
            .withPropertyValues(
                    "snowflake.worker=7",
                    "snowflake.namespace=" + UUID.randomUUID(),
                    "management.endpoints.web.exposure.include=*");

    /** That of health has a name on each line of Boot. */
    private static Class<?>[] ours() {
        ClassLoader loader = MonitoringBacksOffTest.class.getClassLoader();
        return StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, loader).spliterator(), false)
                .filter(name ->
                        name.matches("io\\.snowflakeid\\..*(SnowflakeAuto|NamedGenerators|Monitoring|Health).*"))
                .map(name -> ClassUtils.resolveClassName(name, loader))
                .toArray(Class<?>[]::new);
    }

    @Test
    void allIsThereWhereMicrometerAndActuatorAre() {
        application.run(context -> {
            assertThat(context)
                    .hasNotFailed()
                    .hasBean(METERS)
                    .hasBean(HEALTH)
                    .hasBean(ENDPOINT)
                    .hasBean(WEB_EXTENSION);
        });
    }

    @Test
    void withoutMicrometerThereAreNoMeters() {
        application
                .withClassLoader(new FilteredClassLoader("io.micrometer"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(METERS)
                        .hasBean(HEALTH)
                        .hasBean(ENDPOINT));
    }

    @Test
    void withoutActuatorThereAreMetersAlone() {
        application
                .withClassLoader(
                        new FilteredClassLoader("org.springframework.boot.actuate", "org.springframework.boot.health"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .hasBean(METERS)
                        .doesNotHaveBean(HEALTH)
                        .doesNotHaveBean(ENDPOINT)
                        .doesNotHaveBean(WEB_EXTENSION));
    }

    @Test
    void eachCanBeSwitchedOff() {
        application
                .withPropertyValues("snowflake.meters.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(METERS).hasBean(HEALTH));
        application
                .withPropertyValues("management.health.snowflake.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HEALTH).hasBean(METERS));
        application
                .withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(ENDPOINT).doesNotHaveBean(WEB_EXTENSION));
        application
                .withPropertyValues("snowflake.enabled=false")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(METERS)
                        .doesNotHaveBean(HEALTH)
                        .doesNotHaveBean(ENDPOINT));
    }

    @Test
    void beansOfTheApplicationsOwnTakeTheirPlace() {
        MeterBinder meters = registry -> {};
        application
                .withBean(METERS, MeterBinder.class, () -> meters)
                .withBean(HEALTH, String.class, () -> "my own")
                .withBean(ENDPOINT, String.class, () -> "my own")
                .run(context -> {
                    assertThat(context)
                            .hasNotFailed()
                            .doesNotHaveBean(SnowflakeEndpoint.class)
                            .doesNotHaveBean(WEB_EXTENSION);
                    assertThat(context.getBean(METERS)).isSameAs(meters);
                    assertThat(context.getBean(HEALTH)).isEqualTo("my own");
                });
    }

    @Test
    void idsOfAnotherKindHaveNoStatusToShow() {
        application
                .withBean(IdGenerator.class, () -> CountingIdGenerator.from(1))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(SnowflakeHealth.class)
                        .doesNotHaveBean(METERS)
                        .doesNotHaveBean(HEALTH)
                        .doesNotHaveBean(ENDPOINT));
    }

    @Test
    void noGeneratorTakesTheNameOfTheUnnamedOne() {
        application.withPropertyValues("snowflake.generators.default.worker=3").run(context -> {
            assertThat(context).hasFailed();
            assertThat(context.getStartupFailure())
                    .hasMessageContaining("snowflake.generators.default has the name by which meters, health and the"
                            + " actuator endpoint call the generator of snowflake.layout, snowflake.ledger and so on,"
                            + " which has no name.");
        });
    }
}
