package io.snowflakeid.mybatis;

import static io.snowflakeid.mybatis.Inserts.each;
import static io.snowflakeid.mybatis.Inserts.eachOfEach;
import static io.snowflakeid.mybatis.Inserts.one;
import static io.snowflakeid.mybatis.Inserts.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.mybatis.Rows.Command;
import io.snowflakeid.mybatis.Rows.Guild;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.Rows.Plain;
import io.snowflakeid.mybatis.Rows.Team;
import io.snowflakeid.mybatis.Rows.Ticket;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.AbstractMap.SimpleEntry;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.type.JdbcType;
import org.apache.ibatis.type.ObjectTypeHandler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Every supported parameter of an insert. */
class RowsTest {

    private static final String NEVER = "<if test='false'>never</if>";

    private final PredictableIds ids = new PredictableIds();

    @RegisterExtension
    final Inserts inserts = new Inserts(new SnowflakeInterceptor(ids));

    private static Arguments rows(String sql, String keyProperty, Function<Rows, Object> parameter) {
        return arguments(sql, keyProperty, parameter);
    }

    static Stream<Arguments> beans() {
        return Stream.of(
                rows(one("#{id}, #{name}"), "", rows -> rows.hero("a")),
                rows(one("#{_parameter.id}, #{_parameter.name}") + NEVER, "", rows -> rows.hero("a")),
                rows(one("#{hero.id}, #{hero.name}"), "", rows -> params("hero", rows.hero("a"))),
                rows(one("#{param1.id}, #{param2}"), "", rows -> params("hero", rows.hero("a"), "name", "a")),
                rows(one("#{hero.id}, #{again.name}"), "", rows -> {
                    Hero twice = rows.hero("a");
                    return params("hero", twice, "again", twice);
                }),
                rows(
                        one("#{hero.id}, #{names[key]}"),
                        "",
                        rows -> params("hero", rows.hero("a"), "names", Map.of("key", "a"))),
                rows(one("#{id, jdbcType=BIGINT}, #{name}"), "", rows -> rows.hero("a")),
                rows(one("${id}, #{name}"), "", rows -> rows.hero("a")),
                rows("<bind name='key' value='id'/>" + one("#{key}, #{name}"), "", rows -> rows.hero("a")),
                rows(
                        "INSERT INTO hero (<if test='id != null'>id,</if> name)"
                                + " VALUES (<if test='id != null'>#{id},</if> #{name})",
                        "",
                        rows -> rows.hero("a")),
                rows(
                        one("#{hero.id}, #{hero.name}"),
                        "",
                        rows -> params("hero", rows.hero("a"), "guild", Guild.stored(5))));
    }

    static Stream<Arguments> collections() {
        return Stream.of(
                rows(each("list"), "", rows -> heroes(rows)),
                rows(each("collection"), "", rows -> identitySetOf(heroes(rows))),
                rows(each("collection"), "", rows -> Collections.unmodifiableCollection(heroes(rows))),
                rows(each("array"), "", rows -> heroes(rows).toArray()),
                rows(each("heroes"), "", rows -> params("heroes", heroes(rows))),
                rows(each("heroes"), "", rows -> params("heroes", heroes(rows), "guild", new Plain("unused"))),
                rows(each("heroes"), "", rows -> params("heroes", heroes(rows), "guild", Guild.stored(5))),
                rows(eachOfEach("list", "o"), "", rows -> List.of(heroes(rows), List.of(rows.hero("d")))),
                rows(eachOfEach("array", "o"), "", rows -> new Hero[][] {{rows.hero("a")}, {rows.hero("b")}}),
                rows(one("#{list[0].id}, #{list[0].name}"), "", rows -> List.of(rows.hero("a"))),
                rows(each("heroes"), "", rows -> params("heroes", entries(rows.hero("a"), rows.hero("b")))),
                rows(
                        eachOfEach("heroes", "o"),
                        "",
                        rows -> params("heroes", entries(heroes(rows), List.of(rows.hero("d"))))),
                rows(
                        one("#{hero.value.id}, #{hero.key}"),
                        "",
                        rows -> params("hero", new SimpleEntry<>("a", rows.hero("a")))));
    }

