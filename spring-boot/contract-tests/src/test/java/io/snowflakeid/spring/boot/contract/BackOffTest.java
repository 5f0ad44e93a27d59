package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedger;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.spring.boot.HibernateSettings;
import io.snowflakeid.spring.boot.SnowflakeAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeHibernateSettingsAutoConfiguration;
import io.snowflakeid.spring.boot.SnowflakeMyBatisAutoConfiguration;
import io.snowflakeid.spring.boot.actuate.SnowflakeMonitoringAutoConfiguration;
import java.util.HashMap;
import java.util.Map;
import org.apache.ibatis.session.SqlSessionFactory;
import org.hibernate.SessionFactory;
import org.junit.jupiter.api.Test;
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
                    SnowflakeHibernateSettingsAutoConfiguration.class,
                    SnowflakeMyBatisAutoConfiguration.class,
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
}
