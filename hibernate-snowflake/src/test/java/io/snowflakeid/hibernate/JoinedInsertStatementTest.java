package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Joined;
import io.snowflakeid.hibernate.Entities.JoinedChild;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Insert statements for an entity with several tables, for which Hibernate up to 7.0 only supports database sequences. */
class JoinedInsertStatementTest {

    private static final int WORKER = 792;

    @Test
    void eachRowGetsAnId() throws Exception {
        try (HibernateOn hibernate =
                HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Joined.class, JoinedChild.class)) {
            hibernate.inTransaction(session -> session.createMutationQuery(
                            "insert into JoinedChild (name, extra) values ('Rex', 'pug'), ('Max', 'pug')")
                    .executeUpdate());
            List<JoinedChild> rows = hibernate.fromTransaction(
                    session -> session.createSelectionQuery("from JoinedChild", JoinedChild.class)
                            .getResultList());
            assertThat(rows.stream().map(row -> row.id)).hasSize(2).doesNotHaveDuplicates();
            assertThat(rows)
                    .allMatch(row -> SnowflakeLayout.DEFAULT.decode(row.id).worker() == WORKER);
        }
    }
}
