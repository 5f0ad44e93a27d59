package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.mybatis.Rows.Hero;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Signature;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The interceptor together with other plugins. MyBatis calls the last added one first. */
class OtherPluginsTest {

    private static final String BEAN = Inserts.one("#{id}, #{name}");

    @RegisterExtension
    final Inserts inserts = new Inserts(new SnowflakeInterceptor(new PredictableIds()));

    /** Runs an action once before an insert. */
    @Intercepts(
            @Signature(
                    type = Executor.class,
                    method = "update",
                    args = {MappedStatement.class, Object.class}))
    public static final class Other implements Interceptor {
        private final Consumer<Invocation> before;
        private boolean busy;

        Other(Consumer<Invocation> before) {
            this.before = before;
        }

        @Override
        public Object intercept(Invocation invocation) throws Throwable {
            if (!busy) {
                busy = true;
                before.accept(invocation);
            }
            return invocation.proceed();
        }
    }

    /** Copies the parameter, as encrypting plugins do. */
    private static void copy(Invocation invocation) {
        Hero given = (Hero) invocation.getArgs()[1];
        Hero copy = new Hero("copy of " + given.name);
        copy.id = given.id;
        invocation.getArgs()[1] = copy;
    }

    @Test
    void onlyTheCopyHasTheIdIfAPluginThatCopiesTheRowIsAddedAfterOurs() {
        Hero ann = new Hero("Ann");
        inserts.setup.configuration().addInterceptor(new Other(OtherPluginsTest::copy));
        inserts.insert(BEAN, "id", ann);

        assertThat(ann.id).isNull();
        assertThat(inserts.stored()).isEqualTo(Map.of("copy of Ann", "1001"));
    }

    @Test
    void bothHaveTheIdIfOursIsAddedAfterIt() throws SQLException {
        Hero ann = new Hero("Ann");
        try (Inserts others = new Inserts(new Other(OtherPluginsTest::copy))) {
            others.setup.configuration().addInterceptor(new SnowflakeInterceptor(new PredictableIds()));
            others.insert(BEAN, "id", ann);

            assertThat(ann.id).isEqualTo(1001);
            assertThat(others.stored()).isEqualTo(Map.of("copy of Ann", "1001"));
        }
    }

    @Test
    void anInsertOfAnotherPluginInBetweenHidesNothing() throws SQLException {
        Inserts[] opened = new Inserts[1];
        try (Inserts others = new Inserts(new Other(audited -> opened[0].insert(BEAN, "", new Hero("audit"))))) {
            opened[0] = others;
            others.setup.configuration().addInterceptor(new SnowflakeInterceptor(new PredictableIds()));

            String withoutTheId = "INSERT INTO hero (name) VALUES (#{name})<if test='false'>never</if>";
            assertThatThrownBy(() -> others.insert(withoutTheId, "", new Hero("Ann")))
                    .hasMessageContaining("the statement never uses the id that Hero.id would get");
            assertThat(others.stored()).isEqualTo(Map.of("audit", "1002"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "id"})
    void aPluginInsideOfOursMayReadTheSqlAndChangeTheRowBeforeMyBatisBuildsIt(String keyProperty) throws SQLException {
        try (Inserts others = new Inserts(new Other(invocation -> {
            MappedStatement statement = (MappedStatement) invocation.getArgs()[0];
            assertThat(statement.getBoundSql(invocation.getArgs()[1]).getSql()).startsWith("INSERT");
            ((Hero) invocation.getArgs()[1]).name += "er";
        }))) {
            others.setup.configuration().addInterceptor(new SnowflakeInterceptor(new PredictableIds()));
            others.insert(
                    "<if test='name == \"older\"'>" + BEAN + "</if>"
                            + "<if test='name == \"old\"'>INSERT INTO hero (id, name) VALUES (#{id}, 'x')</if>",
                    keyProperty,
                    new Hero("old"));

            assertThat(others.stored()).isEqualTo(Map.of("older", "1001"));
        }
    }
}
