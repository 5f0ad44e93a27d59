package io.snowflakeid.mybatis.bindings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import io.snowflakeid.mybatis.guide.Hero;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.InsertProvider;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.binding.BindingException;
import org.apache.ibatis.builder.StaticSqlSource;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.ParameterMap;
import org.apache.ibatis.mapping.ParameterMapping;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.mapping.StatementType;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.SqlSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The ways in which a statement may name what it binds, and in which it may be called. */
class BindingsTest {

    interface Mapper {
        String INTO = "INSERT INTO hero (id, name) VALUES ";

        @Insert("<script>" + INTO + "(#{_parameter.id}, #{_parameter.name})<if test='false'>never</if></script>")
        void underscoreParameter(Hero hero);

        @Insert(INTO + "(#{param1.id}, #{param1.name} || #{param2})")
        void numbered(Hero hero, String suffix);

        @Insert(INTO + "(#{hero.id}, #{hero.name} || #{suffix})")
        void actualNames(Hero hero, String suffix);

        @Insert(INTO + "(#{list[0].id}, #{list[0].name}), (#{list[1].id}, #{list[1].name})")
        void indexed(List<Hero> heroes);

        @Insert(INTO + "(#{array[0].id}, #{array[0].name})")
        void indexedArray(Hero[] heroes);

        @Insert(INTO + "(#{id, jdbcType=BIGINT, typeHandler=org.apache.ibatis.type.LongTypeHandler}, #{name})")
        void withTypeHandler(Hero hero);

        @Insert("<script>" + INTO
                + "<foreach collection='list' item='h' separator=','><if test='h.name != \"c\"'>(#{h.id}, #{h.name})</if>"
                + "<if test='h.name == \"c\"'>(-1, 'skipped')</if></foreach></script>")
        void filtered(List<Hero> heroes);

        @Insert(INTO + "(#{id}, #{name}); INSERT INTO log (line) VALUES (#{name})")
        void twoStatements(Hero hero);

        @Insert("{CALL NEW_HERO(#{id}, #{name})}")
        @Options(statementType = StatementType.CALLABLE)
        void procedure(Hero hero);

        @Insert("{CALL NEW_HERO(#{id, mode=OUT, jdbcType=BIGINT}, #{name})}")
        @Options(statementType = StatementType.CALLABLE)
        void procedureThatMakesTheId(Hero hero);

        @Insert(INTO + "(#{hero.id}, #{names[key]})")
        void elementOfAMap(@Param("hero") Hero hero, @Param("names") Map<String, String> names);

        @Insert("INSERT INTO hero (id, name) SELECT -id, name FROM hero")
        void selected();

        @Insert(INTO + "(#{id}, #{nme})")
        void misspelt(@Param("id") Long id, @Param("name") String name);

        default void welcome(String name) {
            withTypeHandler(new Hero(name));
        }

        @InsertProvider(Nested.class)
        void nested(Hero hero);
    }

    /** Builds the SQL of an insert by running another insert of the same statement. */
    public static final class Nested {
        private static final ThreadLocal<Mapper> MAPPER = new ThreadLocal<>();

        private Nested() {}

        public static String provideSql(Hero hero) {
            if (hero.getName().equals("outer")) {
                MAPPER.get().nested(new Hero("inner"));
            }
            return Mapper.INTO + "(#{id}, #{name})";
        }
    }

    /** What a CALL of it does. */
    public static final class Procedures {
        private Procedures() {}

        public static void newHero(Connection connection, Long id, String name) throws SQLException {
            try (PreparedStatement insert = connection.prepareStatement(Mapper.INTO + "(?, ?)")) {
                insert.setLong(1, id);
                insert.setString(2, name);
                insert.executeUpdate();
            }
        }
    }

    private static final String[] SCHEMA = {
        "CREATE TABLE hero (id BIGINT PRIMARY KEY, name VARCHAR(40))",
        "CREATE TABLE log (line VARCHAR(40))",
        "CREATE ALIAS NEW_HERO FOR '" + Procedures.class.getName() + ".newHero'"
    };

    private final PredictableIds ids = new PredictableIds();
    private World world;

    @BeforeEach
    void open() throws SQLException {
        world = World.onH2(new SnowflakeInterceptor(ids), Mapper.class, SCHEMA);
    }

    @AfterEach
    void close() throws SQLException {
        world.close();
    }

    @Test
    void everyNameOfAParameterIsUnderstood() {
        world.call(Mapper.class, mapper -> {
            mapper.underscoreParameter(new Hero("a"));
            mapper.numbered(new Hero("b"), "!");
            mapper.actualNames(new Hero("c"), "!");
            mapper.indexed(List.of(new Hero("d"), new Hero("e")));
            mapper.indexedArray(new Hero[] {new Hero("f")});
            mapper.withTypeHandler(new Hero("g"));
            mapper.welcome("h");
            mapper.elementOfAMap(new Hero("-"), Map.of("key", "i"));
        });

        assertThat(world.query("SELECT name, id FROM hero ORDER BY name"))
                .containsExactly(
                        "a,1001", "b!,1002", "c!,1003", "d,1004", "e,1005", "f,1006", "g,1007", "h,1008", "i,1009");
    }

