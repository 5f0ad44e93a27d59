package io.snowflakeid.ledger;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Connections of a ledger's own: each call opens one, which is a few in a minute. A pool of the application that is used up cannot
 * keep the ledger from renewing. A server that takes the connection but does not answer, as one that was stopped, is given up after
 * 10 s unless the address says otherwise: drivers would wait for ever, and the keeper with them.
 */
record DriverConnections(
        String url, @Nullable String user, @Nullable String password) implements LedgerConnection.Source {

    private static final int GIVE_UP_AFTER_SECONDS = 10;

    /**
     * @throws IllegalArgumentException if {@link JdbcAddress} rejects the address, or if no driver accepts it
     */
    static DriverConnections to(String url, @Nullable String user, @Nullable String password) {
        JdbcAddress.require(url); // before a driver reads it, and may load what it names
        DriverConnections connections = new DriverConnections(url, user, password);
        try {
            DriverManager.getDriver(url);
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

    /** Timeouts are in the units of the drivers: milliseconds for MySQL and MariaDB, seconds for PostgreSQL. */
    Properties properties() {
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (password != null) {
            properties.setProperty("password", password);
        }
        if (url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:")) {
            setUnlessInAddress(properties, "connectTimeout", GIVE_UP_AFTER_SECONDS * 1000);
            setUnlessInAddress(properties, "socketTimeout", GIVE_UP_AFTER_SECONDS * 1000);
        } else if (url.startsWith("jdbc:postgresql:")) {
            setUnlessInAddress(properties, "connectTimeout", GIVE_UP_AFTER_SECONDS);
            setUnlessInAddress(properties, "socketTimeout", GIVE_UP_AFTER_SECONDS);
        }
        return properties;
    }

    private void setUnlessInAddress(Properties properties, String name, int value) {
        if (!url.toLowerCase(Locale.ROOT).contains(name.toLowerCase(Locale.ROOT) + "=")) {
            properties.setProperty(name, Integer.toString(value));
        }
    }

    /** The address without what may be secret in it. */
    @Override
    public String toString() {
        return JdbcAddress.shown(url);
    }
}
