package io.snowflakeid.mybatis.keyproperty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.SelectKey;
import org.apache.ibatis.executor.keygen.Jdbc3KeyGenerator;
import org.apache.ibatis.executor.keygen.KeyGenerator;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.session.ExecutorType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Classes without an annotation: the statement's keyProperty names the id, unless the interceptor is told otherwise. */
class KeyPropertyTest {

    private static final String MAPPER = KeyPropertyTest.class.getName() + "$Mapper.";

    static class Hero {
        Long id;
        String name;

        Hero(String name) {
            this.name = name;
        }

        /** By name alone: what is equal is not therefore the same. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Hero hero && name.equals(hero.name);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    static class SmallHero {
        Integer id;
        String name = "Ann";
    }

    static class Ticket {
        @SnowflakeId
        Long id;

        String name = "T";
        Long serial;
    }

    interface Mapper {
        String ROW = "INSERT INTO hero (id, name) VALUES (#{id}, #{name})";
        String ROWS = "<script>INSERT INTO hero (id, name) VALUES "
                + "<foreach collection='list' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>";

        @Insert(ROW)
        void unkeyed(Object hero);

        @Insert(ROW)
        @Options(keyProperty = "id", useGeneratedKeys = true)
        void keyed(Object hero);

        @Insert(ROWS)
        @Options(keyProperty = "id", useGeneratedKeys = true)
        void list(List<Hero> heroes);

        @Insert("INSERT INTO hero (id, name) VALUES (#{hero.id}, #{hero.name} || #{suffix})")
        @Options(keyProperty = "hero.id", useGeneratedKeys = true)
        void pointed(@Param("hero") Hero hero, @Param("suffix") String suffix);

        @Insert("INSERT INTO hero (id, name) VALUES (#{hero.id}, #{hero.name} || #{suffix})")
        @Options(keyProperty = "id", useGeneratedKeys = true)
        void notPointed(@Param("hero") Hero hero, @Param("suffix") String suffix);

        @Insert("INSERT INTO ticket (id, name) VALUES (#{id}, #{name})")
        @Options(keyProperty = "id", useGeneratedKeys = true)
        void ownColumn(Ticket ticket);

        @Insert("INSERT INTO ticket (id, name) VALUES (#{id}, #{name})")
        @Options(keyProperty = "serial", keyColumn = "serial", useGeneratedKeys = true)
        void otherColumn(Ticket ticket);

        @Insert(ROW)
        @SelectKey(statement = "SELECT 77", keyProperty = "id", before = true, resultType = Long.class)
        void selectKey(Object hero);

        @Insert("INSERT INTO hero (id, name) VALUES (#{id}, #{name} || #{level})")
        @SelectKey(statement = "SELECT 77", keyProperty = "id", before = true, resultType = Long.class)
        void selectKeyIntoParameters(@Param("name") String name, @Param("level") int level);

        @Insert("INSERT INTO ticket (id, name, serial) VALUES (#{id}, #{name}, #{serial})")
        @SelectKey(statement = "SELECT 77", keyProperty = "serial", before = true, resultType = Long.class)
        void selectKeyOfOtherProperty(Ticket ticket);
    }

    private final PredictableIds ids = new PredictableIds();

    private static World world(SnowflakeInterceptor interceptor) throws SQLException {
        return World.onH2(
                interceptor,
                Mapper.class,
                "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))",
                "CREATE TABLE ticket (serial BIGINT AUTO_INCREMENT (500) PRIMARY KEY, id BIGINT, name VARCHAR(40))");
    }

    private World world() throws SQLException {
        return world(new SnowflakeInterceptor(ids));
    }

    @ParameterizedTest
    @EnumSource(ExecutorType.class)
    void theNamedPropertyGetsTheId(ExecutorType executor) throws SQLException {
        try (World world = world()) {
            Hero hero = new Hero("Ann");
            List<Hero> more = List.of(new Hero("Bob"), new Hero("Cid"));

            world.call(executor, Mapper.class, mapper -> {
                mapper.keyed(hero);
                assertThat(hero.id).as("before a batch is sent").isEqualTo(1001);
                mapper.list(more);
            });

            assertThat(hero.id).isEqualTo(1001);
            assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1001", "Bob", "1002", "Cid", "1003"));
        }
    }

    @Test
    void itMayPointAtOneOfSeveralParametersOrLeaveThatOpenWhereOnlyOneHasTheProperty() throws SQLException {
        try (World world = world()) {
            world.call(Mapper.class, mapper -> mapper.pointed(new Hero("Ann"), "!"));
            world.call(Mapper.class, mapper -> mapper.notPointed(new Hero("Bob"), "?"));

            assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann!", "1001", "Bob?", "1002"));
        }
    }

    @Test
    void withoutKeyPropertyAClassWithoutAnnotationIsLeftAlone() throws SQLException {
        try (World world = world()) {
            Hero hero = new Hero("Ann");

            world.call(Mapper.class, mapper -> mapper.unkeyed(hero));

            assertThat(hero.id).isNull();
            assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1"));
        }
    }

    @Test
    void annotatedOnlyLeavesAutoIncrementToTheDatabase() throws SQLException {
        try (World world = world(SnowflakeInterceptor.annotatedOnly(ids))) {
            Hero hero = new Hero("Ann");
            Hero pointed = new Hero("Bob");
            SmallHero small = new SmallHero();
            Ticket ticket = new Ticket();

            world.call(Mapper.class, mapper -> {
                mapper.keyed(hero);
                mapper.pointed(pointed, "!");
                mapper.keyed(small);
                mapper.otherColumn(ticket);
            });

            assertThat(List.of(hero.id, pointed.id)).containsExactly(1L, 2L);
            assertThat(small.id).isEqualTo(3);
            assertThat(ticket.id).isEqualTo(PredictableIds.FIRST);
            assertThat(ids.asked).containsExactly("next");
        }
    }

    /** The key that the driver would report is the serial number. */
    @ParameterizedTest
    @EnumSource(ExecutorType.class)
    void theDriversKeyIsNotWrittenIntoTheId(ExecutorType executor) throws SQLException {
        try (World world = world()) {
            Ticket ticket = new Ticket();

            world.call(executor, Mapper.class, mapper -> mapper.ownColumn(ticket));

            assertThat(ticket.id).isEqualTo(PredictableIds.FIRST);
        }
    }

