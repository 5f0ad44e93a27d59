package io.snowflakeid.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.mysql.MySQLContainer;

/**
 * The real MySQL that tests run on, decided once per JVM: servers named by {@code SNOWFLAKE_MYSQL_URLS} (JDBC addresses separated
 * by blanks; {@code SNOWFLAKE_MYSQL_USER}, {@code SNOWFLAKE_MYSQL_PASSWORD}), else Testcontainers where an engine answers, else
 * none: then the tests that ask for one are skipped, and say so. With {@code -DrequireMysql=true} they fail instead.
 */
public final class MySqlServers {

    private static final String IMAGE = "mysql:8.4";

    private MySqlServers() {}

    /** The decision and its servers; loaded on first use, so a run without database tests starts nothing. */
    private static final class Found {
        static final List<Server> SERVERS = find();
    }

    private record Server(String url, String user, String password) {}

    /** A new, empty database on the first server. */
    public static TestDatabase newDatabase() {
        return newDatabases(1).get(0);
    }

    /** New, empty databases, spread over the servers in turn. */
    public static List<TestDatabase> newDatabases(int count) {
        List<Server> servers = Found.SERVERS;
        if (servers.isEmpty()) {
            String message = "no MySQL for this test: set SNOWFLAKE_MYSQL_URLS, or start a container engine";
            if (Boolean.getBoolean("requireMysql")) {
                throw new AssertionError(message + " (requireMysql=true)");
            }
            System.out.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        List<TestDatabase> databases = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            databases.add(create(servers.get(i % servers.size())));
        }
        return databases;
    }

    /** A new, empty database on a server that is not one of these: it is killed, or stopped, by its test. */
    public static TestDatabase newDatabase(String url, String user, String password) {
        return create(new Server(url, user, password));
    }

    /**
     * Ends a test that has no server of its own to kill or stop: it is skipped, aloud, or fails with {@code
     * -DrequireKillableMysql=true}.
     */
    public static AssertionError withoutKillable(String message) {
        if (Boolean.getBoolean("requireKillableMysql")) {
            throw new AssertionError(message + " (requireKillableMysql=true)");
        }
        System.out.println("SKIPPED: " + message);
        Assumptions.abort(message);
        return new AssertionError(message);
    }

    private static TestDatabase create(Server server) {
        String name = "snowflake_" + UUID.randomUUID().toString().replace("-", "");
        try (Connection connection = DriverManager.getConnection(server.url(), server.user(), server.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new AssertionError("no database could be created at " + server.url() + " as " + server.user(), e);
        }
        String url = server.url().replaceFirst("^(jdbc:mysql://[^/]+/)[^?]*", "$1" + name);
        return new TestDatabase(url, server.user(), server.password(), "DROP DATABASE " + name);
    }

    private static List<Server> find() {
        String urls = System.getenv("SNOWFLAKE_MYSQL_URLS");
        if (urls != null && !urls.isBlank()) {
            String user = System.getenv().getOrDefault("SNOWFLAKE_MYSQL_USER", "test");
            String password = System.getenv().getOrDefault("SNOWFLAKE_MYSQL_PASSWORD", "test");
            List<Server> servers = Stream.of(urls.trim().split("\\s+"))
                    .map(url -> new Server(url, user, password))
                    .toList();
            return announced("SNOWFLAKE_MYSQL_URLS", servers);
        }
        if (engineAnswers()) {
            return announced("Testcontainers, image " + IMAGE, List.of(startContainer()));
        }
        System.out.println("MySQL for tests: none; tests that need one are "
                + (Boolean.getBoolean("requireMysql") ? "failed" : "skipped"));
        return List.of();
    }

    /** Asked once; the log lines of a machine without an engine look alarming and mean nothing here. */
    private static boolean engineAnswers() {
        System.setProperty("org.slf4j.simpleLogger.log.org.testcontainers", "off");
        System.setProperty("org.slf4j.simpleLogger.log.tc", "off");
        return DockerClientFactory.instance().isDockerAvailable();
    }

    /** Runs until this JVM ends; Testcontainers' own reaper removes it then. */
    @SuppressWarnings("resource")
    private static Server startContainer() {
        MySQLContainer container =
                new MySQLContainer(IMAGE).withUsername("root").withPassword("test");
        container.start();
        return new Server(container.getJdbcUrl(), "root", "test");
    }

    private static List<Server> announced(String source, List<Server> servers) {
        for (Server server : servers) {
            try (Connection connection = DriverManager.getConnection(server.url(), server.user(), server.password())) {
                String version = connection.getMetaData().getDatabaseProductVersion();
                if (version.toLowerCase(Locale.ROOT).contains("mariadb")) {
                    throw new AssertionError(server.url() + " is MariaDB " + version + ": these tests are about MySQL");
                }
                System.out.println("MySQL for tests: " + server.url() + " from " + source + ", version " + version);
            } catch (SQLException e) {
                throw new AssertionError("MySQL at " + server.url() + " from " + source + " does not answer", e);
            }
        }
        return servers;
    }
}