    @Test
    void rowsThatTheStatementLeavesOutDoNotHinderIt() {
        world.call(Mapper.class, mapper -> mapper.filtered(List.of(new Hero("a"), new Hero("c"))));

        assertThat(world.idsByName("hero")).isEqualTo(Map.of("a", "1001", "skipped", "-1"));
    }

    @Test
    void aStatementThatSelectsItsRowsIsLeftAlone() {
        world.call(Mapper.class, mapper -> {
            mapper.withTypeHandler(new Hero("a"));
            mapper.selected();
        });

        assertThat(world.query("SELECT id FROM hero ORDER BY id")).containsExactly("-1001", "1001");
    }

    @Test
    void severalStatementsInOneAreOneInsert() {
        world.call(Mapper.class, mapper -> mapper.twoStatements(new Hero("a")));

        assertThat(world.idsByName("hero")).isEqualTo(Map.of("a", "1001"));
        assertThat(world.query("SELECT line FROM log")).containsExactly("a");
    }

    @Test
    void aProcedureTakesTheId() {
        world.call(Mapper.class, mapper -> mapper.procedure(new Hero("a")));

        assertThat(world.idsByName("hero")).isEqualTo(Map.of("a", "1001"));
    }

    @Test
    void aProcedureThatMakesTheIdItselfIsRefused() {
        assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.procedureThatMakesTheId(new Hero("a"))))
                .rootCause()
                .hasMessageContaining("the statement never uses the id that Hero.id would get");
        assertThat(world.idsByName("hero")).isEmpty();
    }

    @Test
    void aMisspeltParameterIsReportedAsMyBatisReportsIt() {
        assertThatThrownBy(() -> world.call(Mapper.class, mapper -> mapper.misspelt(1L, "a")))
                .rootCause()
                .isInstanceOf(BindingException.class)
                .hasMessageContaining("Parameter 'nme' not found");
    }

    @Test
    void aSessionInsertsWithoutAMapper() {
        Hero hero = new Hero("a");
        List<Hero> heroes = List.of(new Hero("b"), new Hero("c"));
        try (SqlSession session = world.sessions().openSession(true)) {
            session.insert(Mapper.class.getName() + ".withTypeHandler", hero);
            session.insert(Mapper.class.getName() + ".indexed", heroes);
        }

        assertThat(world.idsByName("hero")).isEqualTo(Map.of("a", "1001", "b", "1002", "c", "1003"));
    }

    @Test
    void anInsertInsideAnInsertKeepsTheTwoApart() {
        try (SqlSession session = world.sessions().openSession(true)) {
            Nested.MAPPER.set(session.getMapper(Mapper.class));
            session.getMapper(Mapper.class).nested(new Hero("outer"));
        } finally {
            Nested.MAPPER.remove();
        }

        assertThat(world.idsByName("hero")).isEqualTo(Map.of("outer", "1001", "inner", "1002"));
    }

    @Test
    void parametersMayGoByTheirPositions() throws SQLException {
        try (World positions = World.on(
                TestDatabase.h2("positions_" + UUID.randomUUID()),
                configuration -> configuration.setUseActualParamName(false),
                new SnowflakeInterceptor(ids),
                Positions.class,
                SCHEMA)) {
            positions.call(Positions.class, mapper -> {
                mapper.byPosition(new Hero("a"), "!");
                mapper.listWithoutAName(List.of(new Hero("b")));
            });

            assertThat(positions.idsByName("hero")).isEqualTo(Map.of("a!", "1001", "b", "1002"));
        }
    }

    interface Positions {
        @Insert(Mapper.INTO + "(#{0.id}, #{0.name} || #{1})")
        void byPosition(Hero hero, String suffix);

        @Insert("<script>" + Mapper.INTO
                + "<foreach collection='collection' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>")
        void listWithoutAName(List<Hero> heroes);
    }

    /** The oldest way to bind: the statement has question marks alone, and a map of parameters says what they are. */
    @Test
    void aParameterMapNamesWhatTheStatementBinds() {
        Configuration configuration = world.configuration();
        List<ParameterMapping> mappings = new ArrayList<>();
        mappings.add(new ParameterMapping.Builder(configuration, "id", Long.class).build());
        mappings.add(new ParameterMapping.Builder(configuration, "name", String.class).build());
        configuration.addMappedStatement(new MappedStatement.Builder(
                        configuration,
                        "old",
                        new StaticSqlSource(configuration, Mapper.INTO + "(?, ?)"),
                        SqlCommandType.INSERT)
                .parameterMap(new ParameterMap.Builder(configuration, "hero", Hero.class, mappings).build())
                .build());
        try (SqlSession session = world.sessions().openSession(true)) {
            session.insert("old", new Hero("a"));
        }

        assertThat(world.idsByName("hero")).isEqualTo(Map.of("a", "1001"));
    }
}
