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

/** A database, a MyBatis on it, and the interceptor under test. */
public final class MyBatisOn implements AutoCloseable {

    private final TestDatabase database;
    private final Configuration configuration;
    private final SqlSessionFactory sessions;

    private MyBatisOn(TestDatabase database) {
        this.database = database;
        this.configuration =
                new Configuration(new Environment("test", new JdbcTransactionFactory(), database.dataSource()));
        this.sessions = new SqlSessionFactoryBuilder().build(configuration);
    }

    public static MyBatisOn onH2(Interceptor interceptor, Class<?> mapper, String... schema) throws SQLException {
        return on(TestDatabase.h2("mybatis_" + UUID.randomUUID()), interceptor, mapper, schema);
    }

    public static MyBatisOn on(TestDatabase database, Interceptor interceptor, Class<?> mapper, String... schema)
            throws SQLException {
        return on(database, configuration -> {}, interceptor, mapper, schema);
    }

    /** The settings are made before the mapper is read. */
    public static MyBatisOn on(
            TestDatabase database,
            Consumer<Configuration> settings,
            Interceptor interceptor,
            Class<?> mapper,
            String... schema)
            throws SQLException {
        database.execute(schema);
        MyBatisOn setup = new MyBatisOn(database);
        settings.accept(setup.configuration);
        setup.configuration.addInterceptor(interceptor);
        setup.configuration.addMapper(mapper);
        return setup;
    }

    /** Closes interceptors as documented in the guide. */
    public static void closeInterceptorsOf(SqlSessionFactory sqlSessionFactory) {
        for (Interceptor interceptor : sqlSessionFactory.getConfiguration().getInterceptors()) {
            if (interceptor instanceof SnowflakeInterceptor snowflake) {
                snowflake.close();
            }
        }
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

    /** The result of a query: a text per row, with columns separated by commas. */
    public List<String> query(String sql) {
        return rows(database, sql).stream().map(row -> String.join(",", row)).toList();
    }

    /** Column {@code name} to column {@code id}, of all rows of a table. */
    public Map<String, String> idsByName(String table) {
        return idsByName(database, table);
    }

    /** For a database whose MyBatis is another one. */
    public static Map<String, String> idsByName(TestDatabase database, String table) {
        Map<String, String> ids = new TreeMap<>();
        rows(database, "SELECT name, id FROM " + table).forEach(row -> ids.put(row[0], row[1]));
        return ids;
    }

    private static List<String[]> rows(TestDatabase database, String sql) {
        List<String[]> answer = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String[] row = new String[rows.getMetaData().getColumnCount()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = String.valueOf(rows.getString(i + 1));
                }
                answer.add(row);
            }
            return answer;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() throws SQLException {
        database.close();
    }
}
