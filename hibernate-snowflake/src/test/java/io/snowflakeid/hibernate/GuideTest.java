package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.workerOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.hibernate.AutoTest.Boxed;
import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.hibernate.Entities.Invoice;
import io.snowflakeid.hibernate.Entities.Plain;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.testing.Snippets;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Persistence;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.hibernate.SessionFactory;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.junit.jupiter.api.Test;

/** Holds the guide to code and settings that are run here and in the other tests. */
class GuideTest {

    @Test
    void everyBlockOfTheGuideIsCodeThatIsTested() {
        Snippets.areAllFound("docs/hibernate.md", "src/test/java", "src/test/resources/guide");
    }

    @Test
    void aGeneratorIsHandedOverAsAnObject() throws Exception {
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 830))) {
            Map<String, Object> settings = new HashMap<>();
            settings.put("hibernate.snowflake.generator", ids);
            try (HibernateOn hibernate = HibernateOn.h2(settings, Hero.class)) {
                assertThat(workerOf(hibernate.persisted(new Hero()).id)).isEqualTo(830);
            }
        }
    }

    @Test
    void aWorkerAloneIsEnough() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(settingsIn("worker.properties"), Hero.class)) {
            assertThat(workerOf(hibernate.persisted(new Hero()).id)).isEqualTo(5);
        }
    }

    @Test
    void aLedgerNeedsNoCode() throws Exception {
        try (TestDatabase ledger = HibernateOn.newH2()) {
            Map<String, Object> settings = settingsIn("ledger.properties");
            settings.putAll(Map.of(
                    "hibernate.snowflake.ledger", ledger.url(),
                    "hibernate.snowflake.ledger.user", ledger.user(),
                    "hibernate.snowflake.ledger.password", ledger.password()));
            try (HibernateOn hibernate = HibernateOn.h2(settings, Hero.class)) {
                assertThat(workerOf(hibernate.persisted(new Hero()).id)).isZero();
            }
        }
    }

    /** Configured only by META-INF/persistence.xml. */
    @Test
    void aPersistenceXmlIsEnough() {
        try (EntityManagerFactory factory = Persistence.createEntityManagerFactory("guide")) {
            Hero hero = new Hero();
            try (EntityManager entities = factory.createEntityManager()) {
                entities.getTransaction().begin();
                entities.persist(hero);
                entities.getTransaction().commit();
                Object workers = entities.createNativeQuery("select count(*) from snowflake_worker", Long.class)
                        .getSingleResult();
                assertThat(workers).isEqualTo(1L);
            }
            assertThat(workerOf(hero.id)).isZero();
        }
    }

    @Test
    void furtherGeneratorsHaveNames() throws Exception {
        try (SnowflakeIdGenerator orders =
                SnowflakeIdGenerator.on(FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 771))) {
            Map<String, Object> settings = settingsIn("worker.properties");
            settings.put("hibernate.snowflake.generator.orders", orders);
            try (HibernateOn hibernate = HibernateOn.h2(settings, Hero.class, Invoice.class)) {
                assertThat(workerOf(hibernate.persisted(new Hero()).id)).isEqualTo(5);
                assertThat(workerOf(hibernate.persisted(new Invoice()).id)).isEqualTo(771);
            }
        }
    }

    @Test
    void oneSettingTakesAllPlainIds() throws Exception {
        Map<String, Object> settings = settingsIn("auto.properties");
        settings.put(SnowflakeSettings.WORKER, 831);
        try (HibernateOn hibernate = HibernateOn.h2(settings, Boxed.class)) {
            assertThat(workerOf(hibernate.persisted(new Boxed()).id)).isEqualTo(831);
        }
    }

    @Test
    void entitiesWhoseIdsAreNotOursAreFound() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(settingsIn("worker.properties"), Hero.class, Plain.class)) {
            assertThat(othersIn(hibernate.factory())).containsExactly(Plain.class.getName());
        }
        Map<String, Object> settings = settingsIn("auto.properties");
        settings.put(SnowflakeSettings.WORKER, 832);
        try (HibernateOn hibernate = HibernateOn.h2(settings, Hero.class, Plain.class)) {
            assertThat(othersIn(hibernate.factory())).isEmpty();
        }
    }

    private static List<String> othersIn(SessionFactory factory) {
        List<String> others = new ArrayList<>();
        factory.unwrap(SessionFactoryImplementor.class).getMappingMetamodel().forEachEntityDescriptor(entity -> {
            if (!(entity.getGenerator() instanceof EntityIdGenerator)) {
                others.add(entity.getEntityName());
            }
        });
        return others;
    }

    private static Map<String, Object> settingsIn(String file) throws Exception {
        Properties properties = new Properties();
        try (InputStream in = GuideTest.class.getResourceAsStream("/guide/" + file)) {
            properties.load(in);
        }
        Map<String, Object> settings = new HashMap<>();
        properties.forEach((name, value) -> settings.put((String) name, value));
        return settings;
    }
}
