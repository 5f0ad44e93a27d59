package io.snowflakeid.verification.performance;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.RunEnd;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A new database on a server, which is dropped on {@link #close} and if a signal stops this JVM. */
public final class BenchDatabase implements AutoCloseable {

    private final Database database;
    private final RunEnd end;

    /** Creates the database in place of an existing database with the same name. */
    public BenchDatabase(Database server, String name) throws SQLException {
        String drop = "DROP DATABASE IF EXISTS " + name;
        String url = server.url().replaceFirst("(//[^/?]+/)[^?]*", "$1" + name);
        database = new Database("the benchmark", url, server.user(), server.password());
        execute(server, drop, "CREATE DATABASE " + name);
        end = new RunEnd(() -> execute(server, drop));
    }

    public Database database() {
        return database;
    }

    private static void execute(Database server, String... statements) throws SQLException {
        try (Connection connection = server.connect()) {
            execute(connection, statements);
        }
    }

    public static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws SQLException {
        end.begin();
    }
}
