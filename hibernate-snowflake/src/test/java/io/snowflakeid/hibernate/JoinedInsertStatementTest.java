package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.hibernate.Entities.Identified;
import jakarta.persistence.Entity;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Insert statements for an entity with several tables; up to 7.0 Hibernate knows database sequences alone there. */
class JoinedInsertStatementTest {

    private static final int WORKER = 792;

    @Entity(name = "Animal")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Animal extends Identified {
        String name;
    }

    @Entity(name = "Dog")
    static class Dog extends Animal {
        String breed;
    }

    @Test
    void eachRowGetsAnId() throws Exception {
        try (HibernateOn hibernate =
                HibernateOn.h2(Map.of(SnowflakeSettings.WORKER, WORKER), Animal.class, Dog.class)) {
            hibernate.inTransaction(session -> session.createMutationQuery(
                            "insert into Dog (name, breed) values ('Rex', 'pug'), ('Max', 'pug')")
                    .executeUpdate());
            List<Dog> dogs = hibernate.fromTransaction(session ->
                    session.createSelectionQuery("from Dog", Dog.class).getResultList());
            assertThat(dogs.stream().map(dog -> dog.id)).hasSize(2).doesNotHaveDuplicates();
            assertThat(dogs)
                    .allMatch(dog -> SnowflakeLayout.DEFAULT.decode(dog.id).worker() == WORKER);
        }
    }
}
