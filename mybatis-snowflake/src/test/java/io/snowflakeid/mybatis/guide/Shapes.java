package io.snowflakeid.mybatis.guide;

import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;

/** The shapes that docs/mybatis.md shows; {@code RowsTest} has all. */
interface Shapes {

    @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
    @Options(keyProperty = "id")
    void mapAsTheRow(Map<String, Object> hero);

    @Insert("INSERT INTO hero (id, name) VALUES (#{command.body.hero.id}, #{command.body.hero.name})")
    @Options(keyProperty = "command.body.hero.id")
    void deeper(@Param("command") Request command);

    record CreateHero(Hero hero, String by) {}

    record Request(CreateHero body) {}
}
