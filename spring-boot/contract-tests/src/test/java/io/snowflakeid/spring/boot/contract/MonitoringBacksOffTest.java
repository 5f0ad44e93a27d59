package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.spring.boot.actuate.SnowflakeEndpoint;
import io.snowflakeid.spring.boot.actuate.SnowflakeHealth;
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
                .filter(name -> name.matches("io\\.snowflakeid\\..*(SnowflakeAuto|Monitoring|Health).*"))
                .map(name -> ClassUtils.resolveClassName(name, loader))
                .toArray(Class<?>[]::new);
    }

    @Test
    void allIsThereWhereMicrometerAndActuatorAre() {
        application.run(context -> {
            assertThat(context).hasNotFailed().hasBean(METERS).hasBean(HEALTH).hasBean(ENDPOINT);
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
                        .doesNotHaveBean(ENDPOINT));
    }

    @Test
    void eachCanBeSwitchedOff() {
        application
                .withPropertyValues("management.health.snowflake.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HEALTH).hasBean(METERS));
        application
                .withPropertyValues("management.endpoints.web.exposure.include=health")
                .run(context -> assertThat(context).doesNotHaveBean(ENDPOINT));
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
                    assertThat(context).hasNotFailed().doesNotHaveBean(SnowflakeEndpoint.class);
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
}
