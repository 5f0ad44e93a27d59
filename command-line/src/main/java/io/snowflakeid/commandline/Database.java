package io.snowflakeid.commandline;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A physical database that a command may use.
 *
 * @param name the name of the database in reports, such as {@code ds_0}
 * @param url the JDBC address, without a password
 * @param user the user name for connections
 * @param password the user's password, which is never printed
 * @param typed the address without settings and password, for messages
 */
public record Database(String name, String url, String user, String password, String typed) {

    private static final Pattern HOST =
            Pattern.compile("(?:jdbc:)?[a-z0-9]+:(?:tcp:)?//(\\[[^]]+]|[^]\\[:/,?;]+)(?::([0-9]+))?/.*");

    public Database(String name, String url, String user, String password) {
        this(name, url, user, password, url);
    }

    /** Opens a connection that the caller must close. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /**
     * Returns the host and port of the address.
     *
     * @throws CommandFailure if the address does not have exactly one host
     */
    public InetSocketAddress server() {
        Matcher host = HOST.matcher(url);
        if (!host.matches()) {
            throw CommandFailure.ofUsage(
                    typed + " does not name one host and port, so a run cannot cut connections to it"
                            + " off by a proxy: use one server, such as jdbc:mysql://host:port/database,"
                            + " jdbc:h2:tcp://host:port/name or redis://host:port");
        }
        int port = host.group(2) == null
                ? DatabaseKind.of(url).map(kind -> kind.port).orElse(0)
                : Integer.parseInt(host.group(2));
        return InetSocketAddress.createUnresolved(host.group(1), port);
    }

    /** Returns a database that connects through a proxy at the given port of this machine. */
    public Database through(int proxyPort) {
        return new Database(name, url.replaceFirst("//[^/]+", "//127.0.0.1:" + proxyPort), user, password, typed);
    }

    /** Returns the product name and version of the database. */
    public String version() throws SQLException {
        try (Connection connection = connect()) {
            DatabaseMetaData about = connection.getMetaData();
            String version = about.getDatabaseProductVersion();
            return version.contains("MariaDB")
                    ? version.replaceFirst("^5\\.5\\.5-", "").replaceFirst("(.*)-MariaDB.*", "MariaDB $1")
                    : about.getDatabaseProductName() + " " + version;
        }
    }

    /** Opens a connection pool that the caller must close. */
    public HikariDataSource pool(int maxSize) {
        return new HikariDataSource(poolConfig(maxSize));
    }

    /** Returns a new pool configuration that the caller may change. */
    public HikariConfig poolConfig(int maxSize) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(maxSize);
        config.setMinimumIdle(1);
        return config;
    }

    @Override
    public String toString() {
        return name + " (" + typed + ")";
    }
}
