package io.snowflakeid.mybatis.shapes;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.annotations.Param;

/** Every way to hand rows to an insert that gets them their ids. */
public interface Heroes {
    void bean(Hero hero);

    void namedBean(@Param("hero") Hero hero);

    void beanAndMore(@Param("hero") Hero hero, @Param("suffix") String suffix);

    void beanTwice(@Param("hero") Hero hero, @Param("again") Hero again);

    void list(List<Hero> heroes);

    void set(Set<Hero> heroes);

    void collection(Collection<Hero> heroes);

    void array(Hero[] heroes);

    void namedList(@Param("heroes") List<Hero> heroes);

    void namedArray(@Param("heroes") Hero[] heroes);

    void listAndMore(@Param("heroes") List<Hero> heroes, @Param("suffix") String suffix);

    void iterable(Iterable<Hero> heroes);

    void namedIterable(@Param("heroes") Iterable<Hero> heroes);

    void listOfLists(List<List<Hero>> teams);

    void arrayOfArrays(Hero[][] teams);

    void mapThatHoldsABean(Map<String, Object> parameters);

    void mapThatHoldsAList(Map<String, Object> parameters);

    void wrappedBean(CreateHero command);

    void namedWrappedBean(@Param("command") CreateHero command, @Param("suffix") String suffix);

    void listOfWrappers(List<CreateHero> commands);

    void wrappedList(CreateTeam command);

    void wrappedArrays(@Param("command") CreateTeams command);

    /** A wrapper of a single row. */
    class CreateHero {
        private final Hero hero;
        private final String by = "me";

        public CreateHero(Hero hero) {
            this.hero = hero;
        }

        public Hero getHero() {
            return hero;
        }

        public String getBy() {
            return by;
        }
    }

    /** A wrapper that is immutable itself. */
    record CreateTeam(String name, List<Hero> heroes) {}

    /** Arrays in a list in a wrapper. */
    record CreateTeams(List<Hero[]> teams) {}
}
