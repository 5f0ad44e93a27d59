package io.snowflakeid.merge.sql;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.merge.MergeRefusedException;
import io.snowflakeid.merge.catalog.Sql;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sessions of the server that has the sources and the target, each set up in the same way. Thread-safe. */
public final class Server implements AutoCloseable {

    /** The part between the host and the options in an address of MySQL's kind. */
    private static final Pattern DATABASE = Pattern.compile("^(jdbc:mysql:[^/]*//[^/?]*)/[^?]*");

    /** Options of MySQL's driver, unless the address sets them. */
    private static final List<String> OPTIONS =
            List.of("connectTimeout=10000", "tcpKeepAlive=true", "connectionTimeZone=UTC", "characterEncoding=UTF-8");

    private final HikariDataSource pool;
    private final Dialect dialect;
    private final String product;
    private final List<String> setup;

    /**
     * Connects.
     *
     * @param sessions the greatest number of sessions in use
     * @param plannedAt the current time in conditions, or null for the server's time
     * @param readOnly whether sessions, and the functions that conditions call, cannot write
     * @throws SQLException if the server is unreachable, refuses the user, or is not supported
     */
    public Server(
            String url,
            @Nullable String user,
            @Nullable String password,
            int sessions,
            @Nullable String plannedAt,
            boolean readOnly)
            throws SQLException {
        String address = withOptions(url);
        try (Connection first = DriverManager.getConnection(address, user, password)) {
            DatabaseMetaData about = first.getMetaData();
            product = about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
            dialect = Dialect.of(product);
        }
        setup = dialect.sessionSetup(plannedAt, readOnly);
        pool = new HikariDataSource();
        pool.setJdbcUrl(address);
        pool.setUsername(user);
        pool.setPassword(password);
        pool.setMaximumPoolSize(sessions);
        pool.setMinimumIdle(0);
        pool.setIdleTimeout(30_000);
        pool.setMaxLifetime(0);
        pool.setConnectionTimeout(15_000);
        pool.setInitializationFailTimeout(-1);
        pool.setPoolName("server-merge");
    }

    private static String withOptions(String url) {
        String address = url.replaceFirst("^jdbc:mariadb:", "jdbc:mysql:");
        if (address.startsWith("jdbc:mysql:")) {
            for (String option : OPTIONS) {
                boolean there = address.contains(option.replaceFirst("=.*", "="));
                address += there ? "" : (address.contains("?") ? "&" : "?") + option;
            }
        }
        return address;
    }

    /** A session in auto-commit mode; the caller closes it. */
    public Connection session() throws SQLException {
        return setUp(pool.getConnection());
    }

    private Connection setUp(Connection connection) throws SQLException {
        try {
            Sql.execute(connection, setup);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** A session outside the pool, for locks and tables that must end with the session; the caller closes it. */
    public Connection ownSession() throws SQLException {
        return setUp(DriverManager.getConnection(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword()));
    }

    /** A session outside the pool that excludes other commands from a target until it is closed. */
    public Connection lockedSession(String target) throws SQLException {
        Connection session = ownSession();
        if (!dialect.lock(session, "snowflakeid server-merge into " + target)) {
            session.close();
            throw new MergeRefusedException("another command plans, runs or verifies the merge into " + target
                    + " right now: wait until it ends, or stop it");
        }
        return session;
    }

    /** A session outside the pool without a current database, which finds no table by its name alone; not on H2. */
    public Connection sessionWithoutDatabase() throws SQLException {
        String url = DATABASE.matcher(pool.getJdbcUrl()).replaceFirst("$1/");
        return setUp(DriverManager.getConnection(url, pool.getUsername(), pool.getPassword()));
    }

    public Dialect dialect() {
        return dialect;
    }

    public String product() {
        return product;
    }

    @Override
    public void close() {
        pool.close();
    }
}
