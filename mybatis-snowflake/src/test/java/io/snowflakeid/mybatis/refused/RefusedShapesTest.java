package io.snowflakeid.mybatis.refused;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Guild;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
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

    static class Unmarked {
        Long id;
    }

    static class Request {
        Command body = new Command();
    }

    static class Command {
        Hero hero = new Hero();
        String by = "me";
    }

    static class Alliance {
        Hero hero = new Hero();
        Guild guild = new Guild();
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
        void two(@Param("hero") Hero hero, @Param("guild") Guild guild);

        @Insert(ANY)
        @Options(keyProperty = "guild.master.id")
        void nestedPath(Object row);

        @Insert(ANY)
        @Options(keyProperty = "command.body.hro.id")
        void typoInTheMiddle(@Param("command") Request command, @Param("level") Integer level);

        @Insert(ANY)
        @Options(keyProperty = "comand.body.hero.id")
        void typoInTheParameter(@Param("command") Request command, @Param("level") Integer level);

        @Insert(ANY)
        @Options(keyProperty = "command.id")
        void wrapperByPath(@Param("command") Command command, @Param("level") Integer level);

        @Insert(ANY)
        @Options(keyProperty = "row.idd")
        void typoAtTheEnd(@Param("row") Unmarked row, @Param("level") Integer level);

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

    private void assertRefused(Consumer<Mapper> call, String... parts) {
        assertThatThrownBy(() -> world.call(Mapper.class, call))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageStartingWith("no id for statement " + MAPPER + parts[0])
                .hasMessageContainingAll(parts)
                .hasMessageEndingWith(parts[parts.length - 1]);
        assertThat(world.idsByName("hero")).isEmpty();
        assertThat(ids.asked).isEmpty();
    }

    private static final String PASS_THE_ROW = "; pass the row itself, a collection or an array of rows";
    private static final String CORRECT_THE_PATH = "; correct the path, or pass the row itself";
    private static final String ANNOTATED_ONLY = "or let ids be made for @SnowflakeId alone (annotatedOnly)";

    @Test
    void severalParametersThatCouldTakeIds() {
        assertRefused(
                mapper -> mapper.two(new Hero(), new Guild()),
                "two, parameter shape Map[guild, hero]",
                "several parameters could take ids",
                "at 'guild' and 'hero'",
                "pass the rows alone",
                "or set keyProperty to '<parameter>.<property>'",
                "insert the others first");
    }

    @Test
    void theSameInstanceTwiceInOneCollection() {
        Hero hero = new Hero();

        assertRefused(
                mapper -> mapper.any(List.of(hero, new Hero(), hero)),
                "any, parameter shape List[Hero]",
                "elements 0 and 2 are the same Hero instance",
                "both rows would get one id",
                "pass it once",
                "or pass a copy");
        assertThat(hero.id).isNull();
    }

    @Test
    void aNullAmongTheRows() {
        assertRefused(
                mapper -> mapper.any(Arrays.asList(new Hero(), null)),
                "any, parameter shape List[Hero]",
                "element 1 is null, which takes no id",
                "pass only rows that take an id");
    }

    @Test
    void somethingElseAmongTheRows() {
        assertRefused(
                mapper -> mapper.any(new Object[] {new Hero(), "Bob"}),
                "any, parameter shape Object[]",
                "element 1 is a String, which takes no id",
                "pass only rows that take an id");
        assertRefused(
                mapper -> mapper.any(new Object[] {new Hero(), new Unmarked()}),
                "any, parameter shape Object[]",
                "element 1 is a Unmarked, which takes no id",
                "pass only rows that take an id",
                "or mark its id @SnowflakeId");
    }

    @Test
    void aWrapperWithSeveralRowsThatCouldTakeIds() {
        assertRefused(
                mapper -> mapper.any(new Alliance()),
                "any, parameter shape Alliance",
                "several parameters could take ids",
                "at 'hero' and 'guild'",
                "pass the rows alone",
                "or set keyProperty to '<parameter>.<property>'",
                "insert the others first");
    }

    @Test
    void aKeyPropertyThatMeansTheRowsInAWrapperButDoesNotSayWhere() {
        assertRefused(
                mapper -> mapper.keyed(new Command()),
                "keyed, parameter shape Command",
                "keyProperty 'id' names no property of Command",
                "if the rows at 'hero' are meant",
                "it must be 'hero.id'",
                PASS_THE_ROW,
                ANNOTATED_ONLY);
    }

    @Test
    void aPathThatEndsAtTheWrapper() {
        assertRefused(
                mapper -> mapper.wrapperByPath(new Command(), 3),
                "wrapperByPath, parameter shape Map[command, level]",
                "keyProperty 'command.id' names no property of Map[command, level]",
                "if the rows at 'command.hero' are meant",
                "it must be 'command.hero.id'",
                PASS_THE_ROW,
                ANNOTATED_ONLY);
    }

    @Test
    void aPathThatLeadsNowhere() {
        assertRefused(
                mapper -> mapper.nestedPath(new Alliance()),
                "nestedPath, parameter shape Alliance",
                "keyProperty 'guild.master.id' names 'master'",
                "no property of Guild",
                "it has [id]",
                CORRECT_THE_PATH,
                ANNOTATED_ONLY);
        assertRefused(
                mapper -> mapper.nestedPath(new Command()),
                "nestedPath, parameter shape Command",
                "keyProperty 'guild.master.id' names 'guild'",
                "no parameter and no property of one",
                "there are [by, hero]",
                CORRECT_THE_PATH,
                ANNOTATED_ONLY);
        assertRefused(
                mapper -> mapper.nestedPath(Map.of("guild", Map.of("name", "Owls", "level", 3))),
                "nestedPath, parameter shape Map[guild]",
                "keyProperty 'guild.master.id' names 'master'",
                "no key of a Map",
                "it has [level, name]",
                CORRECT_THE_PATH,
                ANNOTATED_ONLY);
        assertRefused(
                mapper -> mapper.nestedPath(Map.of("guild", 3L)),
                "nestedPath, parameter shape Map[guild]",
                "keyProperty 'guild.master.id' names 'master'",
                "Long has no properties",
                CORRECT_THE_PATH,
                ANNOTATED_ONLY);
    }

    @Test
    void aPathWithATypo() {
        assertRefused(
                mapper -> mapper.typoInTheMiddle(new Request(), 3),
                "typoInTheMiddle, parameter shape Map[command, level]",
                "keyProperty 'command.body.hro.id' names 'hro'",
                "no property of Command",
                "it has [by, hero]",
                CORRECT_THE_PATH,
                ANNOTATED_ONLY);
        assertRefused(
                mapper -> mapper.typoInTheParameter(new Request(), null),
                "typoInTheParameter, parameter shape Map[command, level]",
                "keyProperty 'comand.body.hero.id' names 'comand'",
                "no parameter and no property of one",
                "there are [body, command, level]",
                CORRECT_THE_PATH,
                ANNOTATED_ONLY);
        assertRefused(
                mapper -> mapper.typoAtTheEnd(new Unmarked(), 3),
                "typoAtTheEnd, parameter shape Map[level, row]",
                "keyProperty 'row.idd' names 'idd'",
                "no property of Unmarked",
                "it has [id]",
                CORRECT_THE_PATH,
                ANNOTATED_ONLY);
    }

    @Test
    void aPathThroughNull() {
        Request empty = new Request();
        empty.body = null;

        assertRefused(
                mapper -> mapper.typoInTheMiddle(empty, 3),
                "typoInTheMiddle, parameter shape Map[command, level]",
                "keyProperty 'command.body.hro.id' names 'hro' of null",
                PASS_THE_ROW,
                ANNOTATED_ONLY);
    }

    @Test
    @SuppressWarnings("StreamToIterable") // that it has no second iteration is the point
    void anIterableThatCanBeIteratedOnlyOnce() {
        Stream<Hero> stream = Stream.of(new Hero());
        Iterator<Hero> iterator = List.of(new Hero()).iterator();
        Iterable<Hero> ofAStream = stream::iterator;
        Iterable<Hero> ofAnIterator = () -> iterator;

        assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.any(ofAStream)))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageContainingAll(
                        " can be iterated only once", "after the ids were set", "pass a List of its elements");
        assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.any(ofAnIterator)))
                .rootCause()
                .hasMessageContaining(" can be iterated only once");
        assertThat(ids.asked).isEmpty();
    }

    @Test
    void aKeyPropertyThatNobodyHas() {
        assertRefused(
                mapper -> mapper.keyed("Ann"),
                "keyed, parameter shape String",
                "keyProperty 'id' names no property of String",
                PASS_THE_ROW,
                ANNOTATED_ONLY);
        assertRefused(
                mapper -> mapper.keyedScalars(1, "Ann"),
                "keyedScalars, parameter shape Map[a, b]",
                "keyProperty 'id' is no property of any parameter",
                "the statement does not bind it",
                "let keyProperty be the path to a property of a parameter",
                "or leave out keyProperty",
                ANNOTATED_ONLY);
        assertRefused(
                mapper -> mapper.keyed(null),
                "keyed, parameter shape null",
                "keyProperty 'id' names a property of null",
                PASS_THE_ROW,
                ANNOTATED_ONLY);
    }

    @Test
    void generatedColumnsBesideTheId() {
        assertRefused(
                mapper -> mapper.severalKeys(new Hero()),
                "severalKeys, parameter shape Hero",
                "keyProperty names Hero.id together with other generated columns",
                "would be lost",
                "let keyProperty name id alone",
                "or let keyProperty and keyColumn name the other columns alone");
    }

    @Test
    void aRecordWithoutItsId() {
        assertRefused(
                mapper -> mapper.any(new Immutable(null, "Ann")),
                "any, parameter shape record Immutable",
                "Immutable.id is unset",
                "Immutable is a record",
                "create it with an id from the generator",
                "or use a class with a settable property");
    }

    @Test
    void aFinalFieldWithoutItsId() {
        assertRefused(
                mapper -> mapper.any(List.of(new WithFinalId(1L), new WithFinalId(null))),
                "any, parameter shape List[WithFinalId]",
                "WithFinalId.id is unset",
                "no setter and no field that may be written",
                "create it with an id from the generator",
                "or use a class with a settable property");
    }

    @Test
    void aRecordThatBringsItsIdIsInserted() {
        world.call(Mapper.class, mapper -> mapper.bound(new Immutable(7L, "Bob")));

        assertThat(world.idsByName("hero")).containsEntry("Bob", "7");
        assertThat(ids.asked).isEmpty();
    }
}