    static Stream<Arguments> mapsAndWrappers() {
        return Stream.of(
                rows(one("#{hero.id}, #{name}"), "", rows -> Map.of("hero", rows.hero("a"), "name", "a")),
                rows(each("heroes"), "", rows -> Map.of("heroes", heroes(rows), "guild", "Owls")),
                rows(
                        one("#{p.hero.id}, #{p.hero.name}"),
                        "",
                        rows -> params("p", Map.of("hero", rows.hero("a")), "n", 1)),
                rows(one("#{hero.id}, #{hero.name}"), "", rows -> new Command(rows.hero("a"))),
                rows(one("#{c.hero.id}, #{name}"), "", rows -> params("c", new Command(rows.hero("a")), "name", "a")),
                rows(
                        "INSERT INTO hero (id, name) VALUES <foreach collection='list' item='c' separator=','>"
                                + "(#{c.hero.id}, #{c.hero.name})</foreach>",
                        "",
                        rows -> List.of(new Command(rows.hero("a")), new Command(rows.hero("b")))),
                rows(each("heroes"), "", rows -> new Team(heroes(rows))),
                rows(each("heroes"), "", rows -> new Team(entries(rows.hero("a"), rows.hero("b")))),
                rows(
                        eachOfEach("t.heroes", "o"),
                        "",
                        rows -> params(
                                "t", new Team(List.of(new Hero[] {rows.hero("a")}, new Hero[] {rows.hero("b")})))));
    }

    static Stream<Arguments> keyProperties() {
        return Stream.of(
                rows(one("#{id}, #{name}"), "id", rows -> rows.plain("a")),
                rows(one("#{id}, #{name}"), "id", rows -> rows.hero("a")),
                rows(each("list"), "id", rows -> List.of(rows.plain("a"), rows.plain("b"))),
                rows(one("#{hero.id}, #{name}"), "hero.id", rows -> params("hero", rows.plain("a"), "name", "a")),
                rows(one("#{hero.id}, #{name}"), "id", rows -> params("hero", rows.plain("a"), "name", "a")),
                rows(
                        one("#{hero.id}, #{hero.name}"),
                        "hero.id",
                        rows -> params("hero", rows.hero("a"), "friend", new Hero("b"))),
                rows(
                        one("#{c.hero.hero.id}, #{c.hero.hero.name}"),
                        "c.hero.hero.id",
                        rows -> params("c", new Command(new Command(rows.plain("a"))), "level", 3)),
                rows(one("#{hero.id}, #{hero.name}"), "hero.id", rows -> new Command(rows.plain("a"))),
                rows(each("heroes"), "heroes.id", rows -> new Team(List.of(rows.plain("a"), rows.plain("b")))),
                rows(
                        eachOfEach("t.heroes", "o.heroes"),
                        "t.heroes.heroes.id",
                        rows -> params("t", new Team(new Team[] {
                            new Team(heroes(rows)), new Team(List.of(rows.hero("d")))
                        }))),
                rows(
                        eachOfEach("list", "o.heroes"),
                        "heroes.id",
                        rows -> List.of(new Team(List.of(rows.plain("a"))), new Team(List.of(rows.plain("b"))))),
                rows(each("heroes"), "heroes.id", rows -> Map.of("heroes", List.of(rows.plain("a")), "level", 3)),
                rows(each("heroes"), "id", rows -> params("heroes", entries(rows.plain("a"), rows.plain("b")))),
                rows(each("heroes"), "heroes.id", rows -> params("heroes", entries(rows.plain("a"), rows.plain("b")))),
                rows(one("#{id}, #{name}"), "id", rows -> rows.map("a")),
                rows(each("list"), "id", rows -> List.of(rows.map("a"), rows.map("b"))),
                rows(one("#{hero.id}, #{name}"), "hero.id", rows -> params("hero", rows.map("a"), "name", "a")),
                rows("INSERT INTO hero (id, name, other) VALUES (#{id}, #{name}, #{guild.id})", "id", rows -> {
                    Map<String, Object> map = rows.map("a");
                    map.put("guild", Guild.stored(5));
                    return map;
                }));
    }

