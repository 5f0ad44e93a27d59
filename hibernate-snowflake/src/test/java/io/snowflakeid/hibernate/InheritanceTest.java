package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.assertMadeBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.hibernate.Entities.Identified;
import io.snowflakeid.hibernate.Entities.Joined;
import io.snowflakeid.hibernate.Entities.JoinedChild;
import io.snowflakeid.hibernate.Entities.Single;
import io.snowflakeid.hibernate.Entities.SingleChild;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.MappedSuperclass;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An id that several entities inherit. */
class InheritanceTest {

    private static final int WORKER = 755;

    @Entity(name = "Hero")
    static class Hero extends Identified {
        String name = "";
    }

    /** A class in the hierarchy without mapped attributes. */
    @MappedSuperclass
    abstract static class Renamed extends Identified {}

    @Entity(name = "Villain")
    static class Villain extends Renamed {
        String name = "";
    }

    @MappedSuperclass
    abstract static class GenericBase<T, K> {
        private T hidden;

        @Id
        @GeneratedValue
        @SnowflakeId
        public T getId() {
            return hidden;
        }

        public void setId(T id) {
            hidden = id;
        }
    }

    @Entity(name = "ByNumber")
    static class ByNumber extends GenericBase<Long, String> {}

    @Entity(name = "ByText")
    static class ByText extends GenericBase<String, Long> {
        @Override
        public String getId() {
            return super.getId();
        }
    }

    @Entity(name = "PerClass")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class PerClass extends Identified {}

    @Entity(name = "PerClassChild")
    static class PerClassChild extends PerClass {
        String extra = "";
    }

    @RegisterExtension
    static final HibernateOn hibernate = HibernateOn.h2(
            Map.of(SnowflakeSettings.WORKER, WORKER),
            Hero.class,
            Villain.class,
            ByNumber.class,
            ByText.class,
            Single.class,
            SingleChild.class,
            Joined.class,
            JoinedChild.class,
            PerClass.class,
            PerClassChild.class);

    @Test
    void allClassesOfEachKindOfHierarchyGetIds() {
        List<?> entities = List.of(
                new Hero(),
                new Villain(),
                new ByNumber(),
                new ByText(),
                new Single(),
                new SingleChild(),
                new Joined(),
                new JoinedChild(),
                new PerClass(),
                new PerClassChild());
        for (Object entity : entities) {
            Object id = hibernate.idOf(hibernate.persisted(entity));
            assertMadeBy(WORKER, id);
            assertThat(hibernate.find(entity.getClass(), id)).isNotNull();
        }
    }

    @Test
    void aPresetIdOfASubclassIsKept() {
        JoinedChild child = new JoinedChild();
        child.id = 31L;
        hibernate.persisted(child);
        assertThat(hibernate.find(Joined.class, 31L)).isInstanceOf(JoinedChild.class);
    }
}
