package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Boxed;
import io.snowflakeid.hibernate.Entities.Primitive;
import io.snowflakeid.hibernate.Entities.Versioned;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PrePersist;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What becomes of an id that the application has set. */
class PresetIdTest {

    private static final int WORKER = 795;

    @Entity(name = "Late")
    static class Late {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;

        transient Long seenByCallback;

        @PrePersist
        void look() {
            seenByCallback = id;
        }
    }

    private static HibernateOn hibernate;

    @BeforeAll
    static void start() {
        hibernate = HibernateOn.h2(
                Map.of(SnowflakeSettings.WORKER, WORKER), Boxed.class, Primitive.class, Versioned.class, Late.class);
    }

    @AfterAll
    static void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close(); // else the start failed, and has been reported
        }
    }

    @Test
    void zeroIsNoId() {
        Boxed boxed = new Boxed();
        boxed.id = 0L;
        assertFresh(hibernate.persisted(boxed).id);
        Primitive primitive = new Primitive();
        assertFresh(hibernate.persisted(primitive).id);
        Boxed merged = new Boxed();
        merged.id = 0L;
        assertFresh(hibernate.fromTransaction(session -> session.merge(merged)).id);
        Primitive inserted = new Primitive();
        hibernate.statelessly(session -> session.insert(inserted));
        assertFresh(inserted.id);
    }

    @Test
    void aNegativeIdIsKept() {
        Boxed boxed = new Boxed();
        boxed.id = -1L;
        assertThat(hibernate.persisted(boxed).id).isEqualTo(-1);
        Primitive primitive = new Primitive();
        primitive.id = -2;
        hibernate.inTransaction(session -> session.merge(primitive));
        hibernate.inTransaction(
                session -> assertThat(session.find(Primitive.class, -2L)).isNotNull());
    }

    @Test
    void anIdThatARowHasAlreadyViolatesTheKeyAndChangesNothing() {
        Boxed first = new Boxed();
        first.id = 21L;
        first.name = "first";
        hibernate.persisted(first);
        Boxed second = new Boxed();
        second.id = 21L;
        second.name = "second";
        assertThatThrownBy(() -> hibernate.persisted(second)).isInstanceOf(PersistenceException.class);
        hibernate.inTransaction(
                session -> assertThat(session.find(Boxed.class, 21L).name).isEqualTo("first"));
    }

    @Test
    void mergeOfAPresetIdSelectsFirstAndThenInserts() {
        Boxed boxed = new Boxed();
        boxed.id = 31L;
        hibernate.executions().clear();
        hibernate.inTransaction(session -> session.merge(boxed));
        assertThat(hibernate.executions()).hasSize(2);
        assertThat(hibernate.executions().get(0).sql()).startsWith("select");
        assertThat(hibernate.executions().get(1).sql()).startsWith("insert");
    }

    @Test
    void mergeOfAPresetIdWithoutVersionIsANewRow() {
        Versioned versioned = new Versioned();
        versioned.id = 41L;
        Versioned merged = hibernate.fromTransaction(session -> session.merge(versioned));
        assertThat(merged.id).isEqualTo(41);
        assertThat(merged.version).isZero();
    }

    @Test
    void mergeOfADeletedRowWithVersionIsRefusedNotInsertedAgain() {
        Versioned versioned = hibernate.persisted(new Versioned());
        hibernate.inTransaction(session -> session.remove(session.find(Versioned.class, versioned.id)));
        versioned.name = "changed";
        assertThatThrownBy(() -> hibernate.inTransaction(session -> session.merge(versioned)))
                .hasMessageContaining("Versioned");
        hibernate.inTransaction(session ->
                assertThat(session.find(Versioned.class, versioned.id)).isNull());
    }

    @Test
    void thePrePersistCallbackSeesTheId() {
        Late late = hibernate.persisted(new Late());
        assertFresh(late.seenByCallback);
        assertThat(late.seenByCallback).isEqualTo(late.id);
    }

    private static void assertFresh(Long id) {
        assertThat(SnowflakeLayout.DEFAULT.decode(id).worker()).isEqualTo(WORKER);
    }
}
