package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Identified;
import io.snowflakeid.hibernate.Entities.Order;
import jakarta.persistence.Entity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Operations without the persistence context: upsert, and insert statements of HQL. */
class StatelessTest {

    private static final int WORKER = 790;
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(4);

    @Entity(name = "Hero")
    static class Hero extends Identified {
        String name;

        @SnowflakeId
        Long badge;
    }

    @RegisterExtension
    static final HibernateOn hibernate = HibernateOn.h2(
            Map.of(SnowflakeSettings.WORKER, WORKER, SnowflakeSettings.LAYOUT, LAYOUT.spec()), Hero.class, Order.class);

    @Test
    void upsertWritesARowWithTheIdThatIsSetAndNoOtherNumber() {
        Hero hero = new Hero();
        hero.id = 51L;
        hero.name = "new";
        hibernate.statelessly(session -> session.upsert(hero));
        hero.name = "renamed";
        hibernate.statelessly(session -> session.upsert(hero));
        List<Hero> found = heroes("where id = 51");
        assertThat(found).hasSize(1);
        assertThat(found.get(0).name).isEqualTo("renamed");
        assertThat(found.get(0).badge).as("a number that upsert does not fill").isNull();
    }

    @Test
    void anInsertStatementWithValuesMakesIds() {
        String statement = "insert into Hero (name) values ('one'), ('one'), ('one')";
        int count = hibernate.fromTransaction(
                session -> session.createMutationQuery(statement).executeUpdate());
        assertThat(count).isEqualTo(3);
        List<Hero> found = heroes("where name = 'one'");
        assertThat(found.stream().map(hero -> hero.id)).hasSize(3).doesNotHaveDuplicates();
        assertThat(found).allMatch(hero -> LAYOUT.decode(hero.id).worker() == WORKER);
    }

    @Test
    void anInsertStatementThatSelectsIsRefusedSayingWhatToDo() {
        assertThatThrownBy(() -> hibernate.inTransaction(
                        session -> session.createMutationQuery("insert into Hero (name) select o.name from Hero o")
                                .executeUpdate()))
                .rootCause()
                .hasMessageContainingAll(
                        "@SnowflakeId of Hero.id",
                        "ids are generated in the application",
                        "select the entities and persist new ones",
                        "or list the id in the statement");
    }

    @Test
    void anInsertStatementMayListTheId() {
        hibernate.inTransaction(session -> {
            session.createMutationQuery("insert into Hero (id, name) values (70, 'source'), (71, 'source')")
                    .executeUpdate();
            session.createMutationQuery("insert into Hero (id, name) select 72, h.name from Hero h where h.id = 71")
                    .executeUpdate();
        });
        assertThat(heroes("where name = 'source'").stream().map(hero -> hero.id))
                .containsExactlyInAnyOrder(70L, 71L, 72L);
    }

    @Test
    void anInsertStatementHasNoKeyForAGene() {
        assertThatThrownBy(() -> hibernate.inTransaction(
                        session -> session.createMutationQuery("insert into Order (userId) values (5)")
                                .executeUpdate()))
                .hasStackTraceContaining("cannot generate Order.id: its gene is read from the entity")
                .hasStackTraceContaining("list the id in the statement, or persist entities");
    }

    private static List<Hero> heroes(String where) {
        return hibernate.fromTransaction(session ->
                session.createSelectionQuery("from Hero " + where, Hero.class).getResultList());
    }
}
