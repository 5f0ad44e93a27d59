package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.workerOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerEntry;
import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.ledger.ConfiguredGenerator;
import io.snowflakeid.ledger.JdbcWorkerLedger;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A ledger from settings alone. */
class LedgerTest {

    private TestDatabase ledger;

    @BeforeEach
    void open() throws SQLException {
        ledger = HibernateOn.newH2();
        ledger.execute("SELECT 1"); // H2 creates a database at the first connection
    }

    @AfterEach
    void close() throws SQLException {
        ledger.close();
    }

    private Map<String, Object> address(Object... namesAndValues) {
        Map<String, Object> settings = new HashMap<>(Map.of(
                SnowflakeSettings.LEDGER,
                ledger.url(),
                "hibernate.snowflake.ledger.user",
                ledger.user(),
                "hibernate.snowflake.ledger.password",
                "",
                SnowflakeSettings.LEDGER_SCOPE,
                "shared"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            settings.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return settings;
    }

    private List<WorkerEntry> workers(String namespace) {
        return JdbcWorkerLedger.stored(ledger.dataSource(), namespace).build().workers();
    }

    @Test
    void anAddressIsEnoughAndTheWorkerIsGivenBack() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(address("hibernate.snowflake.namespace", "game"), Hero.class)) {
            assertThat(workerOf(hibernate.persisted(new Hero()).id)).isZero();
            assertThat(workers("game")).singleElement().extracting("state").isEqualTo(WorkerEntry.State.HELD);
        }
        assertThat(workers("game")).singleElement().extracting("state").isEqualTo(WorkerEntry.State.FREE);
    }

    @Test
    void everySettingReachesTheLedger() throws Exception {
        Map<String, Object> settings = address(
                SnowflakeSettings.LAYOUT,
                "GAME_SERVERS",
                SnowflakeSettings.LEDGER_SCOPE,
                "datacenter",
                "hibernate.snowflake.datacenter",
                "4001",
                "hibernate.snowflake.ledger.window",
                "6s",
                "hibernate.snowflake.ledger.create-tables",
                true,
                "hibernate.snowflake.max-wait",
                "3s");
        try (HibernateOn hibernate = HibernateOn.h2(settings, Hero.class)) {
            long id = hibernate.persisted(new Hero()).id;
            assertThat(SnowflakeLayout.GAME_SERVERS.decode(id).datacenter()).isEqualTo(4001);
            assertThat(workers("default"))
                    .singleElement()
                    .satisfies(worker ->
                            assertThat(worker.freeAt()).isEqualTo(worker.until().plusSeconds(6)));
        }
    }

    @Test
    void sessionFactoriesAndOtherAdaptersShareOneWorker() throws Exception {
        Map<String, Object> another = Map.of(
                "ledger", ledger.url(), "ledger.user", ledger.user(), "ledger.password", "", "ledger.scope", "shared");
        try (HibernateOn first = HibernateOn.h2(address(), Hero.class);
                HibernateOn second = HibernateOn.h2(address(), Hero.class);
                ConfiguredGenerator third = ConfiguredGenerator.open(another, "Other.", name -> name)) {
            long one = first.persisted(new Hero()).id;
            long two = second.persisted(new Hero()).id;
            assertThat(workerOf(first.persisted(new Hero()).id)).isEqualTo(workerOf(second.persisted(new Hero()).id));
            assertThat(third.ids().nextId()).isGreaterThan(two).isGreaterThan(one);
            assertThat(workers("default")).hasSize(1);
            first.factory().close();
            assertThat(second.persisted(new Hero()).id).isPositive();
            assertThat(workers("default")).singleElement().extracting("state").isEqualTo(WorkerEntry.State.HELD);
        }
        assertThat(workers("default")).singleElement().extracting("state").isEqualTo(WorkerEntry.State.FREE);
    }

    // ---- by name

    @Test
    void aJndiNameIsLookedUp() throws Exception {
        for (String name : List.of("java:comp/env/jdbc/ledger", "jdbc/ledger")) {
            MemoryJndi.bind(name, ledger.dataSource());
            try (HibernateOn hibernate = HibernateOn.h2(named(name), Hero.class)) {
                assertThat(hibernate.persisted(new Hero()).id).isPositive();
            }
        }
        assertThat(workers("default")).hasSize(1);
    }

    private static Map<String, Object> named(String name) {
        return Map.of(SnowflakeSettings.LEDGER, name, SnowflakeSettings.LEDGER_SCOPE, "shared");
    }

    @Test
    void aJndiNameThatNothingHasIsRefused() {
        MemoryJndi.bind("java:/other", "no data source");
        assertRefused(
                List.of(
                        "hibernate.snowflake.ledger: JNDI has no 'java:/none'",
                        "javax.naming.NameNotFoundException: java:/none"),
                named("java:/none"));
        assertRefused(
                List.of(
                        "hibernate.snowflake.ledger: 'java:/other' is a java.lang.String, needed is a javax.sql.DataSource"),
                named("java:/other"));
    }

    @Test
    void anotherNameIsRefusedSayingWhatIsAllowed() {
        assertRefused(
                List.of(
                        "hibernate.snowflake.ledger: 'ledgerPool' is neither a jdbc: address nor a JNDI name (java:… or"
                                + " jdbc/…)",
                        "put a javax.sql.DataSource object into the settings in code"),
                named("ledgerPool"));
    }

    private static void assertRefused(List<String> parts, Map<String, Object> settings) {
        HibernateOn.assertRefused(settings, List.of(Hero.class), parts.toArray(String[]::new));
    }
}
