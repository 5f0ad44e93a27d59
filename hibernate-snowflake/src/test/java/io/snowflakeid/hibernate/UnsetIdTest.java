package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.Entities.seat;
import static io.snowflakeid.hibernate.Entities.seatRow;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.hibernate.Entities.Boxed;
import io.snowflakeid.hibernate.Entities.Seat;
import io.snowflakeid.hibernate.Entities.SeatRow;
import io.snowflakeid.hibernate.Entities.Text;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Map;
import org.hibernate.exception.ConstraintViolationException;
import org.hibernate.id.IdentifierGenerationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operations of Hibernate that call no generator reject an unset id; docs/hibernate.md lists them. */
class UnsetIdTest {

    @Entity(name = "Primitive")
    static class Primitive {
        @Id
        @GeneratedValue
        @SnowflakeId
        long id;

        @SnowflakeId
        long badge = 1;

        String name = "";
    }

    @Entity(name = "SpecialPrimitive")
    static class SpecialPrimitive extends Primitive {}

    @RegisterExtension
    static final HibernateOn hibernate = HibernateOn.h2(
            Map.of(SnowflakeSettings.WORKER, 796),
            Boxed.class,
            Primitive.class,
            SpecialPrimitive.class,
            Text.class,
            Seat.class,
            SeatRow.class);

    @Test
    void anUpsertOfAnEntityWithoutIdIsRefused() {
        Boxed boxed = new Boxed();
        boxed.id = 0L;
        assertUpsertRefused(boxed, "Boxed.id");
        assertUpsertRefused(new Primitive(), "Primitive.id");
        assertUpsertRefused(new SpecialPrimitive(), "Primitive.id");
        assertUpsertRefused(seat(0L, "north"), "Seat.key.number");
        assertUpsertRefused(seatRow(0L, "north"), "SeatRow.number");
    }

    /** Hibernate ORM 8.0 itself rejects it. */
    @Test
    void anUpsertOfAnEntityWhoseIdIsNullIsRefused() {
        for (Object entity : List.of(new Boxed(), new Text())) {
            assertThatThrownBy(() -> hibernate.statelessly(session -> session.upsert(entity)))
                    .message()
                    .matches(
                            "cannot generate \\w+\\.id: it is unset.*|Object passed to upsert\\(\\) has no identifier");
        }
    }

    private static void assertUpsertRefused(Object entity, String id) {
        assertThatThrownBy(() -> hibernate.statelessly(session -> session.upsert(entity)))
                .isInstanceOf(IdentifierGenerationException.class)
                .hasMessage("cannot generate " + id
                        + ": it is unset, and neither upsert nor replicate calls a generator: insert"
                        + " or persist the entity, or set the id by IdGenerator.nextId() first");
        assertThat(count(entity)).isZero();
    }

    /** 0 is never a generated number; null may be in an older row. */
    @Test
    void anUpsertStoresNoOtherNumberThatIsZero() {
        Primitive withoutBadge = new Primitive();
        withoutBadge.id = 5;
        withoutBadge.badge = 0;
        assertThatThrownBy(() -> hibernate.statelessly(session -> session.upsert(withoutBadge)))
                .hasMessageStartingWith("cannot generate Primitive.badge: ");
    }

    /** Only single ids are generated. A missing column is rejected as null, in 6.6 also a part of an embedded key. */
    @ParameterizedTest
    @ValueSource(strings = {"Seat (key.hall, name)", "SeatRow (hall, name)"})
    void anInsertStatementStoresNoUnsetPartOfAnId(String into) {
        assertThatThrownBy(() -> hibernate.inTransaction(
                        session -> session.createMutationQuery("insert into " + into + " values ('south', 'one')")
                                .executeUpdate()))
                .isInstanceOfAny(ConstraintViolationException.class, IllegalArgumentException.class);
    }

    private static long count(Object entity) {
        String name = entity.getClass().getAnnotation(Entity.class).name();
        return hibernate.fromTransaction(
                session -> session.createSelectionQuery("select count(*) from " + name, Long.class)
                        .getSingleResult());
    }
}
