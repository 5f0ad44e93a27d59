package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.spring.boot.HibernateSettings;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeHealth;
import io.snowflakeid.spring.boot.SnowflakeHibernateSettingsAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeMonitoringAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeMyBatisAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeMyBatisPlusAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeNamedGeneratorsAutoConfiguration;
import java.util.HashMap;
import java.util.Map;
import org.apache.ibatis.session.SqlSessionFactory;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What the application has of its own is taken, and what it does not use is not missed. */
class BackOffTest {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    SnowflakeAutoConfiguration.class,
                    SnowflakeNamedGeneratorsAutoConfiguration.class,
                    SnowflakeHibernateSettingsAutoConfiguration.class,
                    SnowflakeMyBatisAutoConfiguration.class,
                    SnowflakeMyBatisPlusAutoConfiguration.class,
                    SnowflakeMonitoringAutoConfiguration.class));

    private static Map<String, Object> hibernateSettings(HibernateSettings added, Map<String, Object> there) {
        Map<String, Object> settings = new HashMap<>(there);
        added.addTo(settings);
        return settings;
    }

    @Test
    void switchedOffThereIsNothing() {
        runner.withPropertyValues("snowflake.enabled=false", "snowflake.worker=1")
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .doesNotHaveBean(IdGenerator.class)
                        .doesNotHaveBean(SnowflakeInterceptor.class)
                        .doesNotHaveBean(HibernateSettings.class));
    }

    @Test
    void anIdGeneratorOfTheApplicationIsTakenForAll() {
        runner.withUserConfiguration(OwnGenerator.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(IdGenerator.class);
            IdGenerator own = context.getBean(IdGenerator.class);
            assertThat(own).isInstanceOf(CountingIdGenerator.class);
            assertThat(hibernateSettings(context.getBean(HibernateSettings.class), Map.of()))
                    .containsEntry("hibernate.snowflake.generator", own);
            assertThat(context).hasSingleBean(SnowflakeInterceptor.class);
        });
    }

    @Test
    void aLedgerOfTheApplicationIsTaken() {
        runner.withUserConfiguration(OwnLedger.class).run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(SnowflakeIdGenerator.class);
            assertThat(context.getBean(SnowflakeIdGenerator.class).status().worker())
                    .isEqualTo(91);
        });
    }

    @Test
    void whatHibernateIsToldAlreadyStays() {
        runner.withPropertyValues("snowflake.worker=92", "snowflake.hibernate.auto=true")
                .run(context -> assertThat(hibernateSettings(
                                context.getBean(HibernateSettings.class),
                                Map.of("hibernate.snowflake.worker", "3", "hibernate.snowflake.columns", "off")))
                        .containsEntry("hibernate.snowflake.worker", "3")
                        .containsEntry("hibernate.snowflake.columns", "off")
                        .containsEntry("hibernate.snowflake.auto", "true")
                        .doesNotContainKey("hibernate.snowflake.generator"));
    }

    @Test
    void aNamedGeneratorIsThereBesideTheUnnamedOne() {
        runner.withPropertyValues(
                        "snowflake.worker=93",
                        "snowflake.generators.audit.worker=4",
                        "snowflake.generators.audit.layout=TWITTER",
                        "snowflake.generators.audit.datacenter=2")
                .withUserConfiguration(Auditor.class)
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    IdGenerator audit = context.getBean(Auditor.class).ids;
                    assertThat(audit.layout()).isEqualTo(SnowflakeLayout.TWITTER);
                    assertThat(context.getBean(IdGenerator.class))
                            .isSameAs(context.getBean("snowflakeIdGenerator"))
                            .isNotSameAs(audit);
                    assertThat(hibernateSettings(context.getBean(HibernateSettings.class), Map.of()))
                            .containsEntry("hibernate.snowflake.generator", context.getBean("snowflakeIdGenerator"))
                            .containsEntry("hibernate.snowflake.generator.audit", audit);
                });
    }

    @Test
    void onlyNamedGeneratorsAreNoMistake() {
        runner.withPropertyValues("snowflake.generators.audit.worker=95", "snowflake.generators.orders.worker=96")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeansOfType(IdGenerator.class))
                            .containsOnlyKeys("auditSnowflakeIdGenerator", "ordersSnowflakeIdGenerator");
                    assertThat(hibernateSettings(context.getBean(HibernateSettings.class), Map.of()))
                            .containsKeys("hibernate.snowflake.generator.audit", "hibernate.snowflake.generator.orders")
                            .doesNotContainKey("hibernate.snowflake.generator");
                });
    }

    @Test
    void anIdGeneratorOfTheApplicationStaysTheUnnamedOneBesideANamedOne() {
        runner.withUserConfiguration(OwnGenerator.class)
                .withPropertyValues("snowflake.generators.audit.worker=101")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    IdGenerator own = context.getBean("ids", IdGenerator.class);
                    assertThat(context.getBean(IdentifierGenerator.class).nextId(null))
                            .isEqualTo(1001L);
                    assertThat(hibernateSettings(context.getBean(HibernateSettings.class), Map.of()))
                            .containsEntry("hibernate.snowflake.generator", own)
                            .containsKey("hibernate.snowflake.generator.audit");
                });
    }

    @Test
    void aNameThatTheEnvironmentSpellsWithoutItsDashIsTheSameGenerator() {
        runner.withPropertyValues("snowflake.generators.audit-log.worker=103")
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("SNOWFLAKE_GENERATORS_AUDITLOG_LAYOUT", "SONYFLAKE_LIKE"))))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeansOfType(IdGenerator.class))
                            .containsOnlyKeys("audit-logSnowflakeIdGenerator");
                    assertThat(context.getBean(IdGenerator.class).layout()).isEqualTo(SnowflakeLayout.SONYFLAKE_LIKE);
                });
    }

    @Test
    void anEnvironmentVariableMayHaveAnUnderscoreForADash() {
        runner.withUserConfiguration(OwnLedger.class)
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                                Map.of("SNOWFLAKE_LEDGER_WORKER_LEDGER", "ledger"))))
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(SnowflakeIdGenerator.class));
    }

    @Test
    void aLedgerThatANamedGeneratorNamesIsNotTheUnnamedOnes() {
        runner.withUserConfiguration(OwnLedger.class)
                .withPropertyValues("snowflake.generators.audit.ledger.worker-ledger=ledger")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBeansOfType(IdGenerator.class)).containsOnlyKeys("auditSnowflakeIdGenerator");
                });
    }

    @Test
    void withoutAnUnnamedGeneratorNoIdsAreGuessed() {
        runner.withPropertyValues("snowflake.generators.audit.worker=102").run(context -> {
            assertThat(context).hasNotFailed().hasSingleBean(SnowflakeInterceptor.class);
            assertThat(context.getBean("snowflakeHealth", SnowflakeHealth.class)
                            .look()
                            .details())
                    .containsOnlyKeys("audit");
            IdentifierGenerator ids = context.getBean(IdentifierGenerator.class);
            assertThatThrownBy(() -> ids.nextId(null))
                    .hasMessage(
                            "there is no generator without a name, or there are several IdGenerator beans and none is"
                                    + " primary: describe one by snowflake.* beside snowflake.generators.*, or mark one of the beans"
                                    + " @Primary");
        });
    }

    @Test
    void aClosedContextHasGivenItsWorkerBack() {
        for (int round = 0; round < 2; round++) {
            runner.withPropertyValues("snowflake.worker=97")
                    .run(context -> assertThat(
                                    context.getBean(IdGenerator.class).nextId())
                            .isPositive());
        }
    }

    @Test
    void anApplicationWithoutHibernateHasNoneOfItsSettings() {
        runner.withClassLoader(new FilteredClassLoader(SessionFactory.class))
                .withPropertyValues("snowflake.worker=98")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(HibernateSettings.class));
    }

    @Test
    void anApplicationWithoutMyBatisHasNoInterceptor() {
        runner.withClassLoader(new FilteredClassLoader(SqlSessionFactory.class))
                .withPropertyValues("snowflake.worker=99")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("snowflakeInterceptor"));
    }

    @Test
    void anInterceptorOfTheApplicationIsTheOnlyOne() {
        runner.withUserConfiguration(OwnInterceptor.class)
                .withPropertyValues("snowflake.worker=100")
                .run(context -> assertThat(context).hasNotFailed().hasSingleBean(SnowflakeInterceptor.class));
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnGenerator {

        @Bean
        IdGenerator ids() {
            return CountingIdGenerator.from(1001);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnLedger {

        @Bean
        WorkerLedger ledger() {
            return FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 91);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnInterceptor {

        @Bean
        SnowflakeInterceptor mine(IdGenerator ids) {
            return SnowflakeInterceptor.annotatedOnly(ids);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Auditor {

        final IdGenerator ids;

        Auditor(@Qualifier("audit") IdGenerator ids) {
            this.ids = ids;
        }
    }
}
