package io.snowflakeid.ledger;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A ledger's own connections: each call opens one, a few per minute. So an exhausted pool of the application cannot keep the ledger from
 * renewing. A server that accepts a connection but does not answer is given up after 10 s, unless the address has other timeouts: by
 * default, drivers wait without limit.
 */
record DriverConnections(
        String url, @Nullable String user, @Nullable String password) implements LedgerConnection.Source {

    /** @throws IllegalArgumentException if no driver accepts the address, or if the driver is a router's */
    static DriverConnections to(String url, @Nullable String user, @Nullable String password) {
        DriverConnections connections = new DriverConnections(url, user, password);
        try {
            RoutingDataSources.requireNoRouter(DriverManager.getDriver(url).getClass());
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    "no JDBC driver on the class path accepts " + connections + ": add the driver of that database, or"
                            + " correct the address",
                    e);
        }
        return connections;
    }

    @Override
    public Connection connect() throws SQLException {
        try {
            return DriverManager.getConnection(url, properties());
        } catch (SQLException | RuntimeException e) {
            throw JdbcAddress.withoutSecrets(url, e);
        }
    }

    /** PostgreSQL's driver counts timeouts in seconds, those of MySQL and MariaDB in milliseconds. */
    Properties properties() {
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        if (url.matches("jdbc:(mysql|mariadb|postgresql):.*")) {
            String tenSeconds = url.startsWith("jdbc:postgresql:") ? "10" : "10000";
            for (String timeout : List.of("connectTimeout", "socketTimeout")) {
                if (!url.toLowerCase(Locale.ROOT).contains(timeout.toLowerCase(Locale.ROOT) + "=")) {
                    properties.setProperty(timeout, tenSeconds);
                }
            }
        }
        return properties;
    }

    /** The address without its secrets. */
    @Override
    public String toString() {
        return JdbcAddress.shown(url);
    }
}
