package io.snowflakeid.mybatis;

import io.snowflakeid.testing.servers.TestDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.ibatis.executor.BatchResult;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;

/** A database, a MyBatis on it, and the interceptor under test: one small world per test. */
public final class World implements AutoCloseable {

    private final TestDatabase database;
    private final Configuration configuration;
    private final SqlSessionFactory sessions;

    private World(TestDatabase database) {
        this.database = database;
        this.configuration =
                new Configuration(new Environment("test", new JdbcTransactionFactory(), database.dataSource()));
        this.sessions = new SqlSessionFactoryBuilder().build(configuration);
    }

    public static World onH2(Interceptor interceptor, Class<?> mapper, String... schema) throws SQLException {
        return on(TestDatabase.h2("mybatis_" + UUID.randomUUID()), interceptor, mapper, schema);
    }

    public static World on(TestDatabase database, Interceptor interceptor, Class<?> mapper, String... schema)
            throws SQLException {
        return on(database, configuration -> {}, interceptor, mapper, schema);
    }

    /** The settings are made before the mapper is read. */
    public static World on(
            TestDatabase database,
            Consumer<Configuration> settings,
            Interceptor interceptor,
            Class<?> mapper,
            String... schema)
            throws SQLException {
        database.execute(schema);
        World world = new World(database);
        settings.accept(world.configuration);
        world.configuration.addInterceptor(interceptor);
        world.configuration.addMapper(mapper);
        return world;
    }

    public Configuration configuration() {
        return configuration;
    }

    public SqlSessionFactory sessions() {
        return sessions;
    }

    /** Calls a mapper and commits; returns what a batch consisted of, nothing for other executors. */
    public <M> List<BatchResult> call(ExecutorType executor, Class<M> mapper, Consumer<M> calls) {
        try (SqlSession session = sessions.openSession(executor)) {
            calls.accept(session.getMapper(mapper));
            List<BatchResult> batches = session.flushStatements();
            session.commit();
            return batches;
        }
    }

    public <M> void call(Class<M> mapper, Consumer<M> calls) {
        call(ExecutorType.SIMPLE, mapper, calls);
    }

    /** What a query answers, a text per row, its columns with commas between them. */
    public List<String> query(String sql) {
        List<String> answer = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                StringBuilder row = new StringBuilder().append(rows.getString(1));
                for (int i = 2; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.append(',').append(rows.getString(i));
                }
                answer.add(row.toString());
            }
            return answer;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Column {@code name} to column {@code id}, of all rows of a table. */
    public Map<String, String> idsByName(String table) {
        Map<String, String> ids = new TreeMap<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, id FROM " + table)) {
            while (rows.next()) {
                ids.put(rows.getString(1), rows.getString(2));
            }
            return ids;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws SQLException {
        database.close();
    }
}
