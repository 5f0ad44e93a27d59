package io.snowflakeid.merge.sql;

import com.zaxxer.hikari.HikariConfig;
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

/** Sessions of the server that holds the sources and the target, each set up alike. Thread-safe. */
public final class Server implements AutoCloseable {

    /** In an address of MySQL's kind, what stands between the host and the options. */
    private static final Pattern DATABASE = Pattern.compile("^(jdbc:mysql:[^/]*//[^/?]*)/[^?]*");

    /** Of MySQL's driver, unless the address says something else. */
    private static final List<String> OPTIONS =
            List.of("connectTimeout=10000", "tcpKeepAlive=true", "connectionTimeZone=UTC", "characterEncoding=UTF-8");

    private final HikariDataSource pool;
    private final Dialect dialect;
    private final String product;
    private final List<String> setup;

    /**
     * Connects.
     *
     * @param sessions how many at once, at most
     * @param plannedAt what conditions that ask for the time get, or null for the server's
     * @param readOnly whether sessions cannot write, nor the functions that conditions call
     * @throws SQLException if the server is unreachable, refuses the user, or is of a kind that is not supported
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
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(address);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(sessions);
        config.setMinimumIdle(0);
        config.setIdleTimeout(30_000);
        config.setMaxLifetime(0);
        config.setConnectionTimeout(15_000);
        config.setInitializationFailTimeout(-1);
        config.setPoolName("server-merge");
        pool = new HikariDataSource(config);
    }

    /** MySQL's driver reads MariaDB, too. */
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

    /** A session in auto-commit mode, to be closed by the caller. */
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

    /** A session outside the pool, for what must end with it; closed by the caller. */
    public Connection ownSession() throws SQLException {
        return setUp(DriverManager.getConnection(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword()));
    }

    /** A session outside the pool that keeps other commands away from a target until it is closed. */
    public Connection lockedSession(String target) throws SQLException {
        Connection session = ownSession();
        if (!dialect.lock(session, "snowflakeid server-merge into " + target)) {
            session.close();
            throw new MergeRefusedException("another command plans, runs or verifies the merge into " + target
                    + " right now: wait until it ends, or stop it");
        }
        return session;
    }

    /** The same, of a server of MySQL's kind, where no database is the current one: it finds no table by its name alone. */
    public Connection sessionWithoutDatabase() throws SQLException {
        String url = DATABASE.matcher(pool.getJdbcUrl()).replaceFirst("$1/");
        return setUp(DriverManager.getConnection(url, pool.getUsername(), pool.getPassword()));
    }

    /** What its kind of database needs. */
    public Dialect dialect() {
        return dialect;
    }

    /** Its name and version. */
    public String product() {
        return product;
    }

    @Override
    public void close() {
        pool.close();
    }
}
