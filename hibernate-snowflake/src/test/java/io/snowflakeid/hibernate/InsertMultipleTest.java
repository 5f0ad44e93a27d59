package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.hibernate.Entities.Primitive;
import io.snowflakeid.hibernate.HibernateOn.Execution;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code StatelessSession.insertMultiple} and {@code upsertMultiple} of Hibernate ORM 7.0. */
class InsertMultipleTest {

    private static final int WORKER = 793;

    @Test
    void aHundredInsertsAreOneBatchAndPresetIdsAreKept() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Hero.class)) {
            List<Hero> heroes =
                    IntStream.range(0, 100).mapToObj(i -> new Hero()).toList();
            heroes.get(50).id = 7L;
            hibernate.statelessly(session -> session.insertMultiple(heroes));
            assertThat(hibernate.executions())
                    .singleElement()
                    .matches(Execution::batch)
                    .matches(execution -> execution.size() == 100);
            assertThat(heroes.stream().map(hero -> hero.id))
                    .doesNotHaveDuplicates()
                    .allMatch(
                            id -> id == 7 || SnowflakeLayout.DEFAULT.decode(id).worker() == WORKER)
                    .contains(7L);
        }
    }

    @Test
    void anUpsertOfSeveralWithoutIdsIsRefused() throws Exception {
        try (HibernateOn hibernate = HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Primitive.class)) {
            assertThatThrownBy(() -> hibernate.statelessly(
                            session -> session.upsertMultiple(List.of(new Primitive(), new Primitive()))))
                    .hasMessageStartingWith("cannot generate Primitive.id: it is unset");
            assertThat(hibernate.find(Primitive.class, 0L)).isNull();
        }
    }
}
