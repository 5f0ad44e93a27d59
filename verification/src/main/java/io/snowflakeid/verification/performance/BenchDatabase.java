package io.snowflakeid.verification.performance;

import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.RunEnd;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A new database on a server, which is dropped on {@link #close} and if a signal stops this JVM. */
public final class BenchDatabase implements AutoCloseable {

    private final Database server;
    private final String name;
    private final RunEnd end;

    /** Creates the database in place of an existing database with the same name. */
    public BenchDatabase(Database server, String name) throws SQLException {
        this.server = server;
        this.name = name;
        drop();
        execute("CREATE DATABASE " + name);
        end = new RunEnd(this::drop);
    }

    public Database database() {
        String url = server.url().replaceFirst("(//[^/?]+/)[^?]*", "$1" + name);
        return new Database("the benchmark", url, server.user(), server.password());
    }

    private void drop() throws SQLException {
        execute("DROP DATABASE IF EXISTS " + name);
    }

    private void execute(String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() throws SQLException {
        end.begin();
    }
}
