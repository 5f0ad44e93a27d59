package io.snowflakeid.mybatis.guide;

import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;

/** The shapes that docs/mybatis.md shows; {@code RowsTest} has all. */
interface Shapes {

    String ALL = """
            <script>
            INSERT INTO hero (id, name) VALUES
            <foreach collection='heroes' item='h' separator=','>(#{h.id}, #{h.name})</foreach>
            </script>
            """;

    @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
    void bean(Hero hero);

    @Insert(ALL)
    void list(List<Hero> heroes);

    @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
    @Options(keyProperty = "id")
    void mapAsTheRow(Map<String, Object> hero);

    @Insert("INSERT INTO hero (id, name) VALUES (#{command.body.hero.id}, #{command.body.hero.name})")
    @Options(keyProperty = "command.body.hero.id")
    void deeper(@Param("command") Request command);

    @Insert("INSERT INTO hero (id, name, guild_id) VALUES (#{hero.id}, #{hero.name}, #{guild.id})")
    @Options(keyProperty = "hero.id")
    void rowAndReference(@Param("hero") Hero hero, @Param("guild") Hero guild);

    record CreateHero(Hero hero, String by) {}

    record Request(CreateHero body) {}
}
