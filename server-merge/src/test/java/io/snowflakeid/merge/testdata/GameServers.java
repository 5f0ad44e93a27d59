package io.snowflakeid.merge.testdata;

import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.KillableServer;
import io.snowflakeid.testing.servers.TestDatabase;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Databases of the game servers s1, s2, … and one to merge them into, all on one server; dropped when closed. On H2 they are schemas of
 * one database, called like their aliases, and {@code merged}; each is made when it is first used.
 */
public final class GameServers implements AutoCloseable {

    private final List<TestDatabase> databases;
    private final TestDatabase server;
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final String target;
    private final boolean h2;

    private GameServers(List<TestDatabase> databases, boolean h2) {
        this.databases = databases;
        this.h2 = h2;
        server = databases.get(databases.size() - 1);
        target = h2 ? "merged" : server.name();
        databases
                .subList(0, databases.size() - 1)
                .forEach(source -> sources.put("s" + (sources.size() + 1), source.name()));
    }

    /** On MySQL, or on MariaDB where there is no MySQL. */
    public static GameServers onAny(int count) {
        return on(DatabaseServer.mySqlOrMariaDb(), count);
    }

    public static GameServers on(DatabaseServer server, int count) {
        return on(server::newDatabase, count);
    }

    /** On a server that its test kills or stops. */
    public static GameServers on(KillableServer server, int count) {
        return on(server::newDatabase, count);
    }

    private static GameServers on(Supplier<TestDatabase> databases, int count) {
        return new GameServers(Stream.generate(databases).limit(count + 1).toList(), false);
    }

    /** In memory, in MySQL's mode, where names are small and may be written in any case. */
    public static GameServers onH2(int count) {
        return onH2(TestDatabase.h2(newName()), count);
    }

    /** In memory, in H2's own mode: names that are not quoted are in capitals. */
    public static GameServers onPlainH2() {
        return onH2(TestDatabase.plainH2(newName()), 0);
    }

    private static String newName() {
        return "games_" + UUID.randomUUID().toString().replace("-", "");
    }

    private static GameServers onH2(TestDatabase database, int count) {
        GameServers servers = new GameServers(List.of(database), true);
        servers.addSources(count);
        return servers;
    }

    /** On H2, so many sources at least. */
    public void addSources(int count) {
        IntStream.rangeClosed(1, count).forEach(i -> sources.put("s" + i, "s" + i));
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
            for (String source : sources.values()) {
                int number = fillings.size();
                fillings.add(() -> fill(source, number, filling));
            }
            for (Future<Void> one : threads.invokeAll(fillings)) {
                one.get();
            }
        } finally {
            threads.shutdownNow();
        }
        return this;
    }

    private Void fill(String source, int number, Filling filling) throws SQLException {
        try (Connection connection = connect(source)) {
            if (!h2) {
                // as the tables of old games are: zero dates are allowed, and rows come in any order
                SqlScript.run(
                        connection, "SET SESSION sql_mode = 'STRICT_TRANS_TABLES'; SET SESSION foreign_key_checks = 0");
            }
            // each statement commits: a server with GTIDs rejects MyISAM's tables, which know no transactions, inside
            // of one
            filling.fill(connection, number);
            return null;
        }
    }

    /** The databases by alias. */
    public Map<String, String> sources() {
        return sources;
    }

    public String target() {
        return target;
    }

    /** The address of the server without a database. */
    public String url() {
        return server.url().replace("/" + target, "/");
    }

    public String user() {
        return server.user();
    }

    public String password() {
        return server.password();
    }

    /** A connection to the server, in the target. */
    public Connection connect() throws SQLException {
        return connect(target);
    }

    /** A connection in a database. */
    public Connection connect(String database) throws SQLException {
        Connection connection = server.connect();
        if (h2) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE SCHEMA IF NOT EXISTS \"" + database + '"');
            }
            connection.setSchema(database);
        } else {
            connection.setCatalog(database);
        }
        return connection;
    }

    /** Runs a script in a database. */
    public GameServers script(String database, String script) throws SQLException {
        try (Connection connection = connect(database)) {
            SqlScript.run(connection, script);
        }
        return this;
    }

    /** The rows of a query on the server, values with blanks between. */
    public List<String> rows(String query) throws SQLException {
        try (Connection connection = server.connect()) {
            return SqlScript.rows(connection, query, " ");
        }
    }

    /** The plan of merging them; the yaml is all that follows the connections, and its first line is line 5. */
    public PlanFile plan(Path folder, String yaml, MergeProgress.Listener listener) throws Exception {
        String connections = """
                server: { url: "%s", user: %s, password-env: MERGE_PASSWORD }
                sources: %s
                target: %s
                """.formatted(url(), user(), sources.toString().replace("=", ": "), target);
        String execution = yaml.contains("execution:") ? "" : "execution: { writers: 2, chunk-rows: 100 }\n";
        Path file = Files.writeString(folder.resolve("merge.yaml"), connections + execution + yaml);
        return MergePlanner.plan(ConfigReader.read(file), password(), folder.resolve("plan.json"), listener);
    }

    @Override
    public void close() throws SQLException {
        for (TestDatabase database : databases) {
            database.close();
        }
    }
}
