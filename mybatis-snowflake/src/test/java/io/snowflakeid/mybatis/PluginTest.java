package io.snowflakeid.mybatis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.generator.SnowflakeIdGenerator;
import io.snowflakeid.ledger.FixedWorkerLedger;
import io.snowflakeid.mybatis.Rows.Hero;
import io.snowflakeid.mybatis.Rows.Plain;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.StringReader;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Options;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.parameter.ParameterHandler;
import org.apache.ibatis.executor.resultset.ResultSetHandler;
import org.apache.ibatis.executor.statement.StatementHandler;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The interceptor, created by MyBatis's XML configuration, and the objects that it wraps. */
class PluginTest {

    interface Mapper {
        @Insert("INSERT INTO hero (id) VALUES (#{id})")
        void insert(Hero hero);

        @Insert("INSERT INTO hero (id) VALUES (#{id})")
        @Options(keyProperty = "id", useGeneratedKeys = true)
        void keyed(Plain plain);
    }

    private static SqlSessionFactory sessions(TestDatabase database, String properties) {
        return new SqlSessionFactoryBuilder()
                .build(new StringReader("""
                        <!DOCTYPE configuration PUBLIC "-//mybatis.org//DTD Config 3.0//EN" "https://mybatis.org/dtd/mybatis-3-config.dtd">
                        <configuration>
                          <plugins>
                            <plugin interceptor="io.snowflakeid.mybatis.SnowflakeInterceptor">%s</plugin>
                          </plugins>
                          <environments default="test">
                            <environment id="test">
                              <transactionManager type="JDBC"/>
                              <dataSource type="UNPOOLED">
                                <property name="driver" value="org.h2.Driver"/>
                                <property name="url" value="%s"/>
                                <property name="username" value="%s"/>
                              </dataSource>
                            </environment>
                          </environments>
                          <mappers><mapper class="io.snowflakeid.mybatis.PluginTest$Mapper"/></mappers>
                        </configuration>
                        """.formatted(properties, database.url(), database.user())));
    }

    private static TestDatabase database() throws SQLException {
        TestDatabase database = TestDatabase.h2("mybatis_" + UUID.randomUUID());
        database.execute("CREATE TABLE hero (id BIGINT AUTO_INCREMENT PRIMARY KEY)");
        return database;
    }

    private static void insert(SqlSessionFactory sessions, Hero hero) {
        try (SqlSession session = sessions.openSession(true)) {
            session.getMapper(Mapper.class).insert(hero);
        }
    }

    @Test
    void anXmlConfigurationGetsAFixedWorker(@TempDir Path folder) throws SQLException {
        String properties = """
                <property name="layout" value="TWITTER"/>
                <property name="worker" value="7"/>
                <property name="datacenter" value="3"/>
                <property name="namespace" value="heroes"/>
                <property name="file" value="%s"/>
                <property name="annotatedOnly" value="true"/>
                """.formatted(folder.resolve("worker"));
        try (TestDatabase database = database()) {
            SqlSessionFactory sessions = sessions(database, properties);
            Hero hero = new Hero();
            Plain plain = new Plain("plain");

            try (SqlSession session = sessions.openSession(true)) {
                session.getMapper(Mapper.class).keyed(plain);
                session.getMapper(Mapper.class).insert(hero);
            } finally {
                MyBatisOn.closeInterceptorsOf(sessions);
            }

            assertThat(SnowflakeLayout.TWITTER.decode(hero.id))
                    .returns(3L, id -> id.datacenter())
                    .returns(7L, id -> id.worker());
            assertThat(Files.exists(folder.resolve("worker"))).isTrue();
            assertThat(plain.id)
                    .as("AUTO_INCREMENT goes on above the highest id")
                    .isEqualTo(1);
            MyBatisOn.closeInterceptorsOf(sessions);
        }
    }

    @Test
    void theWorkerIsHeldUntilTheInterceptorIsClosed() throws SQLException {
        String properties = "<property name='worker' value='8'/><property name='namespace' value='held'/>";
        try (TestDatabase database = database()) {
            SqlSessionFactory first = sessions(database, properties);

            assertThatThrownBy(() -> sessions(database, properties))
                    .rootCause()
                    .isInstanceOf(WorkerLedgerException.class)
                    .hasMessageContaining("is already claimed in this process");

            MyBatisOn.closeInterceptorsOf(first);
            assertThatThrownBy(() -> insert(first, new Hero())).rootCause().isInstanceOf(NoIdAvailableException.class);
            SqlSessionFactory second = sessions(database, properties);
            assertThatCode(() -> insert(second, new Hero())).doesNotThrowAnyException();
            MyBatisOn.closeInterceptorsOf(second);
        }
    }

