package io.snowflakeid.mybatis.refused;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.Rows.Guild;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.Arrays;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is not supported is refused by name, and nothing is inserted: no row is silently left without an id. */
class RefusedShapesTest {

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

        @Insert("<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='_parameter' item='h' separator=','>(#{h.id}, 'x')</foreach></script>")
        void each(Iterable<Hero> heroes);

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
        void severalKeys(Object row);
    }

    private static Arguments refused(Consumer<Mapper> call, String statement, String found, String waysOut) {
        return arguments(
                call,
                "no id for statement " + Mapper.class.getName() + "." + statement + ": " + found + "; " + waysOut);
    }

    static Stream<Arguments> severalOrNoRows() {
        String which = "pass the rows alone, of a map its values(), or set keyProperty to '<parameter>.<property>'"
                + " to say which, and insert the others first";
        Hero hero = new Hero();
        return Stream.of(
                refused(
                        mapper -> mapper.two(new Hero(), new Guild()),
                        "two, parameter shape Map[guild, hero]",
                        "several parameters could take ids, at 'guild' and 'hero'",
                        which),
                refused(
                        mapper -> mapper.any(new Alliance()),
                        "any, parameter shape Alliance",
                        "several parameters could take ids, at 'hero' and 'guild'",
                        which),
                refused(
                        mapper -> mapper.any(List.of(hero, new Hero(), hero)),
                        "any, parameter shape List[Hero]",
                        "elements 0 and 2 are the same Hero instance, so both rows would get one id",
                        "pass it once, or pass a copy"),
                refused(
                        mapper -> mapper.any(Arrays.asList(new Hero(), null)),
                        "any, parameter shape List[Hero]",
                        "element 1 is null, which takes no id, while others do",
                        "pass only rows that take an id"),
                refused(
                        mapper -> mapper.any(new Object[] {new Hero(), "Bob"}),
                        "any, parameter shape Object[]",
                        "element 1 is a String, which takes no id, while others do",
                        "pass only rows that take an id"),
                refused(
                        mapper -> mapper.any(new Object[] {new Hero(), new Unmarked()}),
                        "any, parameter shape Object[]",
                        "element 1 is a Unmarked, which takes no id, while others do",
                        "pass only rows that take an id, or mark its id @SnowflakeId"));
    }

    static Stream<Arguments> keyProperties() {
        String passTheRow =
                "pass the row itself, a collection or an array of rows, with keyProperty naming one property"
                        + " of them, or leave out keyProperty, or let ids be made for @SnowflakeId alone (annotatedOnly)";
        String correct = "correct the path, or " + passTheRow;
        Request empty = new Request();
        empty.body = null;
        return Stream.of(
                refused(
                        mapper -> mapper.keyed(new Command()),
                        "keyed, parameter shape Command",
                        "keyProperty 'id' names no property of Command; if the rows at 'hero' are meant, it must be"
                                + " 'hero.id'",
                        passTheRow),
                refused(
                        mapper -> mapper.wrapperByPath(new Command(), 3),
                        "wrapperByPath, parameter shape Map[command, level]",
                        "keyProperty 'command.id' names no property of Map[command, level]; if the rows at"
                                + " 'command.hero' are meant, it must be 'command.hero.id'",
                        correct),
                refused(
                        mapper -> mapper.nestedPath(new Alliance()),
                        "nestedPath, parameter shape Alliance",
                        "keyProperty 'guild.master.id' names 'master', which is no property of Guild: it has [id]",
                        correct),
                refused(
                        mapper -> mapper.nestedPath(new Command()),
                        "nestedPath, parameter shape Command",
                        "keyProperty 'guild.master.id' names 'guild', which is no parameter and no property of one:"
                                + " there are [by, hero]",
                        correct),
                refused(
                        mapper -> mapper.nestedPath(Map.of("guild", Map.of("name", "Owls", "level", 3))),
                        "nestedPath, parameter shape Map[guild]",
                        "keyProperty 'guild.master.id' names 'master', which is no key of a Map: it has [level, name]",
                        correct),
                refused(
                        mapper -> mapper.nestedPath(Map.of("guild", 3L)),
                        "nestedPath, parameter shape Map[guild]",
                        "keyProperty 'guild.master.id' names 'master', but Long has no properties",
                        correct),
                refused(
                        mapper -> mapper.typoInTheMiddle(new Request(), 3),
                        "typoInTheMiddle, parameter shape Map[command, level]",
                        "keyProperty 'command.body.hro.id' names 'hro', which is no property of Command: it has"
                                + " [by, hero]",
                        correct),
                refused(
                        mapper -> mapper.typoInTheParameter(new Request(), null),
                        "typoInTheParameter, parameter shape Map[command, level]",
                        "keyProperty 'comand.body.hero.id' names 'comand', which is no parameter and no property of"
                                + " one: there are [body, command, level]",
                        correct),
                refused(
                        mapper -> mapper.typoAtTheEnd(new Unmarked(), 3),
                        "typoAtTheEnd, parameter shape Map[level, row]",
                        "keyProperty 'row.idd' names 'idd', which is no property of Unmarked: it has [id]",
                        correct),
                refused(
                        mapper -> mapper.typoInTheMiddle(empty, 3),
                        "typoInTheMiddle, parameter shape Map[command, level]",
                        "keyProperty 'command.body.hro.id' names 'hro' of null",
                        correct),
                refused(
                        mapper -> mapper.keyed("Ann"),
                        "keyed, parameter shape String",
                        "keyProperty 'id' names no property of String",
                        passTheRow),
                refused(
                        mapper -> mapper.keyedScalars(1, "Ann"),
                        "keyedScalars, parameter shape Map[a, b]",
                        "keyProperty 'id' names no property of Map[a, b]",
                        passTheRow),
                refused(
                        mapper -> mapper.keyed(null),
                        "keyed, parameter shape null",
                        "keyProperty 'id' names a property of null",
                        passTheRow),
                refused(
                        mapper -> mapper.severalKeys(new Unmarked()),
                        "severalKeys, parameter shape Unmarked",
                        "keyProperty 'id,name' names several properties, so it does not say which is the id",
                        passTheRow),
                refused(
                        mapper -> mapper.severalKeys(new Hero()),
                        "severalKeys, parameter shape Hero",
                        "keyProperty names Hero.id together with other generated columns, which would be lost",
                        "let keyProperty name id alone, or let keyProperty and keyColumn name the other columns alone"));
    }

    static Stream<Arguments> idsThatCannotBeSet() {
        String waysOut = "create it with an id from the generator, or use a class with a settable property";
        return Stream.of(
                refused(
                        mapper -> mapper.any(new Immutable(null, "Ann")),
                        "any, parameter shape record Immutable",
                        "Immutable.id is unset, and Immutable is a record",
                        waysOut),
                refused(
                        mapper -> mapper.any(List.of(new WithFinalId(1L), new WithFinalId(null))),
                        "any, parameter shape List[WithFinalId]",
                        "WithFinalId.id is unset, and has no setter and no field that may be written",
                        waysOut));
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

    @ParameterizedTest
    @MethodSource({"severalOrNoRows", "keyProperties", "idsThatCannotBeSet"})
    void whatIsNotSupported(Consumer<Mapper> call, String message) {
        assertThatThrownBy(() -> world.call(Mapper.class, call))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessage(message);
        assertThat(world.idsByName("hero")).isEmpty();
        assertThat(ids.asked).isEmpty();
    }

    /** MyBatis iterates it, and nothing says how often that may be done. */
    @Test
    void anIterableThatIsNoCollection() {
        Iterable<Hero> heroes = () -> List.of(new Hero()).iterator();

        assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.each(heroes)))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("the statement binds #{h.id}, but Hero.id is unset")
                .hasMessageEndingWith(
                        "pass a List, if it comes from an Iterable, or a collection that makes new objects"
                                + " each time");
    }

    @Test
    void aRecordThatBringsItsIdIsInserted() {
        world.call(Mapper.class, mapper -> mapper.bound(new Immutable(7L, "Bob")));

        assertThat(world.idsByName("hero")).containsEntry("Bob", "7");
        assertThat(ids.asked).isEmpty();
    }
}
