package io.snowflakeid.spring.boot.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.spring.boot.contract.RunningApplication.Plain;
import io.snowflakeid.spring.boot.contract.jpa.JpaApplication;
import io.snowflakeid.spring.boot.contract.missing.WrongNameApplication;
import java.util.UUID;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** A failed start shows the problem, the settings with their origins, and the next step. */
class FailedStartTest {

    private static void assertSays(FailureAnalysis failure, String description, String action) {
        assertThat(failure.getDescription()).contains(description);
        assertThat(failure.getAction()).contains(action);
    }

    @Test
    void nothingSaysWhereWorkersComeFrom() {
        FailureAnalysis failure = FailedStart.of(Plain.class);
        assertThat(failure.getDescription())
                .startsWith("No source of this process's worker id is set, and no default would be safe")
                .endsWith("\n\nNo setting of snowflake.* is set.");
        assertThat(failure.getAction())
                .contains(
                        "    snowflake.ledger.data-source=dataSource\n    snowflake.ledger.scope=shared\n",
                        "The application's data sources: dataSource.",
                        "Or set snowflake.worker to a number that no other process uses, or to a source of it: env:NAME,");
    }

    /** Settings without their prefix, the description, and the action. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ledger.data-source=dataSource | "
                        + "snowflake.ledger.scope is missing: which databases may ever be merged? | "
                        + "Set snowflake.ledger.scope=shared if all of them take their workers from this ledger",
                "ledger.data-source=dataSource ledger.scope=shared ledger.create-tables=false | "
                        + "creating them is switched off; run: | "
                        + "Run the statements above as a user with that right, or put them into a migration",
                "worker=78 layout=30x1000ms/0/10/12@1980-01-01T00:00:00Z | 2014-01- | "
                        + "Use a snowflake.layout with more timestamp bits or a later epoch",
                "ledger.data-source=dataSource ledger.scope=shared epoch=2062-01-01 | "
                        + "the epoch 2062-01-01T00:00:00Z of layout 41x1ms/0/10/12@2062-01-01T00:00:00Z lies ahead of this machine's clock | "
                        + "If the epoch is wrong, correct snowflake.epoch, or the epoch after the @ of snowflake.layout.",
                "ledger.data-source=dataSource ledger.scope=shred | "
                        + "snowflake.ledger.scope must be shared, or the datacenter id that only this ledger has | Correct the setting",
                "ledger.data-source=dataSource ledger.scope=17 | "
                        + "has no datacenter bits, so a ledger cannot own datacenter 17: use a layout such as GAME_SERVERS, or a shared ledger | Correct the setting",
                "ledger.data-source=dataSource ledger.scope=4 datacenter=4 | "
                        + "snowflake.datacenter and snowflake.ledger.scope 4 contradict each other | Correct the setting",
                "ledger.data-source=dataSorce ledger.scope=shared | "
                        + "snowflake.ledger.data-source: there is no bean 'dataSorce'; beans of type javax.sql.DataSource are dataSource. | Correct the setting",
                "ledger.data-source=dataSource ledger.url=jdbc:h2:mem:x ledger.scope=shared | "
                        + "snowflake.ledger.data-source and snowflake.ledger.url contradict each other | Correct the setting",
                "ledger.url=db0:3306 ledger.scope=shared | snowflake.ledger.url: there is no bean 'db0:3306' | Correct the setting",
                "ledger.worker-ledger=none | "
                        + "snowflake.ledger.worker-ledger: there is no bean 'none'; beans of type io.snowflakeid.WorkerLedger are missing | Correct the setting",
                "ledger.data-source=dataSource ledger.scope=shared ledger.window=10 | "
                        + "snowflake.ledger.window must be at least 1s, but is 10ms; a number without a unit is in milliseconds: write 10s or 2m. | Correct the setting",
                "ledger.data-source=dataSource ledger.scope=shared ledger.window=8d | "
                        + "snowflake.ledger.window: window must be at least 3 ticks of 1 ms and at most PT168H, but is PT192H: | Correct the setting",
            })
    void aSettingIsMissingWrongOrContradictsAnother(String settings, String description, String action) {
        String[] properties =
                Stream.of(settings.split(" ")).map("snowflake."::concat).toArray(String[]::new);

        assertSays(FailedStart.of(Plain.class, properties), description, action);
    }

    @Test
    void theLayoutDiffersFromTheStoredOne() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        JdbcDataSource database = new JdbcDataSource();
        database.setURL(url);
        database.setUser("sa");
        SnowflakeIdGenerator.on(JdbcWorkerLedger.shared(SnowflakeLayout.DEFAULT, database)
                        .build())
                .close();
        FailureAnalysis failure = FailedStart.of(
                Plain.class,
                "spring.datasource.url=" + url,
                "snowflake.ledger.data-source=dataSource",
                "snowflake.ledger.scope=shared",
                "snowflake.epoch=2024-01-01");
        assertSays(
                failure,
                "2010-11-04T01:42:54.657Z",
                "Set snowflake.layout, snowflake.epoch, snowflake.ledger.scope and snowflake.datacenter to the stored values.");
        assertThat(failure.getDescription())
                .contains("\n    spring.datasource.url=" + url.replaceAll(";.*", "") + "  (");
    }

    @Test
    void theFixedWorkerIsTakenInThisProcess() {
        FixedWorkerLedger first = FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 77);
        try (SnowflakeIdGenerator holder = SnowflakeIdGenerator.on(first)) {
            FailureAnalysis failure = FailedStart.of(Plain.class, "snowflake.worker=77");
            assertSays(failure, "worker 77", "use a ledger instead of fixed workers (snowflake.ledger.data-source and");
            assertThat(failure.getDescription())
                    .contains("    snowflake.worker=77  (\"snowflake.worker\" from property source");
            assertThat(holder.nextId()).isPositive();
        }
    }

    @Test
    void theColumnIsTooNarrow() {
        assertSays(
                FailedStart.of(
                        JpaApplication.class,
                        RunningApplication.WITH_JPA,
                        "spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1"
                                + ";INIT=create table if not exists hero (id int primary key, name varchar(100))",
                        "snowflake.ledger.data-source=dataSource",
                        "snowflake.ledger.scope=shared",
                        "spring.jpa.hibernate.ddl-auto=none"),
                "Hero.id: HERO.ID is INTEGER, which holds whole numbers exactly up to 2147483647 only; needed: BIGINT",
                "Change the columns");
    }

    @Test
    void noSecretIsShown() {
        FailureAnalysis failure = FailedStart.of(
                Plain.class,
                "snowflake.ledger.url=jdbc:mysql://bob:geheim1@db0:3306/x?user=a&password=geheim2",
                "snowflake.ledger.username=sa",
                "snowflake.ledger.password=geheim3");
        assertThat(failure.getDescription())
                .contains(
                        "snowflake.ledger.password=******",
                        "snowflake.ledger.url=jdbc:mysql://db0:3306/x",
                        "snowflake.ledger.username=sa")
                .doesNotContain("geheim");
    }

    @Test
    void anEntityNamesAGeneratorThatIsMissing() {
        FailureAnalysis failure =
                FailedStart.of(WrongNameApplication.class, RunningApplication.WITH_JPA, "snowflake.worker=110");
        assertSays(
                failure,
                "cannot generate Entry.id: there is no generator 'aduit', known are []: set",
                "Define a bean of type IdGenerator with the name of the missing generator, or correct the name in"
                        + " @GeneratedValue(generator = ...).");
        assertThat(failure.getDescription()).contains("\n\nSettings of snowflake.*:\n\n    snowflake.worker=110  (");
    }

    @Test
    void anEntityNeedsAGeneratorAndAllIsSwitchedOff() {
        assertSays(
                FailedStart.of(
                        WrongNameApplication.class,
                        RunningApplication.WITH_JPA,
                        "snowflake.enabled=false",
                        "snowflake.worker=115"),
                "cannot generate Entry.id: ",
                "Remove snowflake.enabled=false, with which Hibernate gets no generators. Or set what the message"
                        + " names, with the prefix spring.jpa.properties.");
    }
}