    @Test
    void aGeneratorObjectIsNotClosed() {
        try (SnowflakeIdGenerator ids = SnowflakeIdGenerator.on(
                FixedWorkerLedger.of(SnowflakeLayout.DEFAULT, 9).inNamespace("handed-over"))) {
            new SnowflakeInterceptor(ids).close();

            assertThat(ids.nextId()).isPositive();
        }
    }

    private static Properties properties(Map<String, String> settings) {
        Properties defaults = new Properties();
        defaults.putAll(settings);
        return new Properties(defaults);
    }

    private static void assertRefused(Map<String, String> settings, String... parts) {
        try (SnowflakeInterceptor interceptor = new SnowflakeInterceptor()) {
            assertThatThrownBy(() -> interceptor.setProperties(properties(settings)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageStartingWith(parts[0])
                    .message()
                    .containsSubsequence(parts);
        }
    }

    @Test
    void badPropertiesAreRefusedByName() {
        assertRefused(
                Map.of("workerId", "7"),
                "unknown setting SnowflakeInterceptor.workerId,",
                "known are SnowflakeInterceptor.clock-policy, SnowflakeInterceptor.datacenter,");
        assertRefused(
                Map.of(),
                "SnowflakeInterceptor.worker or SnowflakeInterceptor.ledger is missing",
                "a worker id that no other process uses",
                "0 to 1023 with layout " + SnowflakeLayout.DEFAULT.spec(),
                "one of env:NAME, sysprop:NAME, statefulset:NAME, ipv4:SUBNET",
                "or the second to the database");
        assertRefused(Map.of("worker", "seven"), "SnowflakeInterceptor.worker: 'seven' is no whole number");
        assertRefused(
                Map.of("worker", "7", "annotatedOnly", "yes"),
                "SnowflakeInterceptor.annotatedOnly must be true or false, but is 'yes'");
    }

    @Test
    void propertiesForAnInterceptorThatHasItsGeneratorAreRefused() {
        SnowflakeInterceptor interceptor = new SnowflakeInterceptor(new PredictableIds());

        assertThatCode(() -> interceptor.setProperties(new Properties())).doesNotThrowAnyException();
        assertThatThrownBy(() -> interceptor.setProperties(properties(Map.of("worker", "7"))))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "SnowflakeInterceptor already has a generator",
                        "found properties [worker]",
                        "remove them",
                        "the constructor without arguments");
    }

    @Test
    void withoutAGeneratorNoInsertIsRun() throws SQLException {
        try (MyBatisOn setup =
                MyBatisOn.onH2(new SnowflakeInterceptor(), Mapper.class, "CREATE TABLE hero (id BIGINT PRIMARY KEY)")) {
            assertThatThrownBy(() -> setup.call(Mapper.class, mapper -> mapper.insert(new Hero())))
                    .rootCause()
                    .hasMessageContainingAll(
                            "SnowflakeInterceptor has no generator",
                            "construct it with one",
                            "or call setProperties",
                            "the property worker or ledger");
        }
    }

    @Test
    void onlyExecutorsAreWrapped() {
        SnowflakeInterceptor interceptor = new SnowflakeInterceptor(new PredictableIds());

        for (Class<?> type : new Class<?>[] {StatementHandler.class, ParameterHandler.class, ResultSetHandler.class}) {
            Object target = stub(type);
            assertThat(interceptor.plugin(target)).isSameAs(target);
        }
    }

    @Test
    void otherCallsReachTheExecutor() throws Exception {
        List<String> calls = new ArrayList<>();
        Object executor = Proxy.newProxyInstance(
                Executor.class.getClassLoader(), new Class<?>[] {Executor.class}, (proxy, method, args) -> {
                    calls.add(method + Arrays.toString(args));
                    return method.getReturnType() == boolean.class ? true : null;
                });
        Object wrapped = new SnowflakeInterceptor(new PredictableIds()).plugin(executor);
        for (Method method : Executor.class.getMethods()) {
            if (!method.getName().equals("update")) {
                Object[] args = Stream.of(method.getParameterTypes())
                        .map(type -> type == boolean.class ? true : null)
                        .toArray();
                assertThat(method.invoke(wrapped, args))
                        .isEqualTo(method.getReturnType() == boolean.class ? true : null);
                assertThat(calls).last().isEqualTo(method + Arrays.toString(args.length == 0 ? null : args));
            }
        }
    }

    private static Object stub(Class<?> type) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> null);
    }
}
