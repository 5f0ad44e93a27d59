package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.spring.boot.contract.guide.V2__FirstHeroes;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Migrations and scripts come before the ledger, whose tables they may be what creates. */
class MigrationsTest {

    private static final String SHARED = "snowflake.ledger.scope=shared";
    private static final String DATA_SOURCE = "snowflake.ledger.data-source=dataSource";

    /** Declared as what it is for, not as what it is. */
    @Configuration(proxyBeanMethods = false)
    static class OwnGenerator {

        @Bean(destroyMethod = "close")
        IdGenerator ids(DataSource dataSource) {
            return SnowflakeIdGenerator.on(
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build());
        }
    }

    @Test
    void flywayGoesBeforeTheApplicationsOwnGeneratorToo() {
        try (RunningApplication application = RunningApplication.start(
                List.of(JpaApplication.class, OwnGenerator.class),
                "spring.flyway.enabled=true",
                "spring.flyway.locations=classpath:migrations/hero")) {
            assertThat(application.post("/heroes", "{\"name\":\"Ayla\"}")).contains("Ayla");
            assertThat(migrations(application)).isEqualTo(1);
        }
    }

    @Test
    void aMigrationMayCreateTheTablesOfTheLedger() {
        try (RunningApplication application = RunningApplication.start(
                JpaApplication.class,
                "spring.flyway.enabled=true",
                "spring.flyway.locations=classpath:migrations/hero,classpath:migrations/ledger",
                "snowflake.ledger.create-tables=false",
                DATA_SOURCE,
                SHARED)) {
            assertThat(application.post("/heroes", "{\"name\":\"Ayla\"}")).contains("Ayla");
            assertThat(migrations(application)).isEqualTo(2);
        }
    }

    private static int migrations(RunningApplication application) {
        return application
                .context()
                .getBean(JdbcTemplate.class)
                .queryForObject(
                        "select count(*) from \"flyway_schema_history\" where \"version\" is not null", Integer.class);
    }

    @Test
    void scriptsThatWaitForHibernateAreNoCircle() {
        try (RunningApplication application = RunningApplication.start(
                JpaApplication.class,
                "spring.jpa.defer-datasource-initialization=true",
                "spring.sql.init.data-locations=classpath:migrations/data.sql",
                DATA_SOURCE,
                SHARED)) {
            assertThat(application.get("/heroes/17")).contains("Lucca");
        }
    }

    @Test
    void aMigrationTakesIdsFromAGeneratorOfItsOwn() {
        try (RunningApplication application = RunningApplication.start(
                List.of(JpaApplication.class, V2__FirstHeroes.class),
                "spring.flyway.enabled=true",
                "spring.flyway.locations=classpath:migrations/hero",
                DATA_SOURCE,
                SHARED)) {
            assertThat(application
                            .context()
                            .getBean(JdbcTemplate.class)
                            .queryForObject("select id from hero where name = 'Ayla'", Long.class))
                    .isGreaterThan(1L << 60);
        }
    }
}
