package io.snowflakeid.mybatis.guide;

import java.util.List;
import org.apache.ibatis.annotations.Param;

/** In XML. */
public interface HeroMapper {

    void insert(Hero hero);

    void insertAll(List<Hero> heroes);

    void insertHeroesOf(@Param("guild") Guild guild);

    /** Has no id here. */
    record Guild(String name, List<Hero> heroes) {}
}