    @Test
    void aKeyPropertyOfAnotherPropertyIsStillFilledByTheDatabase() throws SQLException {
        try (World world = world()) {
            Ticket ticket = new Ticket();

            world.call(Mapper.class, mapper -> mapper.otherColumn(ticket));

            assertThat(ticket.id).isEqualTo(PredictableIds.FIRST);
            assertThat(ticket.serial).isEqualTo(500);
        }
    }

    @Test
    void aSelectKeyOfAnotherPropertyStillRuns() throws SQLException {
        try (World world = world()) {
            Ticket ticket = new Ticket();

            world.call(Mapper.class, mapper -> mapper.selectKeyOfOtherProperty(ticket));

            assertThat(ticket.id).isEqualTo(PredictableIds.FIRST);
            assertThat(ticket.serial).isEqualTo(77);
        }
    }

    @Test
    void aSelectKeyThatFillsNoRowOfOursStillRuns() throws SQLException {
        try (World world = world()) {
            world.call(Mapper.class, mapper -> mapper.selectKeyIntoParameters("Ann", 3));

            assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann3", "77"));
        }
        try (World world = world()) {
            Map<String, Object> row = new HashMap<>(Map.of("name", "Bob"));

            world.call(Mapper.class, mapper -> mapper.selectKey(row));

            assertThat(world.idsByName("hero")).isEqualTo(Map.of("Bob", "77"));
        }
        assertThat(ids.asked).isEmpty();
    }

    @Test
    void aSelectKeyOfTheIdIsRefused() throws SQLException {
        try (World world = world()) {
            assertRefused(
                    () -> world.call(Mapper.class, mapper -> mapper.selectKey(new Hero("Ann"))),
                    "no id for statement " + MAPPER + "selectKey, parameter shape Hero",
                    "<selectKey> writes Hero.id as well",
                    "one source only",
                    "remove <selectKey>",
                    "or take the id from it alone: no @SnowflakeId, and annotatedOnly");
        }
    }

    @Test
    void anotherTypeThanLongOrStringIsRefused() throws SQLException {
        try (World world = world()) {
            assertRefused(
                    () -> world.call(Mapper.class, mapper -> mapper.keyed(new SmallHero())),
                    "cannot generate SmallHero.id",
                    "keyProperty without @SnowflakeId needs long, Long or String",
                    "found Integer",
                    "use one of them",
                    "or let ids be made for @SnowflakeId alone (annotatedOnly)");
        }
    }

    @Test
    void aKeyGeneratorThatIsNotMyBatissOwnIsRefused() throws SQLException {
        try (World world = world()) {
            KeyGenerator own = new Jdbc3KeyGenerator() {};
            var original = world.configuration().getMappedStatement(MAPPER + "keyed");
            world.configuration()
                    .addMappedStatement(new MappedStatement.Builder(
                                    world.configuration(), "own", original.getSqlSource(), original.getSqlCommandType())
                            .keyGenerator(own)
                            .keyProperty("id")
                            .build());

            try (var session = world.sessions().openSession()) {
                assertRefused(
                        () -> session.insert("own", new Hero("Ann")),
                        "no id for statement own, parameter shape Hero",
                        "a key generator of its own, " + own.getClass().getName(),
                        "Hero.id can have one source only",
                        "remove that key generator",
                        "or let its keyProperty name other properties");
            }
        }
    }

    private static void assertRefused(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageStartingWith(parts[0])
                .hasMessageContainingAll(parts)
                .hasMessageEndingWith(parts[parts.length - 1]);
    }
}
