package io.snowflakeid.verification.growth;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A new database for ledgers, which is dropped at the end. */
final class BenchDatabase implements AutoCloseable {

    static final String PREFIX = "snowflake_bench_growth_";
    static final String NAME = PREFIX + ProcessHandle.current().pid();

    private static final Pattern ADDRESS = Pattern.compile("(jdbc:[a-z]+://[^/?]+/)[^?]*(\\?.*)?");
    private static final long PATIENCE_MILLIS = 150_000;

    private final Database database;
    private final Database server;
    private final String drop;
    private final Thread atExit = new Thread(this::dropQuietly);

    private BenchDatabase(Database database, Database server, String drop) {
        this.database = database;
        this.server = server;
        this.drop = drop;
        Runtime.getRuntime().addShutdownHook(atExit); // for a run that is interrupted
    }

    /** Returns a database in the memory of this process. */
    static BenchDatabase inMemory() {
        String url = "jdbc:h2:mem:" + NAME + ";DB_CLOSE_DELAY=-1";
        Database memory = new Database("the ledger", url, "sa", "");
        return new BenchDatabase(memory, memory, "SHUTDOWN");
    }

    /** Creates a database on a server. */
    static BenchDatabase on(String address, String user, @Nullable String password) throws SQLException {
        String url =
                address.replaceFirst("^jdbc:mariadb:", "jdbc:mysql:"); // the class path contains only MySQL's driver
        Matcher parts = ADDRESS.matcher(url);
        if (!parts.matches()) {
            throw CommandFailure.ofUsage(
                    "--url is not of the form jdbc:mysql://host:port/ or jdbc:postgresql://host:port/database: correct it");
        }
        String secret = password == null ? "" : password;
        String own = parts.group(1) + NAME + (parts.group(2) == null ? "" : parts.group(2));
        String dropped = "DROP DATABASE IF EXISTS " + NAME;
        Database server = new Database("the server", url, user, secret);
        execute(server, "CREATE DATABASE " + NAME);
        return new BenchDatabase(new Database("the ledger", own, user, secret), server, dropped);
    }

    private static void execute(Database where, String... statements) throws SQLException {
        try (Connection connection = where.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    String product() throws SQLException {
        return database.version();
    }

    HikariDataSource pool(int connections) {
        HikariConfig config = database.poolConfig(connections);
        config.setConnectionTimeout(PATIENCE_MILLIS);
        return new HikariDataSource(config);
    }

    @Override
    public void close() throws SQLException {
        Runtime.getRuntime().removeShutdownHook(atExit);
        execute(server, drop);
    }

    private void dropQuietly() {
        try {
            execute(server, drop);
        } catch (SQLException e) {
            System.err.println(NAME + " is left on the server (" + e.getMessage() + "): drop it");
        }
    }
}
