package io.snowflakeid.spring.boot.contract.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.spring.boot.contract.RunningApplication;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** A setting that is empty is not set, as profiles and tests take back what others have set; words count in capitals, too. */
class UnsetSettingsTest {

    /** A duration or a switch is taken back by its default. */
    @Test
    void everyTextCanBeTakenBack() {
        String[] properties = Stream.of(
                        "layout=",
                        "epoch=",
                        "datacenter=",
                        "file=",
                        "clock-policy=",
                        "ledger.data-source=",
                        "ledger.url=",
                        "ledger.username=",
                        "ledger.password=",
                        "ledger.worker-ledger=",
                        "ledger.scope=",
                        "worker=0",
                        "namespace=unset")
                .map("snowflake."::concat)
                .toArray(String[]::new);
        try (RunningApplication application = RunningApplication.start(Nothing.class, properties)) {
            SnowflakeIdGenerator ids = application.context().getBean(SnowflakeIdGenerator.class);
            assertThat(ids.layout()).isEqualTo(SnowflakeLayout.DEFAULT);
        }
    }

    @Test
    void aLedgerTakesThePlaceOfAFixedWorkerThatIsTakenBack() {
        try (RunningApplication application = RunningApplication.start(
                Nothing.class,
                "snowflake.worker=",
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared")) {
            assertThat(application.context().getBean(JdbcTemplate.class).queryForList("select * from snowflake_worker"))
                    .hasSize(1);
        }
    }

    @Test
    void wordsCountInCapitalsToo() {
        try (RunningApplication application = RunningApplication.start(
                JpaApplication.class,
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=SHARED",
                "snowflake.ledger.create-tables=TRUE",
                "snowflake.layout=twitter",
                "snowflake.clock-policy=Refuse",
                "snowflake.json=ALL_LONGS",
                "snowflake.hibernate.columns=WARN")) {
            SnowflakeIdGenerator ids = application.context().getBean(SnowflakeIdGenerator.class);
            assertThat(ids.layout()).isEqualTo(SnowflakeLayout.TWITTER);
            assertThat(ids.status().clockPolicy().toString()).isEqualTo("refuse");
        }
    }

    // ---- what is said to Hibernate itself

    @Test
    void settingsOfHibernateAloneAreEnoughWhereOursAreSwitchedOff() {
        try (RunningApplication application = RunningApplication.start(
                JpaApplication.class,
                "snowflake.enabled=false",
                "spring.jpa.properties.hibernate.snowflake.worker=5",
                "spring.jpa.properties.hibernate.snowflake.namespace=hibernate-alone")) {
            assertThat(workerOf(application.post("/heroes", "{\"name\":\"Ayla\"}")))
                    .isEqualTo(5);
            assertThat(application.context().getBeansOfType(IdGenerator.class)).isEmpty();
        }
    }

    @Test
    void settingsOfHibernateGoFirst() {
        try (RunningApplication application = RunningApplication.start(
                JpaApplication.class,
                "snowflake.worker=3",
                "snowflake.namespace=hibernate-first",
                "spring.jpa.properties.hibernate.snowflake.worker=5",
                "spring.jpa.properties.hibernate.snowflake.namespace=hibernate-first")) {
            assertThat(workerOf(application.post("/heroes", "{\"name\":\"Ayla\"}")))
                    .isEqualTo(5);
            assertThat(application
                            .context()
                            .getBean(SnowflakeIdGenerator.class)
                            .status()
                            .worker())
                    .isEqualTo(3);
        }
    }

    @Test
    void anEmptySettingOfHibernateIsNone() {
        String[] settings = Stream.concat(
                        Stream.of("snowflake.worker=3", "snowflake.namespace=empty"),
                        Stream.of("worker=", "ledger=", "generator=", "auto=", "columns=", "namespace=")
                                .map("spring.jpa.properties.hibernate.snowflake."::concat))
                .toArray(String[]::new);
        try (RunningApplication application = RunningApplication.start(JpaApplication.class, settings)) {
            assertThat(workerOf(application.post("/heroes", "{\"name\":\"Ayla\"}")))
                    .isEqualTo(3);
        }
    }

    private static long workerOf(String hero) {
        long id = Long.parseLong(hero.replaceAll("\\D", ""));
        return SnowflakeLayout.DEFAULT.decode(id).worker();
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Nothing {}
}
