package io.snowflakeid.mybatis.unusedid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.PredictableIds;
import io.snowflakeid.mybatis.SnowflakeId;
import io.snowflakeid.mybatis.SnowflakeInterceptor;
import io.snowflakeid.mybatis.World;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.CallableStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.InsertProvider;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.plugin.Signature;
import org.apache.ibatis.type.BaseTypeHandler;
import org.apache.ibatis.type.JdbcType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An id that the statement does not use would be in the bean and not in the row; every way to use one counts. */
class UnusedIdTest {

    private static final String MAPPER = UnusedIdTest.class.getName() + "$Mapper.";

    static class Hero {
        @SnowflakeId
        private Long id;

        private String name = "Ann";

        public Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }

        public String getName() {
            return name;
        }

        public String getLabel() {
            return "hero " + id;
        }
    }

    static class Plain {
        Long id;
        String name = "Bob";
    }

    interface Mapper {
        @Insert("INSERT INTO hero (name) VALUES (#{name})")
        void forgotten(Hero hero);

        @Insert("INSERT INTO hero (name) VALUES (#{name})")
        @Options(useGeneratedKeys = true, keyProperty = "id")
        void keyOfTheDatabase(Plain plain);

        @Insert("INSERT INTO hero (name) SELECT name FROM hero WHERE name = #{name}")
        void copy(Hero example);

        @Insert("<script>INSERT INTO hero (name) VALUES "
                + "<foreach collection='list' item='h' separator=','>(#{h.name})</foreach></script>")
        void forgottenList(List<Hero> heroes);

        @Insert("INSERT INTO hero (id, name) VALUES (${id}, #{name})")
        void inTheText(Hero hero);

        @InsertProvider(Provider.class)
        void inTheTextOfAProvider(Hero hero);

        @Insert("<script><bind name='key' value='id'/>INSERT INTO hero (id, name) VALUES (#{key}, #{name})</script>")
        void byBind(Hero hero);

        @Insert("<script><bind name='key' value='\"H\" + id'/>INSERT INTO hero (name) VALUES (#{key})</script>")
        void byBoundText(Hero hero);

        @Insert("<script><bind name='key' value='id'/>INSERT INTO hero (name) VALUES (#{name})</script>")
        void byBindThatIsNotBound(Hero hero);

        @Insert("INSERT INTO hero (name) VALUES (#{label})")
        void byGetter(Hero hero);

        @Insert(
                "INSERT INTO hero (name) VALUES (#{hero, typeHandler=io.snowflakeid.mybatis.unusedid.UnusedIdTest$Json})")
        void asAWhole(@Param("hero") Hero hero);

        @Insert(
                "INSERT INTO hero (name) VALUES (#{heroes, typeHandler=io.snowflakeid.mybatis.unusedid.UnusedIdTest$Json})")
        void listAsAWhole(@Param("heroes") List<Hero> heroes);

        @Insert(
                "<script>INSERT INTO hero (name) VALUES (#{_parameter, typeHandler=io.snowflakeid.mybatis.unusedid.UnusedIdTest$Json})"
                        + "<if test='false'>never</if></script>")
        void parameterAsAWhole(Map<String, Object> wrapper);
    }

    public static final class Provider {
        private Provider() {}

        public static String provideSql(Hero hero) {
            return "INSERT INTO hero (id, name) VALUES (" + hero.getId() + ", #{name})";
        }
    }

    public static final class Json extends BaseTypeHandler<Object> {
        @Override
        public void setNonNullParameter(PreparedStatement statement, int i, Object value, JdbcType type)
                throws SQLException {
            statement.setString(i, value.getClass().getSimpleName());
        }

        @Override
        public Object getNullableResult(ResultSet rows, String column) throws SQLException {
            return rows.getString(column);
        }

        @Override
        public Object getNullableResult(ResultSet rows, int column) throws SQLException {
            return rows.getString(column);
        }

        @Override
        public Object getNullableResult(CallableStatement statement, int column) throws SQLException {
            return statement.getString(column);
        }
    }

    private final PredictableIds ids = new PredictableIds();
    private World world;

    @BeforeEach
    void open() throws SQLException {
        world = World.onH2(
                new SnowflakeInterceptor(ids),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))");
    }

    @AfterEach
    void close() throws SQLException {
        world.close();
    }

    private void assertRefused(Consumer<Mapper> call, String shape, String... parts) {
        assertThatThrownBy(() -> world.call(Mapper.class, call))
                .rootCause()
                .isInstanceOf(PluginException.class)
                .hasMessageStartingWith("no id for statement " + MAPPER + shape)
                .hasMessageContainingAll(parts)
                .hasMessageEndingWith(parts[parts.length - 1]);
        assertThat(world.idsByName("hero")).isEmpty();
    }

    private static final String[] UNUSED = {
        "the statement never uses the id that Hero.id would get",
        "bind it as #{id}",
        "or take @SnowflakeId off Hero.id if the database makes that id",
        "or pass the values alone if that Hero is no row of this statement"
    };

    @Test
    void aForgottenColumnIsRefusedAndTheIdIsTakenBack() {
        Hero hero = new Hero();

        assertRefused(mapper -> mapper.forgotten(hero), "forgotten, parameter shape Hero: ", UNUSED);
        assertThat(hero.getId()).isNull();
        assertRefused(mapper -> mapper.forgotten(hero), "forgotten, parameter shape Hero: ", UNUSED);
        assertRefused(
                mapper -> mapper.forgottenList(List.of(new Hero(), new Hero())),
                "forgottenList, parameter shape List[Hero]: ",
                UNUSED);
    }

    @Test
    void aKeyThatTheDatabaseMakesIsRefusedUnlessKeyPropertyIsLeftToIt() throws SQLException {
        assertRefused(
                mapper -> mapper.keyOfTheDatabase(new Plain()),
                "keyOfTheDatabase, parameter shape Plain",
                "the statement never uses the id that Plain.id would get",
                "bind it as #{id}",
                "or leave keyProperty to MyBatis (annotatedOnly) if the database makes that id",
                "or pass the values alone if that Plain is no row of this statement");
        try (World annotatedOnly = World.onH2(
                SnowflakeInterceptor.annotatedOnly(ids),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))")) {
            Plain plain = new Plain();
            annotatedOnly.call(Mapper.class, mapper -> mapper.keyOfTheDatabase(plain));
            assertThat(plain.id).isEqualTo(1);
        }
    }

    @Test
    void anExampleThatAStatementSelectsByIsNoRow() {
        assertRefused(mapper -> mapper.copy(new Hero()), "copy, parameter shape Hero: ", UNUSED);
    }

    @Test
    void aBindThatNothingBindsIsNoUse() {
        assertRefused(
                mapper -> mapper.byBindThatIsNotBound(new Hero()),
                "byBindThatIsNotBound, parameter shape Hero: ",
                UNUSED);
    }

    @Test
    void aRowWithAnIdMayBeUsedWithoutIt() {
        Hero stored = new Hero();
        stored.setId(5L);

        world.call(Mapper.class, mapper -> mapper.forgotten(stored));

        assertThat(world.idsByName("hero")).isEqualTo(Map.of("Ann", "1"));
        assertThat(stored.getId()).isEqualTo(5);
    }

    @Test
    void anIdInTheTextOfTheStatementIsUsed() {
        world.call(Mapper.class, mapper -> mapper.inTheText(new Hero()));
        world.call(Mapper.class, mapper -> mapper.inTheTextOfAProvider(new Hero()));

        assertThat(world.query("SELECT id FROM hero ORDER BY id")).containsExactly("1001", "1002");
    }

    @Test
    void anIdThatABindHandsOnIsUsed() {
        world.call(Mapper.class, mapper -> mapper.byBind(new Hero()));
        world.call(Mapper.class, mapper -> mapper.byBoundText(new Hero()));

        assertThat(world.idsByName("hero")).containsEntry("Ann", "1001").containsKey("H1002");
    }

    @Test
    void anIdThatAGetterHandsOnIsUsed() {
        world.call(Mapper.class, mapper -> mapper.byGetter(new Hero()));

        assertThat(world.idsByName("hero")).containsOnlyKeys("hero 1001");
    }

    @Test
    void anIdInAnObjectThatIsBoundAsAWholeIsUsed() {
        world.call(Mapper.class, mapper -> {
            mapper.asAWhole(new Hero());
            mapper.listAsAWhole(List.of(new Hero(), new Hero()));
            mapper.parameterAsAWhole(Map.of("hero", new Hero()));
        });

        assertThat(ids.asked).containsExactly("next", "reserve 2", "next");
        assertThat(world.idsByName("hero")).hasSize(3);
    }

    /** Another plugin, inside ours, that writes an insert of its own before it goes on. */
    @Intercepts(
            @Signature(
                    type = Executor.class,
                    method = "update",
                    args = {MappedStatement.class, Object.class}))
    public static final class Auditing implements Interceptor {
        private final Runnable audit;
        private boolean busy;

        Auditing(Runnable audit) {
            this.audit = audit;
        }

        @Override
        public Object intercept(Invocation invocation) throws Throwable {
            if (!busy) {
                busy = true;
                audit.run();
            }
            return invocation.proceed();
        }
    }

    @Test
    void anInsertOfAnotherPluginInBetweenHidesNothing() throws SQLException {
        World[] opened = new World[1];
        Auditing auditing = new Auditing(() -> opened[0].call(Mapper.class, mapper -> mapper.inTheText(new Hero())));
        try (World audited = World.on(
                TestDatabase.h2("audited_" + UUID.randomUUID()),
                configuration -> configuration.addInterceptor(auditing),
                new SnowflakeInterceptor(ids),
                Mapper.class,
                "CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40))")) {
            opened[0] = audited;

            assertThatThrownBy(() -> audited.call(Mapper.class, mapper -> mapper.forgotten(new Hero())))
                    .rootCause()
                    .hasMessageContainingAll(UNUSED);
            assertThat(audited.idsByName("hero")).isEqualTo(Map.of("Ann", "1002"));
        }
    }
}
