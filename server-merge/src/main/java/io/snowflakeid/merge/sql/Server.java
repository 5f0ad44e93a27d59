package io.snowflakeid.merge.sql;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.snowflakeid.merge.catalog.Sql;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sessions of the server that holds the sources and the target, each set up alike. Thread-safe. */
public final class Server implements AutoCloseable {

    /** In an address of MySQL's kind, what stands between the host and the options. */
    private static final Pattern DATABASE = Pattern.compile("^(jdbc:mysql:[^/]*//[^/?]*)/[^?]*");

    /** With characters that encodings write in different ways. */
    private static final String ANY_TEXT = "\u00e9\u529f\ud83c\udfb2";

    private final HikariDataSource pool;
    private final Dialect dialect;
    private final String product;
    private final List<String> setup;
    private final boolean readOnly;

    private Server(HikariDataSource pool, Dialect dialect, String product, List<String> setup, boolean readOnly) {
        this.pool = pool;
        this.dialect = dialect;
        this.product = product;
        this.setup = setup;
        this.readOnly = readOnly;
    }

    /**
     * Connects as {@link #connect} does, to read alone: functions that conditions call cannot write, either. Sessions of the pool
     * are set up when they are opened, so what a task sets it has to set back.
     */
    public static Server connectReadOnly(
            String url, @Nullable String user, @Nullable String password, int sessions, @Nullable String plannedAt)
            throws SQLException {
        return connect(url, user, password, sessions, plannedAt, true);
    }

    /**
     * Connects.
     *
     * @param sessions how many at once, at most
     * @param plannedAt what conditions that ask for the time get, or null for the server's
     * @throws SQLException if the server is unreachable, refuses the user, or is of a kind that is not supported
     */
    public static Server connect(
            String url, @Nullable String user, @Nullable String password, int sessions, @Nullable String plannedAt)
            throws SQLException {
        return connect(url, user, password, sessions, plannedAt, false);
    }

    private static Server connect(
            String url,
            @Nullable String user,
            @Nullable String password,
            int sessions,
            @Nullable String plannedAt,
            boolean readOnly)
            throws SQLException {
        String address = withOptions(url);
        String product;
        Dialect dialect;
        try (Connection first = DriverManager.getConnection(address, user, password)) {
            DatabaseMetaData about = first.getMetaData();
            product = about.getDatabaseProductName() + " " + about.getDatabaseProductVersion();
            dialect = dialectOf(product);
        }
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
        config.setAutoCommit(true);
        config.setPoolName("server-merge");
        List<String> setup = dialect.sessionSetup(plannedAt, readOnly);
        if (readOnly) {
            config.setConnectionInitSql(String.join("; ", setup));
        }
        Server server = new Server(new HikariDataSource(config), dialect, product, setup, readOnly);
        try (Connection session = server.session()) {
            if (dialect instanceof MySqlDialect) {
                requireUtf8(session);
            }
        } catch (SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    /** The driver and the server must mean the same encoding: a text in another one could end its quotes. */
    private static void requireUtf8(Connection session) throws SQLException {
        String expected = HexFormat.of().withUpperCase().formatHex(ANY_TEXT.getBytes(StandardCharsets.UTF_8));
        try (Statement statement = session.createStatement();
                ResultSet row = statement.executeQuery("SELECT HEX('" + ANY_TEXT + "'), '" + ANY_TEXT + "'")) {
            row.next();
            String sent = row.getString(1);
            if (!expected.equals(sent) || !ANY_TEXT.equals(row.getString(2))) {
                throw new SQLException("the driver sends text in another encoding than UTF-8: " + ANY_TEXT + " came as "
                        + sent + ", not as " + expected + "; leave encodings out of the server's address");
            }
        }
    }

    private static Dialect dialectOf(String product) throws SQLException {
        return Stream.concat(Stream.of(new MySqlDialect(true), new MySqlDialect(false)), Dialect.others().stream())
                .filter(dialect -> dialect.speaks(product))
                .findFirst()
                .orElseThrow(() -> new SQLException(
                        "server is " + product + "; supported are MySQL 8.4 and 9, MariaDB 10.11 and 11, and H2"));
    }

    /** MariaDB speaks MySQL's protocol; what is not set already is set as a merge needs it. */
    private static String withOptions(String url) {
        String address =
                url.startsWith("jdbc:mariadb:") ? "jdbc:mysql:" + url.substring("jdbc:mariadb:".length()) : url;
        if (!address.startsWith("jdbc:mysql:")) {
            return address;
        }
        String timed = with(with(address, "connectTimeout", "10000"), "tcpKeepAlive", "true");
        return with(with(timed, "connectionTimeZone", "UTC"), "characterEncoding", "UTF-8");
    }

    private static String with(String url, String option, String value) {
        if (url.contains(option + "=")) {
            return url;
        }
        return url + (url.contains("?") ? "&" : "?") + option + "=" + value;
    }

    /** A session in auto-commit mode, to be closed by the caller. */
    public Connection session() throws SQLException {
        Connection connection = pool.getConnection();
        return readOnly ? connection : setUp(connection);
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
