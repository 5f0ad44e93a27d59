package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.spring.boot.HibernateSettings;
import io.snowflakeid.spring.boot.actuate.SnowflakeHealth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.ClassUtils;

/** The application's own beans have precedence, and frameworks that it does not use may be absent. */
@ExtendWith(OutputCaptureExtension.class)
class BackOffTest {

    private static final List<String> BEANS = List.of(
            "snowflakeIdGenerator",
            "snowflakeHibernateSettings",
            "snowflakeInterceptor",
            "snowflakeMeters",
            "snowflakeHealthIndicator",
            "snowflakeEndpoint");

    private final List<String> made = new ArrayList<>();
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ours()))
            .withPropertyValues("management.endpoints.web.exposure.include=*");

    /** The health indicator has another class in each Boot version. */
    private static Class<?>[] ours() {
        ClassLoader loader = BackOffTest.class.getClassLoader();
        return StreamSupport.stream(
                        ImportCandidates.load(AutoConfiguration.class, loader).spliterator(), false)
                .filter(name -> name.matches(
                        "io\\.snowflakeid\\..*(SnowflakeAuto|HibernateSettings|MyBatis|Monitoring|Health).*"))
                .map(name -> ClassUtils.resolveClassName(name, loader))
                .toArray(Class<?>[]::new);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    none                     | none
                    io.micrometer            | snowflakeMeters
                    org.springframework.boot.actuate org.springframework.boot.health | snowflakeHealthIndicator snowflakeEndpoint
                    org.hibernate            | snowflakeHibernateSettings
                    org.apache.ibatis        | snowflakeInterceptor
                    """)
    void whatTheApplicationDoesNotHaveIsNotMissed(String packages, String missing) {
        runner.withClassLoader(new FilteredClassLoader(packages.split(" ")))
                .withPropertyValues("snowflake.worker=7")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(BEANS)
                            .allSatisfy(bean -> assertThat(context.containsBean(bean))
                                    .as(bean)
                                    .isEqualTo(!missing.contains(bean)));
                });
    }

    @Test
    void switchedOffThereIsNothing() {
        runner.withPropertyValues("snowflake.enabled=false", "snowflake.worker=1")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(BEANS).noneMatch(context::containsBean);
                });
    }

    private <T> T made(String bean, T object) {
        made.add(bean);
        return object;
    }

    /** Spring knows no dependency between the two. */
    @Test
    void anIdGeneratorOfTheApplicationIsMadeFirstTakenForAllAndHasNoStatusToShow() {
        IdGenerator own = CountingIdGenerator.from(1001);
        runner.withBean("another", String.class, () -> made("another", ""))
                .withBean("ids", IdGenerator.class, () -> made("ids", own))
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(IdGenerator.class);
                    assertThat(made).containsExactly("ids", "another");
                    assertThat(hibernateSettings(context.getBean(HibernateSettings.class), Map.of()))
                            .containsEntry("hibernate.snowflake.generator", own);
                    assertThat(BEANS.stream().filter(context::containsBean))
                            .containsExactly("snowflakeHibernateSettings", "snowflakeInterceptor");
                });
    }

    @Test
    void ofSeveralLedgersOneMustBeChosen() {
        WorkerLedger ledger = FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 80);
        runner.withBean("one", WorkerLedger.class, () -> ledger)
                .withBean("other", WorkerLedger.class, () -> ledger)
                .run(context -> assertThat(context)
                        .getFailure()
                        .rootCause()
                        .hasMessage("snowflake.ledger.worker-ledger is missing, and there are several beans of type"
                                + " io.snowflakeid.WorkerLedger: [one, other]; set it to one of them"));
    }

    @Test
    void aSourceOfNumbersWithoutALayoutIsAGeneratorOfHibernateByItsName() {
        IdGenerator counting = CountingIdGenerator.from(1);
        IdSource invoices = new IdSource() {
            @Override
            public long nextId() {
                return counting.nextId();
            }

            @Override
            public IdBatch reserve(int count) {
                return counting.reserve(count);
            }
        };
        runner.withPropertyValues("snowflake.worker=93")
                .withBean("invoices", IdSource.class, () -> invoices)
                .run(context -> assertThat(hibernateSettings(context.getBean(HibernateSettings.class), Map.of()))
                        .containsEntry("hibernate.snowflake.generator.invoices", invoices)
                        .containsEntry("hibernate.snowflake.generator", context.getBean(IdGenerator.class)));
    }

    private static Map<String, Object> hibernateSettings(HibernateSettings added, Map<String, Object> there) {
        Map<String, Object> settings = new HashMap<>(there);
        added.addTo(settings);
        return settings;
    }

    @Test
    void anApplicationThatIsLazyAsAWholeStillHasItsLeaseAndIsToldOfSettingsWithoutEffect(CapturedOutput output) {
        FixedWorkerLedger ledger =
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 2).inNamespace("own");
        runner.withBean("ids", SnowflakeIdGenerator.class, () -> made("ids", SnowflakeIdGenerator.on(ledger)))
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withPropertyValues("snowflake.worker=118")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(made).containsExactly("ids");
                    assertThat(context.getBean(SnowflakeHealth.class).check().details())
                            .containsOnlyKeys("default");
                    assertThat(output)
                            .contains(
                                    "snowflake.* describes a generator, but it is not created, as the application defines its own: [ids]");
                });
    }

    @Test
    void beansOfTheApplicationsOwnTakeThePlaceOfOurs() {
        MeterBinder meters = registry -> {};
        runner.withPropertyValues("snowflake.worker=7")
                .withBean("snowflakeMeters", MeterBinder.class, () -> meters)
                .withBean("snowflakeHealthIndicator", String.class, () -> "my own")
                .withBean("snowflakeEndpoint", String.class, () -> "my own")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean("snowflakeMeters")).isSameAs(meters);
                    assertThat(context.getBean("snowflakeHealthIndicator")).isEqualTo("my own");
                    assertThat(context.getBean("snowflakeEndpoint")).isEqualTo("my own");
                });
    }

    @Test
    void whatHibernateIsToldAlreadyStays() {
        runner.withPropertyValues("snowflake.worker=92", "snowflake.hibernate.auto=true")
                .run(context -> assertThat(hibernateSettings(
                                context.getBean(HibernateSettings.class),
                                Map.of(
                                        "hibernate.snowflake.worker", "3",
                                        "hibernate.snowflake.ledger", "",
                                        "hibernate.snowflake.columns", "off")))
                        .containsEntry("hibernate.snowflake.worker", "3")
                        .containsEntry("hibernate.snowflake.columns", "off")
                        .containsEntry("hibernate.snowflake.auto", "true")
                        .doesNotContainKeys("hibernate.snowflake.ledger", "hibernate.snowflake.generator"));
    }
}
