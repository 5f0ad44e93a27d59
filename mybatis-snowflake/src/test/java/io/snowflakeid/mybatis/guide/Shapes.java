package io.snowflakeid.mybatis.guide;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;

/** What docs/mybatis.md shows of every shape. */
interface Shapes {

    String ALL = """
            <script>
            INSERT INTO hero (id, name) VALUES
            <foreach collection='heroes' item='h' separator=','>(#{h.id}, #{h.name})</foreach>
            </script>
            """;

    @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
    void bean(Hero hero);

    @Insert("INSERT INTO hero (id, name) VALUES (#{hero.id}, #{hero.name})")
    void named(@Param("hero") Hero hero);

    @Insert("INSERT INTO hero (id, name) VALUES (#{hero.id}, #{prefix} || #{hero.name})")
    void besideOthers(@Param("hero") Hero hero, @Param("prefix") String prefix);

    @Insert(ALL)
    void list(List<Hero> heroes);

    @Insert(ALL)
    void set(Set<Hero> heroes);

    @Insert(ALL)
    void collection(Collection<Hero> heroes);

    @Insert(ALL)
    void array(Hero[] heroes);

    @Insert(ALL)
    void mapThatHoldsThem(Map<String, Object> parameters);

    @Insert("INSERT INTO hero (id, name) VALUES (#{hero.id}, #{hero.name})")
    void wrapper(CreateHero command);

    @Insert(ALL)
    void wrapperOfAList(CreateHeroes command);

    @Insert("""
            <script>
            INSERT INTO hero (id, name) VALUES
            <foreach collection='teams' item='team' separator=','>
              <foreach collection='team' item='h' separator=','>(#{h.id}, #{h.name})</foreach>
            </foreach>
            </script>
            """)
    void listOfLists(@Param("teams") List<List<Hero>> teams);

    @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
    @Options(keyProperty = "id")
    void mapAsTheRow(Map<String, Object> hero);

    @Insert("INSERT INTO hero (id, name) VALUES (#{command.body.hero.id}, #{command.body.hero.name})")
    @Options(keyProperty = "command.body.hero.id")
    void deeper(@Param("command") Request command);

    @Insert("INSERT INTO hero (id, name, guild_id) VALUES (#{hero.id}, #{hero.name}, #{guild.id})")
    @Options(keyProperty = "hero.id")
    void rowAndReference(@Param("hero") Hero hero, @Param("guild") Hero guild);

    @Insert("""
            <script>
            INSERT INTO hero (<if test='id != null'>id,</if> name)
            VALUES (<if test='id != null'>#{id},</if> #{name})
            </script>
            """)
    void dynamic(Hero hero);

    record CreateHero(Hero hero, String by) {}

    record CreateHeroes(List<Hero> heroes) {}

    record Request(CreateHero body) {}
}
