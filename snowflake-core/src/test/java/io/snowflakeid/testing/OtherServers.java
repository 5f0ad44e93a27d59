package io.snowflakeid.testing;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/**
 * Real servers beside MySQL, where the environment names one: {@code SNOWFLAKE_MARIADB_URLS}, {@code SNOWFLAKE_POSTGRES_URLS} (JDBC
 * addresses separated by blanks, of which the first is used; {@code ..._USER}, {@code ..._PASSWORD}). Where it names none, the
 * tests that ask for one are skipped, and say so.
 */
public final class OtherServers {

    private OtherServers() {}

    /** A new, empty database, reached through MySQL's driver. */
    public static TestDatabase newMariaDb() {
        return newDatabase("MARIADB");
    }

    /** A new, empty database. */
    public static TestDatabase newPostgres() {
        return newDatabase("POSTGRES");
    }

    private static TestDatabase newDatabase(String server) {
        String urls = System.getenv("SNOWFLAKE_" + server + "_URLS");
        if (urls == null || urls.isBlank()) {
            String message = "no " + server + " for this test: set SNOWFLAKE_" + server + "_URLS";
            System.out.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        String url = urls.trim().split("\\s+", -1)[0].replace("jdbc:mariadb:", "jdbc:mysql:");
        String user = System.getenv().getOrDefault("SNOWFLAKE_" + server + "_USER", "test");
        String password = System.getenv().getOrDefault("SNOWFLAKE_" + server + "_PASSWORD", "test");
        String name = "snowflake_" + UUID.randomUUID().toString().replace("-", "");
        execute(url, user, password, "CREATE DATABASE " + name);
        String own = url.replaceFirst("^(jdbc:[a-z]+://[^/]+/)[^?]*", "$1" + name);
        return new TestDatabase(own, user, password, () -> execute(url, user, password, "DROP DATABASE " + name));
    }

    private static void execute(String url, String user, String password, String sql) {
        try (Connection connection = DriverManager.getConnection(url, user, password);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError("'" + sql + "' failed at " + url + " as " + user, e);
        }
    }
}
