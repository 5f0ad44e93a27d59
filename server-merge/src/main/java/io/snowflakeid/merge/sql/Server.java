package io.snowflakeid.merge.sql;

import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.result.MergeRefusedException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Opens sessions on the database server that contains the sources and the target. This class is thread-safe. */
public final class Server implements AutoCloseable {

    /** Matches a MySQL address, including the name of the database. */
    private static final Pattern DATABASE = Pattern.compile("^(jdbc:mysql:[^/]*//[^/?]*)/[^?]*");

    /** The driver options that are added to a MySQL address unless the address contains them. */
    private static final List<String> OPTIONS =
            List.of("connectTimeout=10000", "tcpKeepAlive=true", "connectionTimeZone=UTC", "characterEncoding=UTF-8");

    private final HikariDataSource pool;
    private final Dialect dialect;
    private final String product;
    private final List<String> setup;

    /**
     * Connects to a database server.
     *
     * @param sessions the maximum number of pooled sessions
     * @param plannedAt the value of NOW() in all sessions, or null for the server's time
     * @param readOnly true if all MySQL or MariaDB sessions must reject writes (H2 sessions accept writes in any case)
     * @throws SQLException if the server is unreachable, rejects the user, or is not supported
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

    /** Returns a pooled session in auto-commit mode. The caller must close the session. */
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

    /** Returns a session that does not belong to the pool. The caller must close the session. */
    public Connection ownSession() throws SQLException {
        return setUp(DriverManager.getConnection(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword()));
    }

    /** Returns a session that holds a named lock on the target, so that no other command can use the target until the session is closed. */
    public Connection lockedSession(String target) throws SQLException {
        Connection session = ownSession();
        if (!dialect.lock(session, "snowflakeid server-merge into " + target)) {
            session.close();
            throw new MergeRefusedException("another command plans, runs or verifies the merge into " + target
                    + " right now: wait until it ends, or stop it");
        }
        return session;
    }

    /** Returns a session that does not belong to the pool. On MySQL and MariaDB, the session has no current database. */
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