    private static List<Hero> heroes(Rows rows) {
        return List.of(rows.hero("a"), rows.hero("b"), rows.hero("c"));
    }

    private static Set<Object> identitySetOf(Collection<?> rows) {
        Set<Object> set = Collections.newSetFromMap(new IdentityHashMap<>());
        set.addAll(rows);
        return set;
    }

    private static <T> Set<Map.Entry<String, T>> entries(T first, T second) {
        Map<String, T> map = new TreeMap<>();
        map.put("first", first);
        map.put("second", second);
        return map.entrySet();
    }

    @ParameterizedTest
    @MethodSource({"beans", "collections", "mapsAndWrappers", "keyProperties"})
    void everyRowHasItsIdInTheObjectAndInTheTable(String sql, String keyProperty, Function<Rows, Object> parameter)
            throws SQLException {
        for (ExecutorType executor : ExecutorType.values()) {
            Rows rows = new Rows();
            Object handedOver = parameter.apply(rows);
            ids.asked.clear();
            try (Inserts each = new Inserts(new SnowflakeInterceptor(ids))) {
                each.insert(executor, sql, keyProperty, handedOver);
                assertThat(each.stored()).isEqualTo(rows.ids()).doesNotContainValue("null");
            }
            int made = rows.ids().size();
            assertThat(ids.asked).containsExactly(made == 1 ? "next" : "reserve " + made);
        }
    }

    @ParameterizedTest
    @MethodSource({"beans", "collections", "mapsAndWrappers", "keyProperties"})
    void anIdThatIsSetIsKept(String sql, String keyProperty, Function<Rows, Object> parameter) {
        Rows rows = Rows.preset();
        inserts.insert(sql, keyProperty, parameter.apply(rows));

        assertThat(inserts.stored()).isEqualTo(rows.ids());
        assertThat(rows.ids().values()).contains("1");
    }

    @Test
    void onlyRowsWithoutAnIdGetOneAndEqualRowsAreDistinct() {
        List<Hero> heroes = List.of(new Hero("twin"), new Hero("twin"), new Hero("old"));
        heroes.get(2).id = 7L;
        inserts.insert(each("list"), "", heroes);

        assertThat(heroes).extracting(hero -> hero.id).containsExactly(1001L, 1002L, 7L);
        assertThat(ids.asked).containsExactly("reserve 2");
    }

    @Test
    void batchesStillJoinCallsOfOneStatement() {
        Rows rows = new Rows();
        var batches = inserts.insert(
                ExecutorType.BATCH, one("#{id}, #{name}"), "id", rows.hero("a"), rows.plain("b"), rows.map("c"));

        assertThat(batches)
                .singleElement()
                .satisfies(batch -> assertThat(batch.getUpdateCounts()).hasSize(3));
        assertThat(inserts.stored()).isEqualTo(rows.ids());
    }

    @Test
    void anEmptyCollectionIsLeftToMyBatis() {
        for (String keyProperty : List.of("", "id")) {
            assertThatThrownBy(() -> inserts.insert(each("list"), keyProperty, List.of()))
                    .rootCause()
                    .isInstanceOf(SQLException.class); // VALUES without a row
        }
        assertThat(ids.asked).isEmpty();
    }

