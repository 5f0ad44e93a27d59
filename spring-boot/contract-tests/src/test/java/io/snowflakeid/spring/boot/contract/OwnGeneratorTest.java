package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.spring.boot.HibernateSettings;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeHealth;
import io.snowflakeid.spring.boot.SnowflakeHibernateSettingsAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeMonitoringAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeNamedGeneratorsAutoConfiguration;
import io.snowflakeid.spring.boot.contract.datajdbc.DataJdbcApplication;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.mybatis.MyBatisApplication;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.jdbc.core.JdbcTemplate;

/** A generator that the application makes itself: when it is made, who takes ids from it, and what its bean's name means. */
@ExtendWith(OutputCaptureExtension.class)
class OwnGeneratorTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SnowflakeAutoConfiguration.class,
                    SnowflakeNamedGeneratorsAutoConfiguration.class,
                    SnowflakeHibernateSettingsAutoConfiguration.class,
                    SnowflakeMonitoringAutoConfiguration.class));

    // ---- who takes ids from it

    @Configuration(proxyBeanMethods = false)
    static class Counting {

        @Bean
        IdGenerator ids() {
            return CountingIdGenerator.from(1001);
        }
    }

    @Test
    void anEntityGetsItsIdFromIt() {
        try (RunningApplication application =
                RunningApplication.start(List.of(JpaApplication.class, Counting.class), "snowflake.worker=1")) {
            assertThat(application.post("/heroes", "{\"name\":\"Ayla\"}"))
                    .isEqualTo("{\"id\":\"1001\",\"name\":\"Ayla\"}");
        }
    }

    @Test
    void aRowOfMyBatisGetsItsIdFromIt() {
        try (RunningApplication application =
                RunningApplication.start(List.of(MyBatisApplication.class, Counting.class), "snowflake.worker=1")) {
            application
                    .context()
                    .getBean(JdbcTemplate.class)
                    .execute("create table mail (id bigint primary key, subject varchar(100))");

            assertThat(application.post("/mails", "{\"subject\":\"hello\"}"))
                    .isEqualTo("{\"id\":\"1001\",\"subject\":\"hello\"}");
        }
    }

    @Test
    void anAggregateGetsItsIdFromIt() {
        try (RunningApplication application = RunningApplication.start(
                List.of(DataJdbcApplication.class, Counting.class),
                "snowflake.worker=1",
                "spring.data.jpa.repositories.enabled=false")) {
            application
                    .context()
                    .getBean(JdbcTemplate.class)
                    .execute("create table player (id bigint primary key, name varchar(100))");

            assertThat(application
                            .context()
                            .getBean(DataJdbcApplication.Players.class)
                            .save(new DataJdbcApplication.Player(null, "Ayla"))
                            .id())
                    .isEqualTo(1001);
        }
    }

    /** As {@code @MockitoBean} makes it. */
    @Configuration(proxyBeanMethods = false)
    static class Mocked {

        @Bean
        IdGenerator ids() {
            return (IdGenerator) Proxy.newProxyInstance(
                    IdGenerator.class.getClassLoader(),
                    new Class<?>[] {IdGenerator.class},
                    (mock, method, arguments) -> method.getDeclaringClass() == Object.class
                            ? method.invoke(IdGenerator.class, arguments)
                            : method.getReturnType() == long.class ? (Object) 0L : null);
        }
    }

    @Test
    void aMockIsRefusedAndNothingIsStored() {
        try (RunningApplication application = RunningApplication.start(
                List.of(DataJdbcApplication.class, Mocked.class), "spring.data.jpa.repositories.enabled=false")) {
            assertThatThrownBy(() -> application
                            .context()
                            .getBean(DataJdbcApplication.Players.class)
                            .save(new DataJdbcApplication.Player(null, "Ayla")))
                    .hasStackTraceContaining("returned 0 in place of an id")
                    .hasStackTraceContaining("replace a mock by CountingIdGenerator.from(1001)");
        }
        assertThatThrownBy(() -> RunningApplication.start(List.of(JpaApplication.class, Mocked.class)))
                .hasStackTraceContaining("cannot generate Hero.id: ")
                .hasStackTraceContaining("replace a mock by CountingIdGenerator.from(1001)");
    }

    // ---- when it is made, and who watches it

    private static final List<String> MADE = new ArrayList<>();

    private static SnowflakeIdGenerator made(int worker) {
        MADE.add("generator");
        return SnowflakeIdGenerator.on(
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, worker).inNamespace("own"));
    }

    /** Spring knows no dependency between the two. */
    @Configuration(proxyBeanMethods = false)
    static class DeclaredByItsInterface {

        @Bean
        String another() {
            MADE.add("another");
            return "another";
        }

        @Bean
        IdGenerator ids() {
            return made(1);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class DeclaredByItsClass {

        @Bean
        SnowflakeIdGenerator ids() {
            return made(2);
        }
    }

    @Test
    void itIsMadeBeforeAllOthersEvenIfOnlyItsInterfaceIsDeclared() {
        MADE.clear();
        runner.withUserConfiguration(DeclaredByItsInterface.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(MADE).containsExactly("generator", "another");
        });
    }

    @Test
    void itIsWatchedIfItIsDeclaredByItsClass() {
        runner.withUserConfiguration(DeclaredByItsClass.class)
                .run(context -> assertThat(
                                context.getBean(SnowflakeHealth.class).look().details())
                        .containsOnlyKeys("default"));
        runner.withUserConfiguration(DeclaredByItsInterface.class)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(SnowflakeHealth.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class LazyOne {

        @Bean
        @Lazy
        SnowflakeIdGenerator ids() {
            return made(3);
        }
    }

    @Test
    void aLazyOneWaitsForWhoNeedsIt() {
        MADE.clear();
        runner.withUserConfiguration(LazyOne.class).run(context -> {
            assertThat(context).hasNotFailed();
            assertThat(MADE).isEmpty();
            assertThat(context.getBean(IdGenerator.class).nextId()).isPositive();
            assertThat(MADE).containsExactly("generator");
        });
    }

    @Test
    void anApplicationThatIsLazyAsAWholeStillHasItsLease() {
        MADE.clear();
        runner.withUserConfiguration(DeclaredByItsClass.class)
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(MADE).containsExactly("generator");
                });
    }

    // ---- its name

    @Configuration(proxyBeanMethods = false)
    static class OwnAudit {

        @Bean(defaultCandidate = false)
        @Qualifier("audit")
        SnowflakeIdGenerator auditSnowflakeIdGenerator() {
            return made(4);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Auditor {

        final IdGenerator ids;

        Auditor(@Qualifier("audit") IdGenerator ids) {
            this.ids = ids;
        }
    }

    @Test
    void oneThatHasTheBeanNameOfANamedGeneratorTakesItsPlace() {
        for (boolean overriding : new boolean[] {false, true}) {
            runner.withAllowBeanDefinitionOverriding(overriding)
                    .withUserConfiguration(OwnAudit.class, Auditor.class)
                    .withPropertyValues("snowflake.worker=104", "snowflake.generators.audit.worker=105")
                    .run(context -> {
                        assertThat(context).hasNotFailed();
                        SnowflakeIdGenerator own =
                                context.getBean("auditSnowflakeIdGenerator", SnowflakeIdGenerator.class);
                        assertThat(own.status().worker()).isEqualTo(4);
                        assertThat(context.getBean(Auditor.class).ids).isSameAs(own);
                        assertThat(context.getBean(SnowflakeIdGenerator.class)
                                        .status()
                                        .worker())
                                .isEqualTo(104);
                        Map<String, Object> settings = new HashMap<>();
                        context.getBean(HibernateSettings.class).addTo(settings);
                        assertThat(settings).containsEntry("hibernate.snowflake.generator.audit", own);
                        assertThat(context.getBean(SnowflakeHealth.class).look().details())
                                .containsOnlyKeys("audit", "default");
                    });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnAuditForAnybody {

        @Bean
        SnowflakeIdGenerator auditSnowflakeIdGenerator() {
            return made(6);
        }
    }

    @Test
    void oneThatWouldTakeThePlaceOfTheUnnamedOneTooIsRefused() {
        runner.withUserConfiguration(OwnAuditForAnybody.class)
                .withPropertyValues("snowflake.worker=115", "snowflake.generators.audit.worker=116")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure())
                            .hasMessage(
                                    "The application's bean 'auditSnowflakeIdGenerator' is the generator 'audit', but it would be injected"
                                            + " where no name is given, too, and the generator without a name, which snowflake.* describes,"
                                            + " would not be made.");
                });
        runner.withUserConfiguration(OwnAuditForAnybody.class)
                .withPropertyValues("snowflake.generators.audit.worker=117")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void settingsWithoutEffectAreTold(CapturedOutput output) {
        runner.withUserConfiguration(OwnAuditForAnybody.class)
                .withPropertyValues("snowflake.worker=118")
                .run(context -> assertThat(output)
                        .contains("snowflake.* describes a generator that is not made: the application has its own,"
                                + " [auditSnowflakeIdGenerator]"));
    }

    @Configuration(proxyBeanMethods = false)
    static class NoGenerator {

        @Bean
        String auditSnowflakeIdGenerator() {
            return "something else";
        }
    }

    @Test
    void aBeanOfThatNameThatIsNoGeneratorIsRefused() {
        for (boolean overriding : new boolean[] {false, true}) {
            runner.withAllowBeanDefinitionOverriding(overriding)
                    .withUserConfiguration(NoGenerator.class)
                    .withPropertyValues("snowflake.worker=106", "snowflake.generators.audit.worker=107")
                    .run(context -> {
                        assertThat(context).hasFailed();
                        assertThat(context.getStartupFailure())
                                .hasMessage(
                                        "snowflake.generators.audit needs a bean called 'auditSnowflakeIdGenerator', but the"
                                                + " application has one of that name already, which is no generator: a java.lang.String.");
                    });
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OfTheSameName {

        @Bean
        SnowflakeIdGenerator audit() {
            return made(5);
        }
    }

    @Test
    void aGeneratorWhoseBeanHasTheNameOfANamedOneIsRefused() {
        runner.withUserConfiguration(OfTheSameName.class)
                .withPropertyValues("snowflake.worker=108", "snowflake.generators.audit.worker=109")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(context.getStartupFailure())
                            .hasMessage(
                                    "snowflake.generators.audit and the application's bean 'audit' are two generators with one"
                                            + " name: both would be injected by it.");
                });
    }
}
