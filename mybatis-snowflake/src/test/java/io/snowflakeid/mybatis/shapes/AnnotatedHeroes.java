package io.snowflakeid.mybatis.shapes;

import java.util.Collection;
import java.util.List;
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
}
