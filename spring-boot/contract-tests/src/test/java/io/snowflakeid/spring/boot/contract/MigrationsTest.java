package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.flywaydb.core.api.migration.BaseJavaMigration;
import org.flywaydb.core.api.migration.Context;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Migrations and scripts run before the ledger, and may create its tables. */
class MigrationsTest {

    private static final String SHARED = "snowflake.ledger.scope=shared";
    private static final String DATA_SOURCE = "snowflake.ledger.data-source=dataSource";

    @Component
    static class V2__FirstHeroes extends BaseJavaMigration {

        @Override
        public void migrate(Context context) throws SQLException {
            DataSource dataSource = context.getConfiguration().getDataSource();
            JdbcWorkerLedger ledger =
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build();
            try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(ledger);
                    PreparedStatement insert =
                            context.getConnection().prepareStatement("insert into hero (id, name) values (?, ?)")) {
                insert.setLong(1, ids.nextId());
                insert.setString(2, "Ayla");
                insert.executeUpdate();
            }
        }
    }

    @Test
    void aMigrationMayCreateTheTablesOfTheLedgerAndAnotherTakeIdsFromAGeneratorOfItsOwn() {
        try (RunningApplication application = RunningApplication.start(
                List.of(JpaApplication.class, V2__FirstHeroes.class),
                RunningApplication.WITH_JPA,
                "spring.flyway.enabled=true",
                "spring.flyway.locations=classpath:migrations/hero,classpath:migrations/ledger",
                "snowflake.ledger.create-tables=false",
                DATA_SOURCE,
                SHARED)) {
            assertThat(application
                            .bean(JdbcTemplate.class)
                            .queryForObject("select id from hero where name = 'Ayla'", Long.class))
                    .isGreaterThan(1L << 60);
            assertThat(application.post("/heroes", "{\"name\":\"Bela\"}")).contains("Bela");
        }
    }

    @Test
    void aScriptMayCreateTheTablesOfTheLedger() {
        try (RunningApplication application = RunningApplication.start(
                RunningApplication.Plain.class,
                "spring.sql.init.schema-locations=classpath:migrations/ledger/V1_1__snowflake_ledger.sql",
                "snowflake.ledger.create-tables=false",
                DATA_SOURCE,
                SHARED)) {
            assertThat(application.bean(IdGenerator.class).nextId()).isPositive();
        }
    }

    /** Declares the generator by its interface. */
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class OwnGenerator {

        @Bean(destroyMethod = "close")
        IdGenerator ids(DataSource dataSource) {
            return SnowflakeIdGenerator.on(
                    JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, dataSource).build());
        }
    }

    /** Flyway rejects a schema that contains a ledger's tables but not its own. */
    @Test
    void flywayGoesBeforeTheApplicationsOwnGeneratorToo() {
        try (RunningApplication application = RunningApplication.start(
                OwnGenerator.class,
                "spring.flyway.enabled=true",
                "spring.flyway.locations=classpath:migrations/hero")) {
            assertThat(application.bean(IdGenerator.class).nextId()).isPositive();
        }
    }

    @Test
    void scriptsThatWaitForHibernateAreNoCircle() {
        try (RunningApplication application = RunningApplication.start(
                JpaApplication.class,
                RunningApplication.WITH_JPA,
                "spring.jpa.defer-datasource-initialization=true",
                "spring.sql.init.data-locations=classpath:migrations/data.sql",
                DATA_SOURCE,
                SHARED)) {
            assertThat(application.get("/heroes/17")).contains("Lucca");
        }
    }
}
