package io.snowflakeid.mybatis.keypath;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of classes without an annotation, deep in a parameter: keyProperty is the path to their id, and lists on it fan out. */
class KeyPathTest {

    static class Hero {
        Long id;
        String name;

        Hero(String name) {
            this.name = name;
        }
    }

    static class Guild {
        String name = "Owls";
        List<Hero> heroes = new ArrayList<>();
        Hero master;

        Guild(Hero... heroes) {
            this.heroes.addAll(List.of(heroes));
        }
    }

    static class Alliance {
        Guild[] guilds;

        Alliance(Guild... guilds) {
            this.guilds = guilds;
        }
    }

    static class Marked {
        @SnowflakeId
        Long id;

        String name = "Ann";
        Long serial;
        Audit audit = new Audit();
    }

    static class Audit {
        Long serial;
    }

    static class WithAttributes {
        Long id;
        String name = "Ann";
        Map<String, Object> attributes = new HashMap<>();
    }

    interface Mapper {
        String INTO = "INSERT INTO hero (id, name) VALUES ";
        String HEROES = "<foreach collection='heroes' item='h' separator=','>(#{h.id}, #{h.name})</foreach>";

        @Insert(INTO + "(#{guild.master.id}, #{guild.master.name})")
        @Options(keyProperty = "guild.master.id", useGeneratedKeys = true)
        void master(@Param("guild") Guild guild, @Param("level") int level);

        @Insert(INTO + "(#{master.id}, #{master.name})")
        @Options(keyProperty = "master.id", useGeneratedKeys = true)
        void masterOf(Guild guild);

        @Insert("<script>" + INTO + HEROES + "</script>")
        @Options(keyProperty = "heroes.id", useGeneratedKeys = true)
        void heroesOf(Guild guild);

        @Insert(
                "<script>" + INTO
                        + "<foreach collection='alliance.guilds' item='g' separator=','>"
                        + "<foreach collection='g.heroes' item='h' separator=','>(#{h.id}, #{h.name})</foreach></foreach></script>")
        @Options(keyProperty = "alliance.guilds.heroes.id")
        void alliance(@Param("alliance") Alliance alliance);

        @Insert(
                "<script>" + INTO + "<foreach collection='list' item='g' separator=','>"
                        + "<foreach collection='g.heroes' item='h' separator=','>(#{h.id}, #{h.name})</foreach></foreach></script>")
        @Options(keyProperty = "heroes.id")
        void guilds(List<Guild> guilds);

        @Insert("<script>" + INTO + HEROES + "</script>")
        @Options(keyProperty = "heroes.id")
        void inAMap(Map<String, Object> parameters);

        @Insert("INSERT INTO hero (id, name, serial) VALUES (#{id}, #{name}, #{attributes.id})")
        @Options(keyProperty = "id")
        void withAttributes(WithAttributes hero);

        @Insert(INTO + "(#{id}, #{name})")
        @Options(keyProperty = "audit.serial", keyColumn = "serial", useGeneratedKeys = true)
        void serialByTheDatabase(Marked marked);
    }

    private final PredictableIds ids = new PredictableIds();

    private World world(SnowflakeInterceptor interceptor) throws SQLException {
        return World.onH2(
                interceptor,
                Mapper.class,
                "CREATE TABLE hero (serial BIGINT AUTO_INCREMENT (500) PRIMARY KEY, id BIGINT, name VARCHAR(40))");
    }

    private static Guild ledBy(Hero master) {
        Guild guild = new Guild();
        guild.master = master;
        return guild;
    }

    @ParameterizedTest
    @EnumSource(ExecutorType.class)
    void everyPathFillsItsRows(ExecutorType executor) throws SQLException {
        try (World world = world(new SnowflakeInterceptor(ids))) {
            world.call(executor, Mapper.class, mapper -> {
                mapper.master(ledBy(new Hero("a")), 3);
                mapper.masterOf(ledBy(new Hero("b")));
                mapper.heroesOf(new Guild(new Hero("c"), new Hero("d")));
                mapper.alliance(new Alliance(new Guild(new Hero("e")), new Guild(new Hero("f"), new Hero("g"))));
                mapper.guilds(List.of(new Guild(new Hero("h")), new Guild(new Hero("i"))));
                mapper.inAMap(new HashMap<>(Map.of("heroes", List.of(new Hero("j")), "level", 3)));
            });

            assertThat(world.query("SELECT name, id FROM hero ORDER BY name"))
                    .containsExactly(
                            "a,1001", "b,1002", "c,1003", "d,1004", "e,1005", "f,1006", "g,1007", "h,1008", "i,1009",
                            "j,1010");
        }
    }

    @Test
    void aNullAtTheEndOfThePathIsRefused() throws SQLException {
        Guild withGap = new Guild();
        withGap.heroes.addAll(Arrays.asList(new Hero("a"), null));
        try (World world = world(new SnowflakeInterceptor(ids))) {
            assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.heroesOf(withGap)))
                    .rootCause()
                    .hasMessageContaining("element 1 is null, which takes no id, while others do");
            assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.masterOf(ledBy(null))))
                    .rootCause()
                    .hasMessageContaining("keyProperty 'master.id' names a property of null");
        }
        assertThat(ids.asked).isEmpty();
    }

    @Test
    void withAnnotatedOnlyAPathIsLeftToMyBatisAndTheAnnotationStillCounts() throws SQLException {
        Marked marked = new Marked();
        Guild guild = ledBy(new Hero("a"));
        try (World world = world(SnowflakeInterceptor.annotatedOnly(ids))) {
            world.call(Mapper.class, mapper -> {
                mapper.serialByTheDatabase(marked);
                mapper.masterOf(guild);
            });
            assertThat(world.query("SELECT serial, id, name FROM hero ORDER BY serial"))
                    .containsExactly("500,1001,Ann", "501,null,a");
        }
        assertThat(marked.audit.serial).isEqualTo(500);
        assertThat(guild.master.id).isEqualTo(501);
    }

    @Test
    void aPropertyOfTheSameNameElsewhereIsNoId() throws SQLException {
        try (World world = world(new SnowflakeInterceptor(ids))) {
            world.call(Mapper.class, mapper -> mapper.withAttributes(new WithAttributes()));

            assertThat(world.query("SELECT id, serial FROM hero")).containsExactly("1001,500");
        }
    }
}