    @Test
    void rowsThatTheStatementLeavesOutDoNotHinderIt() {
        String filtered = "INSERT INTO hero (id, name) VALUES <foreach collection='list' item='h' separator=','>"
                + "<if test='h.name != \"c\"'>(#{h.id}, #{h.name})</if>"
                + "<if test='h.name == \"c\"'>(-1, 'skipped')</if></foreach>";
        inserts.insert(filtered, "", List.of(new Hero("a"), new Hero("c")));

        assertThat(inserts.stored()).isEqualTo(Map.of("a", "1001", "skipped", "-1"));
    }

    /** A row without an annotation, and rows of it that are inserted later. */
    static class Owner extends Plain {
        final List<Hero> heroes = List.of(new Hero());

        Owner() {
            super("owner");
        }
    }

    /** With annotatedOnly, a keyProperty without an annotation keeps its meaning; it may still lead to annotated rows. */
    @Test
    void withAnnotatedOnlyKeyPropertyIsNoMark() throws SQLException {
        SnowflakeInterceptor interceptor = SnowflakeInterceptor.annotatedOnly(ids);
        try (Inserts annotatedOnly = new Inserts(interceptor)) {
            Rows rows = new Rows();
            annotatedOnly.insert(one("#{id}, #{name}"), "id", rows.plain("1"));
            annotatedOnly.insert(one("#{hero.id}, #{hero.name}"), "hero.id", new Command(rows.plain("2")));
            annotatedOnly.insert("INSERT INTO hero (name) VALUES (#{name})", "id", rows.map("3"));
            assertThat(annotatedOnly.stored()).isEqualTo(rows.ids()).isEqualTo(Map.of("1", "1", "2", "2", "3", "3"));
            assertThat(ids.asked).isEmpty();

            annotatedOnly.insert(one("#{hero.id}, #{hero.name}"), "hero.id", new Command(rows.hero("4")));
            assertThat(annotatedOnly.stored()).containsEntry("4", "1001");

            Owner owner = new Owner();
            annotatedOnly.insert("INSERT INTO hero (name) VALUES (#{p.name})", "p.id", params("p", owner));
            assertThat(annotatedOnly.stored()).containsEntry("owner", String.valueOf(owner.id));
            assertThat(owner.heroes.get(0).id).isNull();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SIMPLE", "BATCH"})
    void otherPropertiesThatKeyPropertyNamesAreStillFilledByTheDatabase(ExecutorType executor) {
        List<Ticket> tickets = List.of(new Ticket(), new Ticket(), new Ticket());
        String sql = "INSERT INTO hero (other, name) VALUES (#{id}, #{name})";
        inserts.insert(executor, sql, "serial", tickets.toArray());

        assertThat(tickets)
                .flatExtracting(ticket -> ticket.id, ticket -> ticket.serial)
                .containsExactly(1001L, 1L, 1002L, 2L, 1003L, 3L);
    }

    @Test
    void anIdInAnObjectThatIsBoundAsAWholeIsUsed() {
        String asAWhole = "INSERT INTO hero (name) VALUES (#{%s, typeHandler=" + Json.class.getName() + "})";
        inserts.insert(asAWhole.formatted("hero"), "", params("hero", new Hero()));
        inserts.insert(asAWhole.formatted("heroes"), "", params("heroes", List.of(new Hero(), new Hero())));
        inserts.insert(asAWhole.formatted("command"), "", params("command", new Command(new Hero())));

        assertThat(ids.asked).containsExactly("next", "reserve 2", "next");
        assertThat(inserts.stored()).hasSize(3);
    }

    @Test
    void anIdInATextThatIsBoundIsUsed() {
        inserts.insert("<bind name='key' value='\"H\" + id'/>INSERT INTO hero (name) VALUES (#{key})", "", new Hero());

        assertThat(inserts.stored()).containsOnlyKeys("H1001");
    }

    public static final class Json extends ObjectTypeHandler {
        @Override
        public void setNonNullParameter(PreparedStatement statement, int i, Object value, JdbcType type)
                throws SQLException {
            statement.setString(i, value.getClass().getSimpleName());
        }
    }
}
