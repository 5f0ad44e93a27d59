package io.snowflakeid.mybatis;

import static io.snowflakeid.mybatis.Inserts.each;
import static io.snowflakeid.mybatis.Inserts.one;
import static io.snowflakeid.mybatis.Inserts.params;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.mybatis.Rows.Command;
import io.snowflakeid.mybatis.Rows.Guild;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.Rows.Immutable;
import io.snowflakeid.mybatis.Rows.Plain;
import io.snowflakeid.mybatis.Rows.Team;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.ibatis.plugin.PluginException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Unsupported inserts are rejected with a message; no row is inserted, and no object keeps an id. */
class RefusedTest {

    private static final String ANY = "INSERT INTO hero (id, name) VALUES (-1, 'x')";
    private static final String BEAN = one("#{id}, #{name}");

    @RegisterExtension
    final Inserts inserts = new Inserts(new SnowflakeInterceptor(new PredictableIds()));

    record Alliance(Hero hero, Guild guild) {}

    static class WithFinalId {
        @SnowflakeId
        final Long id;

        WithFinalId(Long id) {
            this.id = id;
        }
    }

    static class Forgetful {
        @SnowflakeId
        private Long id;

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = null;
        }
    }

    /** @param shape and what follows it */
    private static Arguments refused(
            String sql, String keyProperty, Function<Rows, Object> parameter, String shape, String... parts) {
        return arguments(
                sql,
                keyProperty,
                parameter,
                "no id for statement insert, parameter shape " + shape + String.join("; ", parts));
    }

    static Stream<Arguments> severalOrNoRows() {
        return Stream.of(
                several(
                        rows -> params("hero", rows.hero("a"), "guild", new Guild()),
                        "Map[guild, hero]",
                        "'guild' and 'hero'"),
                several(rows -> new Alliance(rows.hero("a"), new Guild()), "record Alliance", "'hero' and 'guild'"),
                several(
                        rows -> params("heroes", new TreeMap<>(Map.of("a", rows.hero("a"), "b", rows.hero("b")))),
                        "Map[a, b]",
                        "'heroes.a' and 'heroes.b'"),
                refused(
                        ANY,
                        "",
                        rows -> {
                            Hero twin = rows.hero("a");
                            return List.of(twin, rows.hero("b"), twin);
                        },
                        "List[Hero]: ",
                        "elements 0 and 2 are the same Hero instance, so both rows would get one id",
                        "pass it once, or pass a copy"),
                element(rows -> Arrays.asList(rows.hero("a"), null), "List[Hero]", "null"),
                element(rows -> new Object[] {rows.hero("a"), new Plain("b")}, "Object[]", "a Plain"));
    }

    private static Arguments several(Function<Rows, Object> parameter, String shape, String places) {
        return refused(
                ANY,
                "",
                parameter,
                shape + ": ",
                "several parameters could be the rows, at " + places,
                "pass only the rows, of a map its values(), or set keyProperty to '<parameter>.<property>'"
                        + " to select one, and insert the others first");
    }

    private static Arguments element(Function<Rows, Object> parameter, String shape, String found) {
        return refused(
                ANY,
                "",
                parameter,
                shape + ": ",
                "element 1 is " + found + ", which has no id property, while others have",
                "pass only rows with an id property, or annotate its id with @SnowflakeId");
    }

    static Stream<Arguments> keyProperties() {
        return Stream.of(
                keyProperty(
                        "id",
                        rows -> new Command(rows.hero("a")),
                        "Command",
                        "is not a property of Command; for the rows at 'hero' it must be 'hero.id'"),
                keyProperty(
                        "c.id",
                        rows -> params("c", new Command(rows.hero("a")), "n", 3),
                        "Map[c, n]",
                        "is not a property of Map[c, n]; for the rows at 'c.hero' it must be 'c.hero.id'"),
                keyProperty(
                        "guild.hero.id",
                        rows -> new Alliance(rows.hero("a"), new Guild()),
                        "record Alliance",
                        "names 'hero', which is not a property of Guild: it has [id]"),
                keyProperty(
                        "comand.hero.id",
                        rows -> params("command", new Command(null), "n", null),
                        "Map[command, n]",
                        "names 'comand', which is neither a parameter nor a property of one: there are [command, hero, n]"),
                keyProperty(
                        "guild.master.id",
                        rows -> Map.of("guild", Map.of("name", "Owls", "n", 3)),
                        "Map[guild]",
                        "names 'master', which is not a property of Map: it has [n, name]"),
                keyProperty(
                        "row.idd",
                        rows -> params("row", rows.plain("a"), "n", 3),
                        "Map[n, row]",
                        "names 'idd', which is not a property of Plain: it has [id, name]"),
                keyProperty("hero.hero.id", rows -> new Command(null), "Command", "names 'hero' of null"),
                keyProperty(
                        "id",
                        rows -> params("a", 1, "params1", "Ann"),
                        "Map[a, params1]",
                        "names 'id', which is not a property of Integer: it has []"),
                keyProperty("id", rows -> null, "null", "names 'id' of null"),
                keyProperty(
                        "id,name",
                        rows -> rows.plain("a"),
                        "Plain",
                        "names several properties, so the id is ambiguous"),
                refused(
                        ANY,
                        "id,name",
                        rows -> rows.hero("a"),
                        "Hero: ",
                        "keyProperty names Hero.id together with other generated columns, which would be lost",
                        "name only id in keyProperty, or name only the other columns in keyProperty and keyColumn"));
    }

    private static Arguments keyProperty(
            String keyProperty, Function<Rows, Object> parameter, String shape, String why) {
        return refused(
                ANY,
                keyProperty,
                parameter,
                shape + ": ",
                "keyProperty '" + keyProperty + "' " + why,
                "correct it: the path to the id of the row, or one property of the passed rows, or remove"
                        + " it, or generate ids for @SnowflakeId only (annotatedOnly)");
    }

    static Stream<Arguments> idsThatCannotBeSet() {
        String waysOut = "create it with an id from the generator, or use a class with a settable property";
        return Stream.of(
                refused(
                        ANY,
                        "",
                        rows -> new Immutable(null, "Ann"),
                        "record Immutable: ",
                        "Immutable.id is unset, and has neither a setter nor a writable field",
                        waysOut),
                refused(
                        ANY,
                        "",
                        rows -> List.of(new WithFinalId(1L), new WithFinalId(null)),
                        "List[WithFinalId]: ",
                        "WithFinalId.id is unset, and has neither a setter nor a writable field",
                        waysOut),
                refused(
                        BEAN,
                        "id",
                        rows -> Collections.singletonMap("name", "Cid"),
                        "Map[name]: ",
                        "Map.id is unset, and a java.util.Collections$SingletonMap cannot be changed",
                        "pass a HashMap, or put an id from the generator into it"),
                refused(
                        "INSERT INTO hero (id) VALUES (#{id})",
                        "",
                        rows -> new Forgetful(),
                        "Forgetful: ",
                        "the statement binds #{id}, but Forgetful.id is unset again right after it was set",
                        "make the setter and the getter of Forgetful.id keep its value"));
    }

    static Stream<Arguments> idsThatAreNotUsed() {
        String ifMarked = "remove @SnowflakeId from Hero.id if the database generates that id";
        String ifNamed = "leave keyProperty to MyBatis (annotatedOnly) if the database generates that id";
        return Stream.of(
                unused("", rows -> rows.hero("a"), "Hero", "Hero", ifMarked),
                unused("id", rows -> rows.plain("a"), "Plain", "Plain", ifNamed),
                unused("id", rows -> rows.map("a"), "Map[id, name]", "Map", ifNamed));
    }

    private static Arguments unused(
            String keyProperty, Function<Rows, Object> row, String shape, String type, String fix) {
        return refused(
                "INSERT INTO hero (name) VALUES (#{name})",
                keyProperty,
                row,
                shape + ": ",
                "the statement never uses the id that " + type + ".id would get, so the row would not have it",
                "bind it as #{id}, or " + fix + ", or pass only its values if that " + type
                        + " is not a row of this statement");
    }

    static Stream<Arguments> referencesWithoutAnId() {
        String other = "INSERT INTO hero (id, other) VALUES (#{%s}, #{%s})";
        List<Hero> newEachTime = new AbstractList<>() {
            @Override
            public Hero get(int index) {
                return new Hero();
            }

            @Override
            public int size() {
                return 1;
            }
        };
        Iterable<Hero> noCollection = () -> List.of(new Hero()).iterator();
        return Stream.of(
                reference(
                        other.formatted("hero.id", "guild.id"),
                        "hero.id",
                        rows -> params("hero", rows.hero("a"), "guild", new Guild()),
                        "Map[guild, hero]",
                        "guild.id",
                        "Guild"),
                reference(
                        other.formatted("id", "guild.id"),
                        "id",
                        rows -> {
                            Map<String, Object> map = rows.map("a");
                            map.put("guild", new Guild());
                            return map;
                        },
                        "Map[guild, id, name]",
                        "guild.id",
                        "Guild"),
                reference(
                        "INSERT INTO hero (id, other) VALUES <foreach collection='heroes' item='h' separator=','>"
                                + "(#{h.id}, #{guild.id})</foreach>",
                        "",
                        rows -> params("guild", new Guild(), "heroes", List.of(rows.hero("a"), rows.hero("b"))),
                        "Map[guild, heroes]",
                        "guild.id",
                        "Guild"),
                reference(
                        one("#{hero.hero.id}, 'x'"),
                        "",
                        rows -> new Command(new Command(rows.hero("a"))),
                        "Command",
                        "hero.hero.id",
                        "Hero"),
                reference(
                        each("heroes.heroes"),
                        "",
                        rows -> new Team(new Team(List.of(rows.hero("a")))),
                        "record Team",
                        "h.id",
                        "Hero"),
                reference(
                        one("#{heroes[0].id}, 'x'"),
                        "",
                        rows -> params("heroes", newEachTime),
                        "List[Hero]",
                        "heroes[0].id",
                        "Hero"),
                reference(
                        each("_parameter"),
                        "",
                        rows -> noCollection,
                        noCollection.getClass().getSimpleName(),
                        "h.id",
                        "Hero"));
    }

    private static Arguments reference(
            String sql, String keyProperty, Function<Rows, Object> row, String shape, String path, String type) {
        String fix = path.equals("h.id") || path.contains("[")
                ? "set keyProperty to its path, such as 'order.items.id', or pass a List, if it comes from an"
                        + " Iterable, a map, or a collection that creates new objects each time"
                : "set keyProperty to '" + path + "'";
        return refused(
                sql,
                keyProperty,
                row,
                shape + ": ",
                "the statement binds #{" + path + "}, but " + type + ".id is unset, as that " + type
                        + " is not a row of this insert",
                "insert that " + type + " first, or if it is the row, " + fix);
    }

    @ParameterizedTest
    @MethodSource({
        "severalOrNoRows",
        "keyProperties",
        "idsThatCannotBeSet",
        "idsThatAreNotUsed",
        "referencesWithoutAnId"
    })
    void whatIsNotSupported(String sql, String keyProperty, Function<Rows, Object> parameter, String message) {
        Rows rows = new Rows();
        assertThatThrownBy(() -> inserts.insert(sql, keyProperty, parameter.apply(rows)))
                .satisfies(error -> assertThat(error.getCause())
                        .isInstanceOf(PluginException.class)
                        .hasMessage(message));
        assertThat(inserts.stored()).isEmpty();
        assertThat(rows.ids().values()).allMatch("null"::equals);
    }

    @Test
    void whatWasRefusedMayBeInsertedOnceItsReferenceIsThere() {
        Rows rows = new Rows();
        Guild guild = new Guild();
        String sql = "INSERT INTO hero (id, name, other) VALUES (#{hero.id}, #{hero.name}, #{guild.id})";
        Object parameter = params("hero", rows.hero("a"), "guild", guild);
        assertThatThrownBy(() -> inserts.insert(sql, "hero.id", parameter)).hasMessageContaining("Guild.id is unset");

        guild.id = 5L;
        inserts.insert(sql, "hero.id", parameter);
        assertThat(inserts.stored()).isEqualTo(rows.ids()).containsEntry("a", "1002");
    }

    @Test
    void oneMapThatCannotBeChangedLeavesTheOthersWithoutAnId() {
        Map<String, Object> ann = new HashMap<>(Map.of("name", "Ann"));

        assertThatThrownBy(() -> inserts.insert(each("list"), "id", List.of(ann, Map.of("name", "Bob"))))
                .hasMessageContaining("cannot be changed");
        assertThat(ann).doesNotContainKey("id");
        assertThat(inserts.stored()).isEmpty();
    }
}
