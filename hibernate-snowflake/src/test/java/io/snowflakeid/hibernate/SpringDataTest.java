package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Transient;
import jakarta.persistence.Version;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.domain.Persistable;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;

/** What {@code save} of Spring Data JPA does with ids: it persists what it takes for new, and merges the rest. */
class SpringDataTest {

    private static final int WORKER = 800;

    @Entity(name = "Hero")
    static class Hero {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;

        String name = "";
    }

    @Entity(name = "Primitive")
    static class Primitive {
        @Id
        @GeneratedValue
        @SnowflakeId
        long id;
    }

    @Entity(name = "Versioned")
    static class Versioned {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;

        @Version
        Integer version;
    }

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

    interface Heroes extends JpaRepository<Hero, Long> {}

    interface Primitives extends JpaRepository<Primitive, Long> {}

    interface Versioneds extends JpaRepository<Versioned, Long> {}

    interface Importeds extends JpaRepository<Imported, Long> {}

    private HibernateOn hibernate;

    @BeforeEach
    void start() {
        hibernate = HibernateOn.h2(
                Map.of(SnowflakeSettings.WORKER, WORKER), Hero.class, Primitive.class, Versioned.class, Imported.class);
    }

    @AfterEach
    void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close(); // else the start failed, and has been reported
        }
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
        Hero hero = new Hero();
        assertThat(save(Heroes.class, hero)).isSameAs(hero);
        assertFresh(hero.id);
        Primitive primitive = new Primitive();
        assertThat(save(Primitives.class, primitive)).isSameAs(primitive);
        assertFresh(primitive.id);
        assertThat(statements()).containsExactly("insert", "insert");
    }

    @Test
    void aPresetIdIsMergedWithASelectFirstAndKept() {
        Hero hero = new Hero();
        hero.id = 11L;
        Hero saved = save(Heroes.class, hero);
        assertThat(saved).isNotSameAs(hero);
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
        Hero hero = save(Heroes.class, new Hero());
        hibernate.executions().clear();
        hero.name = "renamed";
        assertThat(save(Heroes.class, hero).id).isEqualTo(hero.id);
        assertThat(statements()).containsExactly("select", "update");
    }
}
