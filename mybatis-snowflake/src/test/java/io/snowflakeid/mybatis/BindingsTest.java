package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
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
import org.junit.jupiter.api.Test;

/** Rare ways of binding parameters and of calling statements. */
class BindingsTest {

    interface Mapper {
        String INTO = "INSERT INTO hero (id, name) VALUES ";

        @Insert(INTO + "(#{id}, #{name}); INSERT INTO log (line) VALUES (#{name})")
        void twoStatements(Hero hero);

        @Insert("{CALL NEW_HERO(#{id}, #{name})}")
        @Options(statementType = StatementType.CALLABLE)
        void procedure(Hero hero);

        @Insert("{CALL NEW_HERO(#{id, mode=OUT, jdbcType=BIGINT}, #{name})}")
        @Options(statementType = StatementType.CALLABLE)
        void procedureThatMakesTheId(Hero hero);

        @Insert(INTO + "(#{id}, #{nme})")
        void unknownParameter(@Param("id") Long id, @Param("name") String name);

        @Insert("INSERT INTO hero (id, name) SELECT -id, name FROM hero")
        void selected();

        @InsertProvider(Nested.class)
        void nested(Hero hero);
    }

    interface Positions {
        @Insert(Mapper.INTO + "(#{0.id}, #{0.name} || #{1})")
        void byPosition(Hero hero, String suffix);

        @Insert("<script>" + Mapper.INTO
                + "<foreach collection='collection' item='h' separator=','>(#{h.id}, #{h.name})</foreach></script>")
        void listWithoutAName(List<Hero> heroes);
    }

    /** Builds the SQL of an insert by running another insert of the same statement. */
    public static final class Nested {
        private static final ThreadLocal<Mapper> MAPPER = new ThreadLocal<>();
        private static int calls;

        private Nested() {}

        public static String provideSql(Hero hero) {
            calls++;
            if (hero.name.equals("outer")) {
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

    private static void inAWorld(Consumer<MyBatisOn> test) {
        try (MyBatisOn setup = MyBatisOn.onH2(new SnowflakeInterceptor(new PredictableIds()), Mapper.class, SCHEMA)) {
            test.accept(setup);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    private static void assertStored(Consumer<Mapper> call, Map<String, String> stored) {
        inAWorld(setup -> {
            setup.call(Mapper.class, call);
            assertThat(setup.idsByName("hero")).isEqualTo(stored);
        });
    }

    @Test
    void statementsOfOtherKindsTakeTheId() {
        assertStored(mapper -> mapper.twoStatements(new Hero("a")), Map.of("a", "1001"));
        assertStored(mapper -> mapper.procedure(new Hero("a")), Map.of("a", "1001"));
        assertStored(Mapper::selected, Map.of());
    }

    @Test
    void aProcedureThatMakesTheIdItselfIsRefused() {
        inAWorld(setup -> assertThatThrownBy(
                        () -> setup.call(Mapper.class, mapper -> mapper.procedureThatMakesTheId(new Hero("a"))))
                .rootCause()
                .hasMessageContaining("the statement never uses the id that Hero.id would get"));
    }

    @Test
    void eachSqlOfAStatementIsCheckedAlthoughAnEarlierOneWasRight() throws SQLException {
        String ifA = "<if test='name == \"a\"'>%s, </if>";
        String sql =
                "INSERT INTO hero (" + ifA.formatted("id") + "name) VALUES (" + ifA.formatted("#{id}") + "#{name})";
        try (Inserts inserts = new Inserts(new SnowflakeInterceptor(new PredictableIds()))) {
            inserts.insert(sql, "", new Hero("a"));
            inserts.insert(sql, "", new Hero("a"));
            assertThatThrownBy(() -> inserts.insert(sql, "", new Hero("b")))
                    .rootCause()
                    .hasMessageContaining("the statement never uses the id that Hero.id would get");
        }
    }

    /** Its setter does not keep every id. */
    static class Forgetful extends Hero {

        public void setId(Long id) {
            this.id = name.equals("forgotten") ? null : id;
        }
    }

    @Test
    void eachIdMustBeKeptByItsSetterAlthoughEarlierOnesWere() throws SQLException {
        try (Inserts inserts = new Inserts(new SnowflakeInterceptor(new PredictableIds()))) {
            for (String name : List.of("a", "b", "forgotten")) {
                Forgetful hero = new Forgetful();
                hero.name = name;
                if (name.equals("forgotten")) {
                    assertThatThrownBy(() -> inserts.insert(Inserts.one("#{id}, #{name}"), "", hero))
                            .rootCause()
                            .hasMessageContaining("is unset again right after it was set");
                } else {
                    inserts.insert(Inserts.one("#{id}, #{name}"), "", hero);
                }
            }
        }
    }

    @Test
    void anUnknownParameterIsReportedAsMyBatisReportsIt() {
        inAWorld(setup -> assertThatThrownBy(() -> setup.call(Mapper.class, mapper -> mapper.unknownParameter(1L, "a")))
                .rootCause()
                .isInstanceOf(BindingException.class)
                .hasMessageContaining("Parameter 'nme' not found"));
    }

    @Test
    void anInsertInsideAnInsertKeepsTheTwoApartAndEachProviderIsAskedOnce() {
        Nested.calls = 0;
        inAWorld(setup -> {
            try (SqlSession session = setup.sessions().openSession(true)) {
                Nested.MAPPER.set(session.getMapper(Mapper.class));
                session.getMapper(Mapper.class).nested(new Hero("outer"));
            } finally {
                Nested.MAPPER.remove();
            }
            assertThat(setup.idsByName("hero")).isEqualTo(Map.of("outer", "1001", "inner", "1002"));
        });
        assertThat(Nested.calls).isEqualTo(2);
    }

    @Test
    void parametersMayGoByTheirPositions() throws SQLException {
        try (MyBatisOn positions = MyBatisOn.on(
                TestDatabase.h2("positions_" + UUID.randomUUID()),
                configuration -> configuration.setUseActualParamName(false),
                new SnowflakeInterceptor(new PredictableIds()),
                Positions.class,
                SCHEMA)) {
            positions.call(Positions.class, mapper -> {
                mapper.byPosition(new Hero("a"), "!");
                mapper.listWithoutAName(List.of(new Hero("b")));
            });

            assertThat(positions.idsByName("hero")).isEqualTo(Map.of("a!", "1001", "b", "1002"));
        }
    }

    /** The oldest way of binding: question marks in the statement, and a parameter map. */
    @Test
    void aParameterMapNamesWhatTheStatementBinds() {
        inAWorld(setup -> {
            Configuration configuration = setup.configuration();
            List<ParameterMapping> mappings = List.of(
                    new ParameterMapping.Builder(configuration, "id", Long.class).build(),
                    new ParameterMapping.Builder(configuration, "name", String.class).build());
            configuration.addMappedStatement(new MappedStatement.Builder(
                            configuration,
                            "old",
                            new StaticSqlSource(configuration, Mapper.INTO + "(?, ?)"),
                            SqlCommandType.INSERT)
                    .parameterMap(new ParameterMap.Builder(configuration, "hero", Hero.class, mappings).build())
                    .build());
            try (SqlSession session = setup.sessions().openSession(true)) {
                session.insert("old", new Hero("a"));
            }

            assertThat(setup.idsByName("hero")).isEqualTo(Map.of("a", "1001"));
        });
    }
}
