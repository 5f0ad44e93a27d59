package io.snowflakeid.merge.testdata;

import io.snowflakeid.testing.MySqlServers;
import io.snowflakeid.testing.OtherServers;
import io.snowflakeid.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Databases of game servers and an empty one to merge them into, all on one real server; dropped when closed. */
public final class GameServers implements AutoCloseable {

    private final List<TestDatabase> sources = new ArrayList<>();
    private final TestDatabase target;

    private GameServers(int count, Supplier<TestDatabase> databases) {
        for (int i = 0; i < count; i++) {
            sources.add(databases.get());
        }
        target = databases.get();
    }

    public static GameServers onMySql(int count) {
        return new GameServers(count, MySqlServers::newDatabase);
    }

    public static GameServers onMariaDb(int count) {
        return new GameServers(count, OtherServers::newMariaDb);
    }

    /** Makes a game's tables and rows in a database. */
    @FunctionalInterface
    public interface Filling {
        void fill(Connection connection, int server) throws SQLException;
    }

    /** Fills all sources, two at a time; servers are counted from 0. */
    public GameServers filled(Filling filling) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < sources.size(); i++) {
                int server = i;
                running.add(threads.submit(() -> {
                    fill(sources.get(server), server, filling);
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return this;
    }

    private static void fill(TestDatabase source, int server, Filling filling) throws SQLException {
        try (Connection connection = source.connect()) {
            connection.setAutoCommit(false);
            // as the tables of old games are: zero dates are allowed, and rows come in any order
            SqlScript.run(
                    connection,
                    List.of("SET SESSION sql_mode = 'STRICT_TRANS_TABLES'", "SET SESSION foreign_key_checks = 0"));
            filling.fill(connection, server);
            connection.commit();
        }
    }

    /** The databases by alias: s1, s2, and so on. */
    public Map<String, String> sources() {
        Map<String, String> names = new LinkedHashMap<>();
        sources.forEach(source -> names.put("s" + (names.size() + 1), name(source)));
        return names;
    }

    public String target() {
        return name(target);
    }

    /** The address of the server without a database. */
    public String url() {
        return target.url().replace("/" + target(), "/");
    }

    public String user() {
        return target.user();
    }

    public String password() {
        return target.password();
    }

    /** A connection to the server, in the target. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(target.url(), target.user(), target.password());
    }

    private static String name(TestDatabase database) {
        return database.url().replaceFirst("^jdbc:[a-z]+://[^/]+/([^?]*).*$", "$1");
    }

    @Override
    public void close() throws SQLException {
        for (TestDatabase source : sources) {
            source.close();
        }
        target.close();
    }
}
