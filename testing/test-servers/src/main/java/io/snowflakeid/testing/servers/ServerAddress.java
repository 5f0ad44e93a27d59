package io.snowflakeid.testing.servers;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;

/** The address of a database server, and a user with the privilege to create databases. */
record ServerAddress(String url, String user, String password) {

    TestDatabase newDatabase() {
        String name = "snowflake_" + UUID.randomUUID().toString().replace("-", "");
        execute("CREATE DATABASE " + name);
        String own = url.replaceFirst("^(jdbc:[a-z]+://[^/]+/)[^?]*", "$1" + name);
        return new TestDatabase(own, user, password, () -> execute("DROP DATABASE " + name));
    }

    String version() throws SQLException {
        try (Connection connection = connect()) {
            return connection.getMetaData().getDatabaseProductVersion();
        }
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    private void execute(String sql) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError("'" + sql + "' failed at " + url + " as " + user, e);
        }
    }
}
