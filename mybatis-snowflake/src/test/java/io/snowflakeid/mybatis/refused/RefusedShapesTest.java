package io.snowflakeid.mybatis.refused;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.plugin.PluginException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is not supported is refused by name, and nothing is inserted: no row is silently left without an id. */
class RefusedShapesTest {

    private static final String MAPPER = RefusedShapesTest.class.getName() + "$Mapper.";

    static class Hero {
        @SnowflakeId
        Long id;

        String name = "Ann";
        Guild guild = new Guild();
        List<Guild> former = List.of(new Guild());
    }

    static class Guild {
        @SnowflakeId
        Long id;
    }

    static class Command {
        Hero hero = new Hero();
        String by = "me";
    }

    static class BatchCommand {
        List<Hero> heroes = List.of(new Hero());
    }

    static class Loose {
        Object payload = new Hero[] {new Hero()};
    }

    record Immutable(@SnowflakeId Long id, String name) {}

    static class WithFinalId {
        @SnowflakeId
        final Long id;

        WithFinalId(Long id) {
            this.id = id;
        }
    }

    interface Mapper {
        String ANY = "INSERT INTO hero (id, name) VALUES (-1, 'x')";

        @Insert(ANY)
        void any(Object row);

        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, 'Bob')")
        void bound(Object row);

        @Insert(ANY)
        void wrapped(@Param("command") Object wrapper, @Param("by") String by);

        @Insert(ANY)
        void two(@Param("heroes") List<Hero> heroes, @Param("guild") Guild guild);

        @Insert(ANY)
        @Options(keyProperty = "heroes.id")
        void pointed(@Param("heroes") List<Hero> heroes, @Param("guild") Guild guild);

        @Insert(ANY)
        @Options(keyProperty = "hero.id")
        void nestedPath(Command command);

        @Insert(ANY)
        @Options(keyProperty = "id")
        void keyed(Object row);

        @Insert(ANY)
        @Options(keyProperty = "id")
        void keyedScalars(@Param("a") int a, @Param("b") String b);

