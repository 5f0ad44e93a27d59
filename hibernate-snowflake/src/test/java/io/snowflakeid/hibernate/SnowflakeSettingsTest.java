package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.DecodedId;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnowflakeSettingsTest {

    @Entity(name = "Plain")
    static class Plain {
        @Id
        Long id;
    }

    @Test
    void buildsAGeneratorFromLayoutAndDatacenter() throws Exception {
        DecodedId id = firstId(
                SnowflakeLayout.TWITTER,
                Map.of(
                        SnowflakeSettings.LAYOUT,
                        "twitter",
                        "hibernate.snowflake.datacenter",
                        "17",
                        SnowflakeSettings.WORKER,
                        3L));
        assertThat(id.datacenter()).isEqualTo(17);
        assertThat(id.worker()).isEqualTo(3);
    }

    @Test
    void theWorkerIsFreeAgainWhenTheSessionFactoryIsClosed() throws Exception {
        Map<String, Object> settings = Map.of(SnowflakeSettings.WORKER, 743);
        DecodedId first = firstId(SnowflakeLayout.DEFAULT, settings);
        DecodedId second = firstId(SnowflakeLayout.DEFAULT, settings);
        assertThat(second.worker()).isEqualTo(first.worker());
        assertThat(second.timestamp()).isAfter(first.timestamp());
    }

    @Test
    void twoSessionFactoriesWithOneWorkerAreRefusedNamingTheFirst() throws Exception {
        Map<String, Object> settings = Map.of(SnowflakeSettings.WORKER, 744);
        try (HibernateOn first = HibernateOn.h2(settings, Hero.class);
                TestDatabase database = HibernateOn.newH2()) {
            assertThatThrownBy(() -> HibernateOn.database(database, settings, Hero.class))
                    .hasMessageContaining("worker 744 of datacenter 0 in namespace 'default' is already claimed in this"
                            + " process, by thread " + Thread.currentThread().getName() + " at ")
                    .hasRootCauseInstanceOf(WorkerLedgerException.class);
            assertThat(first.persisted(new Hero()).id).isPositive(); // without effect on the first one
        }
    }

    @Test
    void aGeneratorThatIsHandedOverIsUsedAndNotClosed() throws Exception {
        SnowflakeLayout layout = SnowflakeLayout.GAME_SERVERS;
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(layout, 9, 0))) {
            Map<String, Object> settings = Map.of(SnowflakeSettings.GENERATOR, ids);
            assertThat(firstId(layout, settings).datacenter()).isEqualTo(9);
            assertThat(ids.status().closed()).isFalse();
            assertThat(ids.nextId()).isPositive();
            assertThat(firstId(layout, settings).datacenter()).isEqualTo(9); // another session factory
        }
    }

    @Test
    void aGeneratorThatHasNoIdIsAnErrorThatNamesTheAttribute() throws Exception {
        SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 748));
        try (HibernateOn hibernate = HibernateOn.h2(Map.of(SnowflakeSettings.GENERATOR, ids), Hero.class)) {
            ids.close();
            assertThatThrownBy(() -> hibernate.persisted(new Hero()))
                    .hasMessageStartingWith("cannot generate Hero.id: ")
                    .hasCauseInstanceOf(NoIdAvailableException.class);
        }
    }

    @Test
    void noSourceOfIdsIsRefusedSayingWhatHelps() {
        assertRefused(
                Map.of(),
                "@SnowflakeId has no source of ids",
                "set hibernate.snowflake.worker to a worker id that no other process uses",
                "or hibernate.snowflake.ledger to the data source of a ledger",
                "or pass an io.snowflakeid.IdGenerator",
                "hibernate.snowflake.generator");
        assertRefused(
                Map.of(SnowflakeSettings.LAYOUT, "TWITTER"),
                "cannot generate Hero.id: hibernate.snowflake.worker or hibernate.snowflake.ledger is missing");
    }

    @Test
    void withoutAnySnowflakeIdNothingIsAsked() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(Map.of(), Plain.class)) {
            Plain plain = new Plain();
            plain.id = 1L;
            assertThat(hibernate.persisted(plain).id).isEqualTo(1);
        }
    }

    @Test
    void aGeneratorBesideOtherSettingsIsRefused() {
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 746))) {
            assertRefused(
                    Map.of(
                            SnowflakeSettings.GENERATOR,
                            ids,
                            SnowflakeSettings.WORKER,
                            746,
                            SnowflakeSettings.LAYOUT,
                            "DEFAULT"),
                    "hibernate.snowflake.generator and hibernate.snowflake.layout, hibernate.snowflake.worker"
                            + " contradict each other",
                    "already has its layout and worker",
                    "remove one or the other");
        }
    }

    @Test
    void aGeneratorThatIsNoneIsRefused() {
        assertRefused(
                Map.of(SnowflakeSettings.GENERATOR, "ids"),
                "hibernate.snowflake.generator must be an io.snowflakeid.IdSource object",
                "but is java.lang.String 'ids'",
                "put the object itself into the settings",
                "or set hibernate.snowflake.worker or hibernate.snowflake.ledger");
    }

    @Test
    void badNamesAndValuesAreRefused() {
        assertRefused(
                Map.of("hibernate.snowflake.wroker", 1, SnowflakeSettings.WORKER, 747),
                "unknown setting hibernate.snowflake.wroker, known are hibernate.snowflake.auto, ",
                "hibernate.snowflake.ledger.scope, ",
                "hibernate.snowflake.worker",
                "a generator called x",
                "hibernate.snowflake.generator.x");
        assertRefused(
                Map.of(SnowflakeSettings.WORKER, 5000),
                "cannot generate Hero.id: hibernate.snowflake.worker: 5000 does not fit into 10 bits");
    }

    @Test
    void anEmptySettingIsNotSet() throws Exception {
        Map<String, Object> settings = new HashMap<>();
        SnowflakeSettings.ALL.forEach(name -> settings.put(name, ""));
        settings.put("hibernate.snowflake.generator.audit", " ");
        assertRefused(settings, "@SnowflakeId has no source of ids");
        settings.put(SnowflakeSettings.WORKER, 749);
        assertThat(firstId(SnowflakeLayout.DEFAULT, settings).worker()).isEqualTo(749);
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 750))) {
            settings.put(SnowflakeSettings.WORKER, "");
            settings.put(SnowflakeSettings.GENERATOR, ids);
            assertThat(firstId(SnowflakeLayout.DEFAULT, settings).worker()).isEqualTo(750);
        }
    }

    /** Starts a session factory, takes one id and closes it. */
    private static DecodedId firstId(SnowflakeLayout layout, Map<String, Object> settings) throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(settings, Hero.class)) {
            return layout.decode(hibernate.persisted(new Hero()).id);
        }
    }

    private static void assertRefused(Map<String, Object> settings, String... parts) {
        HibernateOn.assertRefused(settings, List.of(Hero.class), parts);
    }
}
