package io.snowflakeid.mybatis.shapes;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.InsertProvider;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.builder.annotation.ProviderContext;

/** The same from a provider, which counts how often it is asked. */
public interface ProvidedHeroes extends Heroes {

    final class Sql {
        static final ThreadLocal<Integer> CALLS = ThreadLocal.withInitial(() -> 0);

        private Sql() {}

        public static String provideSql(ProviderContext context) throws NoSuchMethodException {
            CALLS.set(CALLS.get() + 1);
            var method = context.getMapperMethod();
            return AnnotatedHeroes.class
                    .getMethod(method.getName(), method.getParameterTypes())
                    .getAnnotation(Insert.class)
                    .value()[0];
        }
    }

    @Override
    @InsertProvider(Sql.class)
    void bean(Hero hero);

    @Override
    @InsertProvider(Sql.class)
    void namedBean(@Param("hero") Hero hero);

    @Override
    @InsertProvider(Sql.class)
    void beanAndMore(@Param("hero") Hero hero, @Param("suffix") String suffix);

    @Override
    @InsertProvider(Sql.class)
    void beanTwice(@Param("hero") Hero hero, @Param("again") Hero again);

    @Override
    @InsertProvider(Sql.class)
    void list(List<Hero> heroes);

    @Override
    @InsertProvider(Sql.class)
    void set(Set<Hero> heroes);

    @Override
    @InsertProvider(Sql.class)
    void collection(Collection<Hero> heroes);

    @Override
    @InsertProvider(Sql.class)
    void array(Hero[] heroes);

    @Override
    @InsertProvider(Sql.class)
    void namedList(@Param("heroes") List<Hero> heroes);

    @Override
    @InsertProvider(Sql.class)
    void namedArray(@Param("heroes") Hero[] heroes);

    @Override
    @InsertProvider(Sql.class)
    void listAndMore(@Param("heroes") List<Hero> heroes, @Param("suffix") String suffix);

    @Override
    @InsertProvider(Sql.class)
    void iterable(Iterable<Hero> heroes);

    @Override
    @InsertProvider(Sql.class)
    void namedIterable(@Param("heroes") Iterable<Hero> heroes);

    @Override
    @InsertProvider(Sql.class)
    void listOfLists(List<List<Hero>> teams);

    @Override
    @InsertProvider(Sql.class)
    void arrayOfArrays(Hero[][] teams);

    @Override
    @InsertProvider(Sql.class)
    void mapThatHoldsABean(Map<String, Object> parameters);

    @Override
    @InsertProvider(Sql.class)
    void mapThatHoldsAList(Map<String, Object> parameters);

    @Override
    @InsertProvider(Sql.class)
    void wrappedBean(CreateHero command);

    @Override
    @InsertProvider(Sql.class)
    void namedWrappedBean(@Param("command") CreateHero command, @Param("suffix") String suffix);

    @Override
    @InsertProvider(Sql.class)
    void listOfWrappers(List<CreateHero> commands);

    @Override
    @InsertProvider(Sql.class)
    void wrappedList(CreateTeam command);

    @Override
    @InsertProvider(Sql.class)
    void wrappedArrays(@Param("command") CreateTeams command);
}
