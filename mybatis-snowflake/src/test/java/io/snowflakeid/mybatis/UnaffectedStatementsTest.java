package io.snowflakeid.mybatis;

import static io.snowflakeid.mybatis.Inserts.one;
import static io.snowflakeid.mybatis.Inserts.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.Rows.Immutable;
import io.snowflakeid.mybatis.Rows.Issue;
import io.snowflakeid.mybatis.Rows.Plain;
import io.snowflakeid.mybatis.Rows.Ticket;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.annotations.Update;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Statements without ids of ours run as without the interceptor. */
class UnaffectedStatementsTest {

    private final PredictableIds ids = new PredictableIds();

    @RegisterExtension
    final Inserts inserts = new Inserts(new SnowflakeInterceptor(ids));

    /** A row with its own key, and references to rows of ours. */
    static class LogLine {
        Long id;
        Hero hero = stored(5);
        Hero absent;
        List<Hero> seen = List.of(stored(6));
        Object context = Path.of("a/b");
        LogLine previous;

        public Hero getFirst() {
            throw new IllegalStateException("a getter was called without need");
        }
    }

    private static Hero stored(long id) {
        Hero hero = new Hero("Ann");
        hero.id = id;
        return hero;
    }

    static Stream<Arguments> inserts() {
        String name = "INSERT INTO hero (name) VALUES (#{name})";
        String each = "INSERT INTO hero (name) VALUES <foreach collection='%s' item='n' separator=','>(#{n})</foreach>";
        LogLine farReference = new LogLine();
        farReference.previous = new LogLine();
        farReference.previous.hero = new Hero("not yet");
        Map<String, Object> map = new HashMap<>(Map.of("name", "a", "hero", stored(1)));
        map.put("absent", null);
        return Stream.of(
                arguments(name, params("name", 1), List.of("1,1")),
                arguments("INSERT INTO hero (name) VALUES (#{a} || #{b})", params("a", 2, "b", "b"), List.of("1,2b")),
                arguments(name, "text", List.of("1,text")),
                arguments(each.formatted("list"), Arrays.asList("a", null), List.of("1,a", "2,null")),
                arguments(each.formatted("array"), new int[] {7, 8}, List.of("1,7", "2,8")),
                arguments(name, map, List.of("1,a")),
                arguments(one("#{id}, #{name}"), new HashMap<>(Map.of("name", "a")), List.of("1,a")),
                arguments("INSERT INTO hero (name) VALUES (#{hero.id})", new LogLine(), List.of("1,5")),
                arguments("INSERT INTO hero (name) VALUES (#{hero.id})", farReference, List.of("1,5")),
                arguments(one("#{id}, #{name}"), new Plain("a"), List.of("1,a")),
                arguments("INSERT INTO hero (name) VALUES ('x')", null, List.of("1,x")),
                arguments("INSERT INTO hero (name) VALUES ('x')", Collections.singletonList(null), List.of("1,x")),
                arguments(name, stored(9), List.of("1,Ann")), // a row with an id may be used without it
                arguments(one("#{id}, #{name}"), new Immutable(7L, "Bob"), List.of("7,Bob")),
                arguments(one("#{issueId}, #{name}"), new Issue(7L, "Bob"), List.of("7,Bob")));
    }

    @ParameterizedTest
    @MethodSource
    void inserts(String sql, Object parameter, List<String> stored) {
        inserts.insert(sql, "", parameter);

        assertThat(inserts.setup.query("SELECT id, name FROM hero ORDER BY id")).isEqualTo(stored);
        assertThat(ids.asked).isEmpty();
    }

    interface Mapper {
        @Select("SELECT COUNT(*) FROM hero WHERE name = #{name}")
        int count(Hero hero);

        @Update("UPDATE hero SET name = #{name}")
        int update(Hero hero);

        @Delete("DELETE FROM hero WHERE name = #{name}")
        int delete(Hero hero);

        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name})")
        @SelectKey(statement = "SELECT 77", keyProperty = "id", before = true, resultType = Long.class)
        void selectKey(Object row);

        @Insert("INSERT INTO hero (id, name, other) VALUES (#{id}, #{name}, #{serial})")
        @SelectKey(statement = "SELECT 78", keyProperty = "serial", before = true, resultType = Long.class)
        void selectKeyOfOtherProperty(Ticket ticket);
    }

    @Test
    void selectsUpdatesAndDeletes() {
        Hero hero = new Hero("Ann");
        inserts.setup.configuration().addMapper(Mapper.class);

        inserts.setup.call(Mapper.class, mapper -> {
            mapper.count(hero);
            mapper.update(hero);
            mapper.delete(hero);
        });

        assertThat(hero.id).isNull();
    }

    @Test
    void aSelectKeyThatFillsNoIdOfOurs() {
        inserts.setup.configuration().addMapper(Mapper.class);
        Ticket ticket = new Ticket();

        inserts.setup.call(Mapper.class, mapper -> {
            mapper.selectKey(new HashMap<>(Map.of("name", "Bob")));
            mapper.selectKeyOfOtherProperty(ticket);
        });

        assertThat(inserts.stored()).isEqualTo(Map.of("Bob", "77", "Ann", "1001"));
        assertThat(ticket.serial).isEqualTo(78);
    }

    @Test
    void aSelectKeyOfTheIdIsRefused() {
        inserts.setup.configuration().addMapper(Mapper.class);

        assertThatThrownBy(() -> inserts.setup.call(Mapper.class, mapper -> mapper.selectKey(new Plain("Ann"))))
                .rootCause()
                .hasMessageContaining(
                        "selectKey, parameter shape Plain: <selectKey> writes Plain.id as well, and an id can"
                                + " have one source only; remove it,");
    }
}
