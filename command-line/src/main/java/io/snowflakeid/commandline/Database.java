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
 * One physical database that a command may use.
 *
 * @param name how reports call it, {@code ds_0} to {@code ds_3}
 * @param url its JDBC address, without a password
 * @param user who connects
 * @param password that user's password, never printed
 * @param typed the address for messages: as the user wrote it, without the settings that are added and without a password
 */
public record Database(String name, String url, String user, String password, String typed) {

    private static final Pattern HOST =
            Pattern.compile("(?:jdbc:)?[a-z0-9]+:(?:tcp:)?//(\\[[^]]+]|[^]\\[:/,?;]+)(?::([0-9]+))?/.*");

    /** One whose address has nothing added. */
    public Database(String name, String url, String user, String password) {
        this(name, url, user, password, url);
    }

    /** A new connection; the caller closes it. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /**
     * The one host and port of its address, between which and this process a proxy can stand.
     *
     * @throws CommandFailure if there are several, or none
     */
    public InetSocketAddress server() {
        Matcher host = HOST.matcher(url);
        if (!host.matches()) {
            throw CommandFailure.ofUsage(
                    typed + " does not name one host and port, so a run cannot cut connections to it"
                            + " off by a proxy: name one server, such as jdbc:mysql://host:port/database,"
                            + " jdbc:h2:tcp://host:port/name or redis://host:port");
        }
        int port = host.group(2) == null
                ? DatabaseKind.of(url).map(kind -> kind.port).orElse(0)
                : Integer.parseInt(host.group(2));
        return InetSocketAddress.createUnresolved(host.group(1), port);
    }

    /** The same database, reached through a proxy on this machine. */
    public Database through(int proxyPort) {
        return new Database(name, url.replaceFirst("//[^/]+", "//127.0.0.1:" + proxyPort), user, password, typed);
    }

    /** Product and version. MariaDB calls itself MySQL 5.5.5 to drivers, and says further behind what it is. */
    public String version() throws SQLException {
        try (Connection connection = connect()) {
            DatabaseMetaData about = connection.getMetaData();
            String version = about.getDatabaseProductVersion();
            return version.contains("MariaDB")
                    ? version.replaceFirst("^5\\.5\\.5-", "").replaceFirst("(.*)-MariaDB.*", "MariaDB $1")
                    : about.getDatabaseProductName() + " " + version;
        }
    }

    /** A new pool of at most that many connections; the caller closes it. */
    public HikariDataSource pool(int maxSize) {
        return new HikariDataSource(poolConfig(maxSize));
    }

    /** Of such a pool, for what is set beyond that. */
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

    /** Name and address; the password stays out of every message. */
    @Override
    public String toString() {
        return name + " (" + typed + ")";
    }
}
