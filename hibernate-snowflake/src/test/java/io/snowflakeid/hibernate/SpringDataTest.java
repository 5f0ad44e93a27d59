package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.hibernate.Entities.Boxed;
import io.snowflakeid.hibernate.Entities.Primitive;
import io.snowflakeid.hibernate.Entities.Versioned;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.PostLoad;
import jakarta.persistence.PostPersist;
import jakarta.persistence.Transient;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.domain.Persistable;
import org.springframework.data.jpa.repository.support.SimpleJpaRepository;

/** {@code save} of Spring Data JPA, which persists new entities and merges others. */
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

    @RegisterExtension
    static final HibernateOn hibernate = HibernateOn.h2(
            Map.of(SnowflakeSettings.WORKER, WORKER), Boxed.class, Primitive.class, Versioned.class, Imported.class);

    /** Saves by a repository in a separate transaction. */
    private static <T> T save(Class<T> type, T entity) {
        hibernate.executions().clear();
        try (EntityManager manager = hibernate.factory().createEntityManager()) {
            manager.getTransaction().begin();
            T saved = new SimpleJpaRepository<T, Long>(type, manager).save(entity);
            manager.getTransaction().commit();
            return saved;
        }
    }

    private static void assertStatements(String... first) {
        assertThat(hibernate.executions().stream()
                        .map(execution ->
                                execution.sql().substring(0, execution.sql().indexOf(' '))))
                .containsExactly(first);
    }

    @Test
    void withoutAnIdItIsPersisted() {
        Boxed boxed = new Boxed();
        assertThat(save(Boxed.class, boxed)).isSameAs(boxed);
        HibernateOn.assertMadeBy(WORKER, boxed.id);
        assertStatements("insert");
        Primitive primitive = new Primitive();
        assertThat(save(Primitive.class, primitive)).isSameAs(primitive);
        HibernateOn.assertMadeBy(WORKER, primitive.id);
        assertStatements("insert");
    }

    @Test
    void aPresetIdIsMergedWithASelectFirstAndKept() {
        Boxed boxed = new Boxed();
        boxed.id = 11L;
        Boxed saved = save(Boxed.class, boxed);
        assertThat(saved).isNotSameAs(boxed);
        assertThat(saved.id).isEqualTo(11);
        assertStatements("select", "insert");
        saved.name = "renamed";
        assertThat(save(Boxed.class, saved).id).isEqualTo(11);
        assertStatements("select", "update");
    }

    @Test
    void aPresetIdOfAnEntityWithVersionOrOfAPersistableIsPersistedAndKept() {
        Versioned versioned = new Versioned();
        versioned.id = 12L;
        assertThat(save(Versioned.class, versioned)).isSameAs(versioned);
        assertThat(versioned.id).isEqualTo(12);
        assertStatements("insert");
        Imported imported = new Imported();
        imported.id = 13L;
        assertThat(save(Imported.class, imported)).isSameAs(imported);
        assertThat(imported.id).isEqualTo(13);
        assertStatements("insert");
    }
}
