package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Boxed;
import io.snowflakeid.hibernate.Entities.Primitive;
import io.snowflakeid.hibernate.Entities.Text;
import io.snowflakeid.hibernate.HibernateOn.Execution;
import io.snowflakeid.testing.servers.TestDatabase;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** On every database, Hibernate batches inserts whose ids are set before. */
abstract class BatchingContract {

    private static final long WORKER = 710;

    abstract TestDatabase newDatabase();

    @Test
    void aThousandPersistsAreTwentyBatchesOfFifty() throws Exception {
        assertTwentyBatchesOfFifty(Boxed.class, Boxed::new);
        assertTwentyBatchesOfFifty(Primitive.class, Primitive::new);
        assertTwentyBatchesOfFifty(Text.class, Text::new);
    }

    private void assertTwentyBatchesOfFifty(Class<?> entity, Supplier<?> entities) throws Exception {
        Map<String, Object> settings = Map.of(SnowflakeSettings.WORKER, WORKER, "hibernate.jdbc.batch_size", 50);
        try (HibernateOn hibernate = HibernateOn.database(newDatabase(), settings, entity)) {
            hibernate.inTransaction(session -> {
                for (int i = 0; i < 1_000; i++) {
                    session.persist(entities.get());
                }
            });
            // all statements at the driver: neither a single insert nor a select of an id
            assertThat(hibernate.executions())
                    .hasSize(20)
                    .allMatch(Execution::batch)
                    .allMatch(execution -> execution.size() == 50)
                    .allMatch(execution -> execution.sql().startsWith("insert into " + entity.getSimpleName()));
            assertThat(idsIn(hibernate, entity))
                    .doesNotHaveDuplicates()
                    .hasSize(1_000)
                    .allMatch(id -> SnowflakeLayout.DEFAULT.decode(id).worker() == WORKER);
        }
    }

    private static List<Long> idsIn(HibernateOn hibernate, Class<?> entity) {
        return hibernate.fromTransaction(session ->
                session
                        .createSelectionQuery("select id from " + entity.getSimpleName(), Object.class)
                        .getResultList()
                        .stream()
                        .map(id -> Long.parseLong(id.toString()))
                        .toList());
    }
}
