package io.snowflakeid.hibernate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import net.ttddyy.dsproxy.ExecutionInfo;
import net.ttddyy.dsproxy.QueryInfo;
import net.ttddyy.dsproxy.listener.QueryExecutionListener;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.StatelessSession;
import org.hibernate.cfg.Configuration;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real Hibernate on a database that is dropped at the end, with a record of calls of the JDBC driver. As an extension in a static
 * field, it is closed after all tests of the class.
 */
final class HibernateOn implements AutoCloseable, AfterAllCallback {

    /** One call of the driver: a single statement, or a batch of {@code size}. */
    record Execution(String sql, boolean batch, int size) {}

    private final TestDatabase database;
    private final List<Execution> executions = new CopyOnWriteArrayList<>();
    private final SessionFactory factory;
    private boolean dropsDatabase = true;

    private HibernateOn(TestDatabase database, Map<String, ?> settings, Class<?>... entities) {
        this.database = database;
        factory = start(settings, entities);
        executions.clear(); // the schema's
    }

    static HibernateOn database(TestDatabase database, Map<String, ?> settings, Class<?>... entities) {
        return new HibernateOn(database, settings, entities);
    }

    /** On a database that is not dropped at the end. */
    static HibernateOn keeping(TestDatabase database, Map<String, ?> settings, Class<?>... entities) {
        HibernateOn hibernate = new HibernateOn(database, settings, entities);
        hibernate.dropsDatabase = false;
        return hibernate;
    }

    /** On H2, in MySQL's mode. */
    static HibernateOn h2(Map<String, ?> settings, Class<?>... entities) {
        return database(newH2(), settings, entities);
    }

    static TestDatabase newH2() {
        return TestDatabase.h2("h" + UUID.randomUUID().toString().replace("-", ""));
    }

    /** On MySQL or MariaDB. Hibernate reads metadata that MySQL's driver cannot get from MariaDB, so that has its own driver. */
    static TestDatabase newMySqlOrMariaDb() {
        DatabaseServer kind = DatabaseServer.mySqlOrMariaDb();
        TestDatabase database = kind.newDatabase();
        return kind == DatabaseServer.MARIADB ? database.through("mariadb") : database;
    }

    /** The worker of an id of the default layout. */
    static long workerOf(long id) {
        return SnowflakeLayout.DEFAULT.decode(id).worker();
    }

    /** Asserts that a start on H2 fails with a message with these parts. */
    static void assertRefused(Map<String, ?> settings, List<Class<?>> entities, String... parts) {
        try (TestDatabase database = newH2()) {
            assertThatThrownBy(() -> database(database, settings, entities.toArray(Class<?>[]::new)))
                    .message()
                    .containsSubsequence(parts);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Asserts that an id of the default layout, as a number or decimal text, has this worker. */
    static void assertMadeBy(long worker, Object id) {
        assertThat(workerOf(Long.parseLong(id.toString()))).isEqualTo(worker);
    }

    private SessionFactory start(Map<String, ?> settings, Class<?>... entities) {
        Configuration configuration = new Configuration();
        configuration
                .getProperties()
                .put(
                        "hibernate.connection.datasource",
                        ProxyDataSourceBuilder.create(database.dataSource())
                                .listener(new Recorder(executions))
                                .build());
        configuration.setProperty("hibernate.hbm2ddl.auto", "create-only");
        configuration.getProperties().putAll(settings);
        for (Class<?> entity : entities) {
            configuration.addAnnotatedClass(entity);
        }
        return configuration.buildSessionFactory();
    }

    private record Recorder(List<Execution> executions) implements QueryExecutionListener {
        @Override
        public void beforeQuery(ExecutionInfo execution, List<QueryInfo> queries) {}

        @Override
        public void afterQuery(ExecutionInfo execution, List<QueryInfo> queries) {
            executions.add(new Execution(queries.get(0).getQuery(), execution.isBatch(), execution.getBatchSize()));
        }
    }

    SessionFactory factory() {
        return factory;
    }

    List<Execution> executions() {
        return executions;
    }

    void inTransaction(Consumer<Session> work) {
        factory.inTransaction(work);
    }

    <T> T fromTransaction(Function<Session, T> work) {
        return factory.fromTransaction(work);
    }

    /** Persists in a separate transaction. */
    <T> T persisted(T entity) {
        inTransaction(session -> session.persist(entity));
        return entity;
    }

    /** The operations that store a new row and call a generator. */
    enum Way {
        PERSIST(20),
        MERGE(30),
        STATELESS_INSERT(40);

        final long preset; // a unique id

        Way(long preset) {
            this.preset = preset;
        }

        /** Stores in a separate transaction, and returns the object with the values of the row. */
        <T> T store(HibernateOn hibernate, T entity) {
            return switch (this) {
                case PERSIST -> hibernate.persisted(entity);
                case MERGE -> hibernate.fromTransaction(session -> session.merge(entity));
                case STATELESS_INSERT -> {
                    hibernate.statelessly(session -> session.insert(entity));
                    yield entity;
                }
            };
        }
    }

    Object idOf(Object entity) {
        return factory.getPersistenceUnitUtil().getIdentifier(entity);
    }

    /** Loads in a separate transaction; null if the row does not exist. */
    <T> T find(Class<T> entity, Object id) {
        return fromTransaction(session -> session.find(entity, id));
    }

    void statelessly(Consumer<StatelessSession> work) {
        factory.inStatelessTransaction(work);
    }

    @Override
    public void afterAll(ExtensionContext context) throws SQLException {
        close();
    }

    @Override
    public void close() throws SQLException {
        factory.close();
        if (dropsDatabase) {
            database.close();
        }
    }
}
