package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Hero;
import io.snowflakeid.hibernate.HibernateOn.Execution;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code StatelessSession.insertMultiple}, which came with Hibernate ORM 7.0. */
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
}