        @Insert(ANY)
        @Options(keyProperty = "id,name", useGeneratedKeys = true)
        void severalKeys(Hero hero);
    }

    private final PredictableIds ids = new PredictableIds();
    private World world;

    @BeforeEach
    void open() throws SQLException {
        world = World.onH2(
                new SnowflakeInterceptor(ids),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40))");
    }

    @AfterEach
    void close() throws SQLException {
        world.close();
    }

    private void assertRefused(Consumer<Mapper> call, String message) {
        assertThatThrownBy(() -> world.call(Mapper.class, call))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessage(message);
        assertThat(world.idsByName("hero")).isEmpty();
        assertThat(ids.asked).isEmpty();
    }

    private static final String INSIDE_WAYS_OUT = " inside another object, which is not supported; "
            + "pass the row, a collection or an array of rows as a parameter of its own, or set its id before the insert";
    private static final String KEY_WAYS_OUT =
            "; pass the row itself, a collection or an array of rows, with keyProperty naming one property of them, "
                    + "or leave out keyProperty, or let ids be made for @SnowflakeId alone (annotatedOnly)";

    @Test
    void severalParametersThatCouldTakeIds() {
        assertRefused(
                mapper -> mapper.two(List.of(new Hero()), new Guild()),
                "no id for statement " + MAPPER
                        + "two, parameter shape Map[guild, heroes]: several parameters could take ids; "
                        + "pass the rows alone, or set keyProperty to '<parameter>.<property>' to say which");
    }

    @Test
    void keyPropertySaysWhichOfSeveralParametersIsTheRow() {
        Hero hero = new Hero();
        Guild guild = new Guild();

        world.call(Mapper.class, mapper -> mapper.pointed(List.of(hero), guild));

        assertThat(hero.id).isEqualTo(PredictableIds.FIRST);
        assertThat(guild.id).isNull();
    }

    @Test
    void theSameInstanceTwiceInOneCollection() {
        Hero hero = new Hero();

        assertRefused(
                mapper -> mapper.any(List.of(hero, new Hero(), hero)),
                "no id for statement " + MAPPER + "any, parameter shape List[Hero]: "
                        + "elements 0 and 2 are the same Hero instance, so both rows would get one id; "
                        + "pass it once, or pass a copy");
        assertThat(hero.id).isNull();
    }

    @Test
    void aNullAmongTheRows() {
        assertRefused(
                mapper -> mapper.any(Arrays.asList(new Hero(), null)),
                "no id for statement " + MAPPER + "any, parameter shape List[Hero]: "
                        + "element 1 is null, which takes no id, while others do; "
                        + "pass only rows that take an id, or mark its id @SnowflakeId");
    }

    @Test
    void somethingElseAmongTheRows() {
        assertRefused(
                mapper -> mapper.any(new Object[] {new Hero(), "Bob"}),
                "no id for statement " + MAPPER + "any, parameter shape Object[]: "
                        + "element 1 is a String, which takes no id, while others do; "
                        + "pass only rows that take an id, or mark its id @SnowflakeId");
    }

    @Test
    void rowsInsideAWrapper() {
        assertRefused(
                mapper -> mapper.any(new Command()),
                "no id for statement " + MAPPER + "any, parameter shape Command: found rows with Hero.id"
                        + INSIDE_WAYS_OUT);
        assertRefused(
                mapper -> mapper.any(new BatchCommand()),
                "no id for statement " + MAPPER + "any, parameter shape BatchCommand: found rows with Hero.id"
                        + INSIDE_WAYS_OUT);
        assertRefused(
                mapper -> mapper.any(new Loose()),
                "no id for statement " + MAPPER + "any, parameter shape Loose: found rows with Hero.id"
                        + INSIDE_WAYS_OUT);
        assertRefused(
                mapper -> mapper.wrapped(new Command(), "me"),
                "no id for statement " + MAPPER + "wrapped, parameter shape Map[by, command]: found rows with Hero.id"
                        + INSIDE_WAYS_OUT);
    }

    @Test
    void aListOfLists() {
        assertRefused(
                mapper -> mapper.any(List.of(List.of(new Hero()))),
                "no id for statement " + MAPPER + "any, parameter shape List[List[Hero]]: found rows with Hero.id"
                        + INSIDE_WAYS_OUT);
    }

    @Test
    void aMapThatHoldsRows() {
        assertRefused(
                mapper -> mapper.any(new TreeMap<>(Map.of("heroes", List.of(new Hero()), "guild", "Owls"))),
                "no id for statement " + MAPPER + "any, parameter shape Map[guild, heroes]: found rows with Hero.id"
                        + INSIDE_WAYS_OUT);
    }

    @Test
    void anIterableThatIsNoCollection() {
        List<Hero> rows = List.of(new Hero());
        Iterable<Hero> heroes = () -> rows.iterator();

        assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.any(heroes)))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("found rows with Hero.id" + INSIDE_WAYS_OUT);
    }

    @Test
    void aMapAsTheRow() {
        assertRefused(
                mapper -> mapper.keyed(new TreeMap<>(Map.of("name", "Ann", "level", 3))),
                "no id for statement " + MAPPER + "keyed, parameter shape Map[level, name]: "
                        + "keyProperty 'id' names a key of a Map, and maps as rows are not supported" + KEY_WAYS_OUT);
        assertRefused(
                mapper -> mapper.keyed(List.of(Map.of("name", "Ann"))),
                "no id for statement " + MAPPER + "keyed, parameter shape List[Map[name]]: "
                        + "keyProperty 'id' names a key of a Map, and maps as rows are not supported" + KEY_WAYS_OUT);
    }

    @Test
    void aPathIntoAnotherObject() {
        assertRefused(
                mapper -> mapper.nestedPath(new Command()),
                "no id for statement " + MAPPER + "nestedPath, parameter shape Command: "
                        + "keyProperty 'hero.id' is a path into another object, which is not supported" + KEY_WAYS_OUT);
    }

    @Test
    void aKeyPropertyThatNobodyHas() {
        assertRefused(
                mapper -> mapper.keyed("Ann"),
                "no id for statement " + MAPPER
                        + "keyed, parameter shape String: keyProperty 'id' names no property of String" + KEY_WAYS_OUT);
        assertRefused(
                mapper -> mapper.keyedScalars(1, "Ann"),
                "no id for statement " + MAPPER + "keyedScalars, parameter shape Map[a, b]: "
                        + "keyProperty 'id' is no property of any parameter" + KEY_WAYS_OUT);
        assertRefused(
                mapper -> mapper.keyed(null),
                "no id for statement " + MAPPER
                        + "keyed, parameter shape null: keyProperty 'id' names a property of null" + KEY_WAYS_OUT);
        assertRefused(
                mapper -> mapper.keyed(List.of(List.of(new Hero()))),
                "no id for statement " + MAPPER + "keyed, parameter shape List[List[Hero]]: "
                        + "keyProperty 'id' names a property of nested or non-Collection rows, which are not supported"
                        + KEY_WAYS_OUT);
    }

    @Test
    void generatedColumnsBesideTheId() {
        assertRefused(
                mapper -> mapper.severalKeys(new Hero()),
                "no id for statement " + MAPPER + "severalKeys, parameter shape Hero: "
                        + "keyProperty names Hero.id together with other generated columns, which would be lost; "
                        + "let keyProperty name id alone, or let keyProperty and keyColumn name the other columns alone");
    }

    @Test
    void aRecordWithoutItsId() {
        assertRefused(
                mapper -> mapper.any(new Immutable(null, "Ann")),
                "cannot generate Immutable.id: Immutable is a record; "
                        + "create it with an id from the generator, or use a class with a settable property");
    }

    @Test
    void aFinalFieldWithoutItsId() {
        assertRefused(
                mapper -> mapper.any(List.of(new WithFinalId(1L), new WithFinalId(null))),
                "cannot generate WithFinalId.id: WithFinalId has no setter for it and no field to write; "
                        + "create it with an id from the generator, or use a class with a settable property");
    }

    @Test
    void aRecordThatBringsItsIdIsInserted() {
        world.call(Mapper.class, mapper -> mapper.bound(new Immutable(7L, "Bob")));

        assertThat(world.idsByName("hero")).containsEntry("Bob", "7");
        assertThat(ids.asked).isEmpty();
    }

    @Test
    void whatARowRefersToIsNotARow() {
        Hero hero = new Hero();

        world.call(Mapper.class, mapper -> mapper.any(hero));

        assertThat(hero.id).isEqualTo(PredictableIds.FIRST);
        assertThat(hero.guild.id).isNull();
    }
}
