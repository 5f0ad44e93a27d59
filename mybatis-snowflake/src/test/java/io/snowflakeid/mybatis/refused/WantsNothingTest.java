package io.snowflakeid.mybatis.refused;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The other side of the border: statements that want nothing from us run as if we were not there. */
class WantsNothingTest {

    static class Hero {
        @SnowflakeId
        Long id;

        String name = "Ann";

        Hero(Long id) {
            this.id = id;
        }
    }

    /** A row with its own key, and a reference to a row of ours. */
    static class LogLine {
        Long id;
        Hero hero = new Hero(5L);
        Hero nobody;
        List<Hero> seen = List.of(new Hero(6L));
        Object context = Path.of("a/b");
        LogLine previous;

        public Hero getFirst() {
            throw new IllegalStateException("a getter that nobody asked for was called");
        }
    }

    interface Mapper {
        @Insert("INSERT INTO log (line) VALUES (#{a})")
        void scalar(@Param("a") int a);

        @Insert("INSERT INTO log (line) VALUES (#{a} || #{b})")
        void scalars(@Param("a") int a, @Param("b") String b);

        @Insert("INSERT INTO log (line) VALUES (#{line})")
        void text(String line);

        @Insert(
                "<script>INSERT INTO log (line) VALUES <foreach collection='list' item='l' separator=','>(#{l})</foreach></script>")
        void texts(List<String> lines);

        @Insert(
                "<script>INSERT INTO log (line) VALUES <foreach collection='array' item='l' separator=','>(#{l})</foreach></script>")
        void numbers(int[] lines);

        @Insert("INSERT INTO log (line) VALUES (#{line})")
        void map(Map<String, Object> row);

        @Insert("INSERT INTO log (line) VALUES (#{hero.id})")
        void bean(LogLine line);

        @Insert("INSERT INTO log (line) VALUES ('nothing')")
        void nothing();

        @Insert("INSERT INTO log (line) VALUES ('null')")
        void any(Object row);

        @Insert("INSERT INTO log (line) VALUES (#{hero.id})")
        @Options(useGeneratedKeys = true)
        void generatedKeysForNobody(LogLine line);

        @Select("SELECT COUNT(*) FROM log WHERE line = #{name}")
        int count(Hero hero);

        @Update("UPDATE log SET line = #{name}")
        int update(Hero hero);

        @Delete("DELETE FROM log WHERE line = #{name}")
        int delete(Hero hero);

        @Select("SELECT line FROM log ORDER BY id")
        List<String> lines();
    }

    private final PredictableIds ids = new PredictableIds();
    private World world;

    @BeforeEach
    void open() throws SQLException {
        world = World.onH2(
                new SnowflakeInterceptor(ids),
                Mapper.class,
                "CREATE TABLE log (id BIGINT AUTO_INCREMENT PRIMARY KEY, line VARCHAR(40))");
    }

    @AfterEach
    void closeAndCheckThatNoIdWasMade() throws SQLException {
        world.close();
        assertThat(ids.asked).isEmpty();
    }

    private List<String> linesAfter(java.util.function.Consumer<Mapper> insert) {
        List<String> lines = new java.util.ArrayList<>();
        world.call(Mapper.class, mapper -> {
            insert.accept(mapper);
            lines.addAll(mapper.lines());
        });
        return lines;
    }

    @Test
    void scalarsPass() {
        assertThat(linesAfter(mapper -> mapper.scalar(1))).containsExactly("1");
        assertThat(linesAfter(mapper -> mapper.scalars(2, "b"))).containsExactly("1", "2b");
        assertThat(linesAfter(mapper -> mapper.text("c"))).containsExactly("1", "2b", "c");
    }

    @Test
    void collectionsAndArraysOfScalarsPass() {
        assertThat(linesAfter(mapper -> mapper.texts(Arrays.asList("a", null, "a"))))
                .containsExactly("a", null, "a");
        assertThat(linesAfter(mapper -> mapper.numbers(new int[] {1, 2}))).contains("1", "2");
    }

    @Test
    void mapsPass() {
        Map<String, Object> row = new HashMap<>(Map.of("line", "a", "hero", new Hero(1L)));
        row.put("nobody", null);

        assertThat(linesAfter(mapper -> mapper.map(row))).containsExactly("a");
    }

    @Test
    void aBeanWithItsOwnKeyPassesAndMayReferToRowsWithIds() {
        LogLine line = new LogLine();

        assertThat(linesAfter(mapper -> mapper.bean(line))).containsExactly("5");
        assertThat(line.id).isNull();
    }

    @Test
    void aReferenceTwoObjectsAwayIsNotLookedAt() {
        LogLine line = new LogLine();
        line.previous = new LogLine();
        line.previous.hero = new Hero(null);

        assertThat(linesAfter(mapper -> mapper.bean(line))).containsExactly("5");
    }

    @Test
    void noParameterAndNullPass() {
        assertThat(linesAfter(Mapper::nothing)).containsExactly("nothing");
        assertThat(linesAfter(mapper -> mapper.any(null))).containsExactly("nothing", "null");
        assertThat(linesAfter(mapper -> mapper.any(Collections.singletonList(null))))
                .hasSize(3);
    }

    @Test
    void generatedKeysWithoutAKeyPropertyPass() {
        LogLine line = new LogLine();

        assertThat(linesAfter(mapper -> mapper.generatedKeysForNobody(line))).containsExactly("5");
    }

    @Test
    void selectsUpdatesAndDeletesAreNotLookedAt() {
        Hero hero = new Hero(null);

        world.call(Mapper.class, mapper -> {
            mapper.count(hero);
            mapper.update(hero);
            mapper.delete(hero);
        });

        assertThat(hero.id).isNull();
    }
}
