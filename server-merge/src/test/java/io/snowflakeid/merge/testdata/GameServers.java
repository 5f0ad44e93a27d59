package io.snowflakeid.merge.testdata;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.KillableServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** Databases of game servers and an empty one to merge them into, all on one real server; dropped when closed. */
public final class GameServers implements AutoCloseable {

    private final List<Database> sources = new ArrayList<>();
    private final Database target;
    private final boolean h2;

    private record Database(String name, TestDatabase on) {}

    private GameServers(int count, boolean h2, IntFunction<Database> databases) {
        this.h2 = h2;
        for (int i = 1; i <= count; i++) {
            sources.add(databases.apply(i));
        }
        target = databases.apply(count + 1);
    }

    /** On MySQL, or on MariaDB where there is no MySQL. */
    public static GameServers onAny(int count) {
        return on(DatabaseServer.mySqlOrMariaDb(), count);
    }

    public static GameServers on(DatabaseServer server, int count) {
        return new GameServers(count, false, number -> database(server.newDatabase()));
    }

    /** On a server that its test kills or stops. */
    public static GameServers on(KillableServer server, int count) {
        return new GameServers(count, false, number -> database(server.newDatabase()));
    }

    /** In memory, in MySQL's mode; each database is a schema. */
    public static GameServers onH2(int count) {
        String name = "games_" + UUID.randomUUID().toString().replace("-", "");
        TestDatabase server = TestDatabase.h2(name);
        return new GameServers(count, true, number -> schema(server, "game_" + number));
    }

    private static Database database(TestDatabase database) {
        return new Database(database.name(), database);
    }

    private static Database schema(TestDatabase server, String name) {
        try {
            server.execute("CREATE SCHEMA " + name);
        } catch (SQLException e) {
            throw new AssertionError("no schema " + name + " at " + server.url(), e);
        }
        return new Database(name, server);
    }

    /** Makes a game's tables and rows in a database. */
    @FunctionalInterface
    public interface Filling {
        void fill(Connection connection, int server) throws SQLException;
    }

    /** Makes a game of any size. */
    @FunctionalInterface
    public interface SizedFilling {
        void fill(Connection connection, int server, GameSize size) throws SQLException;
    }

    /** Fills all sources with a game of so many players on each. */
    public GameServers filled(int players, SizedFilling filling) throws Exception {
        GameSize size = GameSize.players(players);
        return filled((connection, server) -> filling.fill(connection, server, size));
    }

    /** Fills all sources, two at a time; servers are counted from 0. */
    public GameServers filled(Filling filling) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(h2 ? 1 : 2);
        try {
            List<Callable<Void>> fillings = new ArrayList<>();
            for (int i = 0; i < sources.size(); i++) {
                int server = i;
                fillings.add(() -> fill(sources.get(server), server, filling));
            }
            for (Future<Void> one : threads.invokeAll(fillings)) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return this;
    }

    private Void fill(Database source, int server, Filling filling) throws SQLException {
        try (Connection connection = connect(source)) {
            if (!h2) {
                // as the tables of old games are: zero dates are allowed, and rows come in any order
                SqlScript.run(
                        connection,
                        List.of("SET SESSION sql_mode = 'STRICT_TRANS_TABLES'", "SET SESSION foreign_key_checks = 0"));
            }
            // each statement commits: a server with GTIDs rejects MyISAM's tables, which know no transactions, inside
            // of one
            filling.fill(connection, server);
            return null;
        }
    }

    private Connection connect(Database database) throws SQLException {
        Connection connection = database.on().connect();
        if (h2) {
            connection.setSchema(database.name());
        }
        return connection;
    }

    /** The databases by alias: s1, s2, and so on. */
    public Map<String, String> sources() {
        Map<String, String> names = new LinkedHashMap<>();
        sources.forEach(source -> names.put("s" + (names.size() + 1), source.name()));
        return names;
    }

    public String target() {
        return target.name();
    }

    /** The address of the server without a database. */
    public String url() {
        return target.on().url().replace("/" + target(), "/");
    }

    public String user() {
        return target.on().user();
    }

    public String password() {
        return target.on().password();
    }

    /** A connection to the server, in the target. */
    public Connection connect() throws SQLException {
        return connect(target);
    }

    /** The plan of merging them; the yaml is all that follows the connections. */
    public PlanFile plan(Path folder, String yaml, MergeProgress.Listener listener) throws Exception {
        String connections = """
                server: { url: "%s", user: %s, password-env: MERGE_PASSWORD }
                sources: %s
                target: %s
                """.formatted(url(), user(), sources().toString().replace("=", ": "), target());
        String execution = yaml.contains("execution:") ? "" : "execution: { writers: 2, chunk-rows: 100 }\n";
        Path file = Files.writeString(folder.resolve("merge.yaml"), connections + execution + yaml);
        return MergePlanner.plan(ConfigReader.read(file), password(), folder.resolve("plan.json"), listener);
    }

    @Override
    public void close() throws SQLException {
        if (!h2) {
            for (Database source : sources) {
                source.on().close();
            }
        }
        target.on().close();
    }
}
