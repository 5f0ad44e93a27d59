package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.SnowflakeLayout;
import jakarta.persistence.CascadeType;
import jakarta.persistence.DiscriminatorValue;
import jakarta.persistence.ElementCollection;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An id that several entities inherit, and one that rows get by cascade. */
class InheritanceTest {

    private static final int WORKER = 755;

    @MappedSuperclass
    abstract static class Base {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
    }

    @Entity(name = "Hero")
    static class Hero extends Base {
        String name = "";
    }

    /** A class in between that maps nothing of its own. */
    @MappedSuperclass
    abstract static class Renamed extends Base {}

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
    static class Single extends Base {}

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
    static class PerClass {
        @Id
        @GeneratedValue
        @SnowflakeId
        Long id;
    }

    @Entity(name = "PerClassChild")
    static class PerClassChild extends PerClass {
        String extra = "";
    }

    @Entity(name = "Guild")
    static class Guild extends Base {
        @OneToMany(mappedBy = "guild", cascade = CascadeType.ALL)
        List<Member> members = new ArrayList<>();

        @ElementCollection
        List<Long> scores = new ArrayList<>();
    }

    @Entity(name = "Member")
    static class Member extends Base {
        @ManyToOne
        Guild guild;
    }

    private static HibernateOn hibernate;

    @BeforeAll
    static void start() {
        hibernate = HibernateOn.h2(
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
    }

    @AfterAll
    static void stop() throws Exception {
        if (hibernate != null) {
            hibernate.close(); // else the start failed, and has been reported
        }
    }

    private static void assertFresh(Object id) {
        assertThat(SnowflakeLayout.DEFAULT.decode(Long.parseLong(id.toString())).worker())
                .isEqualTo(WORKER);
    }

    @Test
    void entitiesOfAMappedSuperclassGetIds() {
        assertFresh(hibernate.persisted(new Hero()).id);
        assertFresh(hibernate.persisted(new Villain()).id);
    }

    @Test
    void aGenericIdIsWhatTheEntityMakesOfIt() {
        assertFresh(hibernate.persisted(new ByNumber()).getId());
        assertFresh(hibernate.persisted(new ByText()).getId());
    }

    @Test
    void allClassesOfASingleTableGetIds() {
        assertFresh(hibernate.persisted(new Single()).id);
        SingleChild child = hibernate.persisted(new SingleChild());
        assertFresh(child.id);
        assertThat(hibernate.find(Single.class, child.id)).isInstanceOf(SingleChild.class);
    }

    @Test
    void allClassesOfJoinedTablesGetIds() {
        assertFresh(hibernate.persisted(new Joined()).id);
        JoinedChild child = hibernate.persisted(new JoinedChild());
        assertFresh(child.id);
        assertThat(hibernate.find(Joined.class, child.id)).isInstanceOf(JoinedChild.class);
    }

    @Test
    void allClassesWithATableEachGetIds() {
        assertFresh(hibernate.persisted(new PerClass()).id);
        PerClassChild child = hibernate.persisted(new PerClassChild());
        assertFresh(child.id);
        assertThat(hibernate.find(PerClass.class, child.id)).isInstanceOf(PerClassChild.class);
    }

    @Test
    void aPresetIdOfASubclassIsKept() {
        JoinedChild child = new JoinedChild();
        child.id = 31;
        hibernate.persisted(child);
        assertThat(hibernate.find(Joined.class, 31L)).isInstanceOf(JoinedChild.class);
        PerClassChild other = new PerClassChild();
        other.id = 32L;
        hibernate.inTransaction(session -> session.merge(other));
        assertThat(hibernate.find(PerClass.class, 32L)).isInstanceOf(PerClassChild.class);
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
        guild.members.forEach(member -> assertFresh(member.id));
        assertThat(guild.members.stream().map(member -> member.id)).doesNotHaveDuplicates();
    }

    @Test
    void elementsOfACollectionAreLeftAlone() {
        Guild guild = new Guild();
        guild.scores.add(0L);
        guild.scores.add(5L);
        hibernate.persisted(guild);
        List<Long> scores =
                hibernate.fromTransaction(session -> List.copyOf(session.find(Guild.class, guild.id).scores));
        assertThat(scores).containsExactlyInAnyOrder(0L, 5L);
    }
}
