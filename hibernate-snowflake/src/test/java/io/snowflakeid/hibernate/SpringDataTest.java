package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Boxed;
import io.snowflakeid.hibernate.Entities.Primitive;
import io.snowflakeid.hibernate.Entities.Versioned;
import io.snowflakeid.testing.servers.TestDatabase;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Transient;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.data.domain.Persistable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;
import org.springframework.orm.jpa.hibernate.SpringBeanContainer;

/** What {@code save} of Spring Data JPA does with ids: it persists what it takes for new, and merges the rest. */
class SpringDataTest {

    private static final int WORKER = 800;

    @Entity(name = "Imported")
    static class Imported implements Persistable<Long> {
        @Id
        @GeneratedValue
        @SnowflakeId
        private Long id;

        @Transient
        private boolean stored;

        @Override
        public Long getId() {
            return id;
        }

        @Override
        public boolean isNew() {
            return !stored;
        }

        @PostPersist
        @PostLoad
        void stored() {
            stored = true;
        }
    }

    interface Boxeds extends JpaRepository<Boxed, Long> {}

    interface Primitives extends JpaRepository<Primitive, Long> {}

    interface Versioneds extends JpaRepository<Versioned, Long> {}

    interface Importeds extends JpaRepository<Imported, Long> {}

    private HibernateOn hibernate;

    @BeforeEach
    void start() {
        hibernate = HibernateOn.h2(
                Map.of(SnowflakeSettings.WORKER, WORKER),
                Boxed.class,
                Primitive.class,
                Versioned.class,
                Imported.class);
    }

    @AfterEach
    void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close(); // else the start failed, and has been reported
        }
    }

    /** As LocalContainerEntityManagerFactoryBean hands Hibernate its beans. */
    @Test
    void aLedgerMayBeNamedByTheBeanOfItsDataSource() throws Exception {
        try (TestDatabase ledger = HibernateOn.newH2();
                TestDatabase other = HibernateOn.newH2()) {
            DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
            beans.registerSingleton("ledgerPool", ledger.dataSource());
            beans.registerSingleton("somethingElse", "");
            assertThat(firstId(beans, "ledgerPool")).as("the only pool").isPositive();
            assertNoPool(beans, "ledgrePool"); // though Spring would give the only one there is

            beans.registerBeanDefinition("pool", primary(other.dataSource()));
            assertThat(firstId(beans, "ledgerPool")).as("one of two pools").isPositive();
            assertNoPool(beans, "ledgrePool");
            assertNoPool(beans, "somethingElse");
            // the only primary bean of all: Spring gives it for any name and type
            assertNoPool(beans, "pool");
        }
    }

    private static BeanDefinition primary(DataSource pool) {
        RootBeanDefinition definition = new RootBeanDefinition(DataSource.class, () -> pool);
        definition.setPrimary(true);
        return definition;
    }

    private static long firstId(DefaultListableBeanFactory beans, String ledger) throws Exception {
        Map<String, Object> settings = Map.of(
                SnowflakeSettings.LEDGER,
                ledger,
                SnowflakeSettings.LEDGER_SCOPE,
                "shared",
                "hibernate.resource.beans.container",
                new SpringBeanContainer(beans));
        try (HibernateOn hibernate = HibernateOn.h2(settings, Boxed.class)) {
            return hibernate.persisted(new Boxed()).id;
        }
    }

    private static void assertNoPool(DefaultListableBeanFactory beans, String ledger) {
        assertThatThrownBy(() -> firstId(beans, ledger))
                .hasMessageContaining("hibernate.snowflake.ledger: the bean container "
                        + SpringBeanContainer.class.getName() + " knows no javax.sql.DataSource by the name '" + ledger
                        + "'");
    }

    /** Saves by a repository in a transaction of its own. */
    private <T, R extends JpaRepository<T, Long>> T save(Class<R> repository, T entity) {
        try (EntityManager manager = hibernate.factory().createEntityManager()) {
            manager.getTransaction().begin();
            T saved =
                    new JpaRepositoryFactory(manager).getRepository(repository).save(entity);
            manager.getTransaction().commit();
            return saved;
        }
    }

    private List<String> statements() {
        return hibernate.executions().stream()
                .map(execution -> execution.sql().substring(0, execution.sql().indexOf(' ')))
                .toList();
    }

    private static void assertFresh(Long id) {
        assertThat(SnowflakeLayout.DEFAULT.decode(id).worker()).isEqualTo(WORKER);
    }

    @Test
    void withoutAnIdItIsPersisted() {
        Boxed boxed = new Boxed();
        assertThat(save(Boxeds.class, boxed)).isSameAs(boxed);
        assertFresh(boxed.id);
        Primitive primitive = new Primitive();
        assertThat(save(Primitives.class, primitive)).isSameAs(primitive);
        assertFresh(primitive.id);
        assertThat(statements()).containsExactly("insert", "insert");
    }

    @Test
    void aPresetIdIsMergedWithASelectFirstAndKept() {
        Boxed boxed = new Boxed();
        boxed.id = 11L;
        Boxed saved = save(Boxeds.class, boxed);
        assertThat(saved).isNotSameAs(boxed);
        assertThat(saved.id).isEqualTo(11);
        assertThat(statements()).containsExactly("select", "insert");
    }

    @Test
    void aPresetIdOfAnEntityWithVersionIsPersistedAndKept() {
        Versioned versioned = new Versioned();
        versioned.id = 12L;
        assertThat(save(Versioneds.class, versioned)).isSameAs(versioned);
        assertThat(versioned.id).isEqualTo(12);
        assertThat(statements()).containsExactly("insert");
    }

    @Test
    void aPresetIdOfAPersistableIsPersistedAndKept() {
        Imported imported = new Imported();
        imported.id = 13L;
        assertThat(save(Importeds.class, imported)).isSameAs(imported);
        assertThat(imported.id).isEqualTo(13);
        assertThat(statements()).containsExactly("insert");
    }

    @Test
    void aRowThatIsThereIsUpdated() {
        Boxed boxed = save(Boxeds.class, new Boxed());
        hibernate.executions().clear();
        boxed.name = "renamed";
        assertThat(save(Boxeds.class, boxed).id).isEqualTo(boxed.id);
        assertThat(statements()).containsExactly("select", "update");
    }
}
