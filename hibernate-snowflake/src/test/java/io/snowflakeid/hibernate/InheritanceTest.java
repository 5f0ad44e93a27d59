package io.snowflakeid.hibernate;

import static io.snowflakeid.hibernate.HibernateOn.assertMadeBy;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.hibernate.Entities.Identified;
import jakarta.persistence.CascadeType;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.Id;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.OneToMany;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hibernate.annotations.DiscriminatorFormula;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An id that several entities inherit, and one that rows get by cascade. */
class InheritanceTest {

    private static final int WORKER = 755;

    @Entity(name = "Hero")
    static class Hero extends Identified {
        String name = "";
    }

    /** A class in between that maps nothing of its own. */
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

    @Entity(name = "Single")
    @Inheritance(strategy = InheritanceType.SINGLE_TABLE)
    // no column: H2 2.4 fails on the check that Hibernate makes for one
    @DiscriminatorFormula("case when extra is null then '1' else '2' end")
    @DiscriminatorValue("1")
    static class Single extends Identified {}

    @Entity(name = "SingleChild")
    @DiscriminatorValue("2")
    static class SingleChild extends Single {
        String extra = "";
    }

    @Entity(name = "Joined")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Joined {
        @Id
        @GeneratedValue
        @SnowflakeId
        long id;
    }

    @Entity(name = "JoinedChild")
    static class JoinedChild extends Joined {
        String extra = "";
    }

    @Entity(name = "PerClass")
    @Inheritance(strategy = InheritanceType.TABLE_PER_CLASS)
    static class PerClass extends Identified {}

    @Entity(name = "PerClassChild")
    static class PerClassChild extends PerClass {
        String extra = "";
    }

    @Entity(name = "Guild")
    static class Guild extends Identified {
        @OneToMany(mappedBy = "guild", cascade = CascadeType.ALL)
        List<Member> members = new ArrayList<>();
    }

    @Entity(name = "Member")
    static class Member extends Identified {
        @ManyToOne
        Guild guild;
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
            PerClassChild.class,
            Guild.class,
            Member.class);

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
        child.id = 31;
        hibernate.persisted(child);
        assertThat(hibernate.find(Joined.class, 31L)).isInstanceOf(JoinedChild.class);
    }

    @Test
    void childrenThatAreReachedByCascadeGetIds() {
        Guild guild = new Guild();
        for (int i = 0; i < 3; i++) {
            Member member = new Member();
            member.guild = guild;
            guild.members.add(member);
        }
        hibernate.persisted(guild);
        guild.members.forEach(member -> assertMadeBy(WORKER, member.id));
        assertThat(guild.members.stream().map(member -> member.id)).doesNotHaveDuplicates();
    }
}
