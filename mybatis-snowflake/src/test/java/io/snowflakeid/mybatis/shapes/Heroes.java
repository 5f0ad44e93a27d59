package io.snowflakeid.mybatis.shapes;

import java.util.Collection;
import java.util.List;
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
}
