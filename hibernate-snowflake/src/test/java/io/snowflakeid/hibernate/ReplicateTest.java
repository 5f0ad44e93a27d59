package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.hibernate.Entities.Primitive;
import java.util.Map;
import org.hibernate.ReplicationMode;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;

/** {@code Session.replicate} calls no generator; Hibernate ORM 8.0 does not have it. */
class ReplicateTest {

    @Test
    @SuppressWarnings("deprecation")
    void anEntityWithoutIdIsRefused() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, 797), Primitive.class)) {
            assertThatThrownBy(() -> hibernate.inTransaction(
                            session -> session.replicate(new Primitive(), ReplicationMode.OVERWRITE)))
                    .isInstanceOf(IdentifierGenerationException.class)
                    .hasMessageStartingWith(
                            "cannot generate Primitive.id: it is unset, and neither upsert nor replicate");
            assertThat(hibernate.find(Primitive.class, 0L)).isNull();
            Primitive preset = new Primitive();
            preset.id = 5;
            hibernate.inTransaction(session -> session.replicate(preset, ReplicationMode.OVERWRITE));
            assertThat(hibernate.find(Primitive.class, 5L)).isNotNull();
        }
    }
}
