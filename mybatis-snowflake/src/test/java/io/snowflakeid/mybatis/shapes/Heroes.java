package io.snowflakeid.mybatis.shapes;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;

/** Every way to hand rows to an insert that gets them their ids. */
public interface Heroes {
    String INTO = "INSERT INTO hero (id, name) VALUES ";
    String EACH = "<script>" + INTO + "<foreach collection='";
    String ROW = "' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>";

    @Insert(INTO + "(#{id}, #{name})")
    void bean(Hero hero);

    @Insert(INTO + "(#{hero.id}, #{hero.name})")
    void namedBean(@Param("hero") Hero hero);

    @Insert(INTO + "(#{hero.id}, #{hero.name} || #{suffix})")
    void beanAndMore(@Param("hero") Hero hero, @Param("suffix") String suffix);

    @Insert(INTO + "(#{hero.id}, #{again.name})")
    void beanTwice(@Param("hero") Hero hero, @Param("again") Hero again);

    @Insert(EACH + "list" + ROW)
    void list(List<Hero> heroes);

    @Insert(EACH + "collection" + ROW)
    void set(Set<Hero> heroes);

    @Insert(EACH + "collection" + ROW)
    void collection(Collection<Hero> heroes);

    @Insert(EACH + "array" + ROW)
    void array(Hero[] heroes);

    @Insert(EACH + "heroes" + ROW)
    void namedList(@Param("heroes") List<Hero> heroes);

    @Insert(EACH + "heroes" + ROW)
    void namedArray(@Param("heroes") Hero[] heroes);

    @Insert(EACH + "heroes' item='h' separator=','>(#{h.id}, #{h.name} || #{suffix})</foreach></script>")
    void listAndMore(@Param("heroes") List<Hero> heroes, @Param("suffix") String suffix);

    String TEAMS = "' item='team' separator=','><foreach collection='team' item='h' separator=','>(#{h.id}, #{h.name})"
            + "</foreach></foreach></script>";

    @Insert(EACH + "list" + TEAMS)
    void listOfLists(List<List<Hero>> teams);

    @Insert(EACH + "array" + TEAMS)
    void arrayOfArrays(Hero[][] teams);

    @Insert(INTO + "(#{hero.id}, #{hero.name} || #{suffix})")
    void mapThatHoldsABean(Map<String, Object> parameters);

    @Insert(EACH + "heroes' item='h' separator=','>(#{h.id}, #{h.name} || #{suffix})</foreach></script>")
    void mapThatHoldsAList(Map<String, Object> parameters);

    @Insert(INTO + "(#{hero.id}, #{hero.name})")
    void wrappedBean(CreateHero command);

    @Insert(INTO + "(#{command.hero.id}, #{command.hero.name} || #{suffix})")
    void namedWrappedBean(@Param("command") CreateHero command, @Param("suffix") String suffix);

    @Insert(EACH + "list' item='c' separator=','>(#{c.hero.id}, #{c.hero.name})</foreach></script>")
    void listOfWrappers(List<CreateHero> commands);

    @Insert(EACH + "heroes" + ROW)
    void wrappedList(CreateTeam command);

    @Insert(EACH + "command.teams" + TEAMS)
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
