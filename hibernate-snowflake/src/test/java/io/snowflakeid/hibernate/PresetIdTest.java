package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.hibernate.Entities.Boxed;
import io.snowflakeid.hibernate.Entities.Identified;
import io.snowflakeid.hibernate.Entities.Versioned;
import jakarta.persistence.Entity;
import jakarta.persistence.PersistenceException;
import jakarta.persistence.PrePersist;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Ids that the application has set. */
class PresetIdTest {

    private static final int WORKER = 795;

    @Entity(name = "Late")
    static class Late extends Identified {
        transient Long seenByCallback;

        @PrePersist
        void look() {
            seenByCallback = id;
        }
    }

    @RegisterExtension
    static final HibernateOn hibernate =
            HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Boxed.class, Versioned.class, Late.class);

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
        assertThat(hibernate.find(Boxed.class, 21L).name).isEqualTo("first");
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
    void mergeOfARowThatIsThereUpdatesIt() {
        Boxed boxed = hibernate.persisted(new Boxed());
        boxed.name = "renamed";
        hibernate.inTransaction(session -> session.merge(boxed));
        assertThat(hibernate.find(Boxed.class, boxed.id).name).isEqualTo("renamed");
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
        assertThat(hibernate.find(Versioned.class, versioned.id)).isNull();
    }

    @Test
    void thePrePersistCallbackSeesTheId() {
        Late late = hibernate.persisted(new Late());
        HibernateOn.assertMadeBy(WORKER, late.seenByCallback);
        assertThat(late.seenByCallback).isEqualTo(late.id);
    }
}
