package io.snowflakeid.mybatis.shapes;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;

/** The same as the XML mapper, in annotations. */
public interface AnnotatedHeroes extends Heroes {
    String INTO = "INSERT INTO hero (id, name) VALUES ";
    String EACH = "<script>" + INTO + "<foreach collection='";
    String ROW = "' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>";

    @Override
    @Insert(INTO + "(#{id}, #{name})")
    void bean(Hero hero);

    @Override
    @Insert(INTO + "(#{hero.id}, #{hero.name})")
    void namedBean(@Param("hero") Hero hero);

    @Override
    @Insert(INTO + "(#{hero.id}, #{hero.name} || #{suffix})")
    void beanAndMore(@Param("hero") Hero hero, @Param("suffix") String suffix);

    @Override
    @Insert(INTO + "(#{hero.id}, #{again.name})")
    void beanTwice(@Param("hero") Hero hero, @Param("again") Hero again);

    @Override
    @Insert(EACH + "list" + ROW)
    void list(List<Hero> heroes);

    @Override
    @Insert(EACH + "collection" + ROW)
    void set(Set<Hero> heroes);

    @Override
    @Insert(EACH + "collection" + ROW)
    void collection(Collection<Hero> heroes);

    @Override
    @Insert(EACH + "array" + ROW)
    void array(Hero[] heroes);

    @Override
    @Insert(EACH + "heroes" + ROW)
    void namedList(@Param("heroes") List<Hero> heroes);

    @Override
    @Insert(EACH + "heroes" + ROW)
    void namedArray(@Param("heroes") Hero[] heroes);

    @Override
    @Insert(EACH + "heroes' item='h' separator=','>(#{h.id}, #{h.name} || #{suffix})</foreach></script>")
    void listAndMore(@Param("heroes") List<Hero> heroes, @Param("suffix") String suffix);

    String TEAMS = "' item='team' separator=','><foreach collection='team' item='h' separator=','>(#{h.id}, #{h.name})"
            + "</foreach></foreach></script>";

    @Override
    @Insert(EACH + "_parameter" + ROW)
    void iterable(Iterable<Hero> heroes);

    @Override
    @Insert(EACH + "heroes" + ROW)
    void namedIterable(@Param("heroes") Iterable<Hero> heroes);

    @Override
    @Insert(EACH + "list" + TEAMS)
    void listOfLists(List<List<Hero>> teams);

    @Override
    @Insert(EACH + "array" + TEAMS)
    void arrayOfArrays(Hero[][] teams);

    @Override
    @Insert(INTO + "(#{hero.id}, #{hero.name} || #{suffix})")
    void mapThatHoldsABean(Map<String, Object> parameters);

    @Override
    @Insert(EACH + "heroes' item='h' separator=','>(#{h.id}, #{h.name} || #{suffix})</foreach></script>")
    void mapThatHoldsAList(Map<String, Object> parameters);

    @Override
    @Insert(INTO + "(#{hero.id}, #{hero.name})")
    void wrappedBean(CreateHero command);

    @Override
    @Insert(INTO + "(#{command.hero.id}, #{command.hero.name} || #{suffix})")
    void namedWrappedBean(@Param("command") CreateHero command, @Param("suffix") String suffix);

    @Override
    @Insert(EACH + "list' item='c' separator=','>(#{c.hero.id}, #{c.hero.name})</foreach></script>")
    void listOfWrappers(List<CreateHero> commands);

    @Override
    @Insert(EACH + "heroes" + ROW)
    void wrappedList(CreateTeam command);

    @Override
    @Insert(EACH + "command.teams" + TEAMS)
    void wrappedArrays(@Param("command") CreateTeams command);
}
