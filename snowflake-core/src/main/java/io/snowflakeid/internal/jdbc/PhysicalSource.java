package io.snowflakeid.internal.jdbc;

import io.snowflakeid.internal.JdbcAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Opens connections to one physical database. */
public interface PhysicalSource {

    Connection connect() throws SQLException;

    /** Throws an {@link IllegalArgumentException} if the data source is a sharding router, or wraps a sharding router. */
    static PhysicalSource of(DataSource dataSource) {
        Class<?> type = dataSource.getClass();
        requireNoRouter(type);
        for (String router : new String[] {
            "org.apache.shardingsphere.driver.jdbc.core.datasource.ShardingSphereDataSource",
            "org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource"
        }) {
            if (wraps(router, dataSource)) {
                throw notPhysical(type.getName() + " wraps " + router + ", which");
            }
        }
        return dataSource::getConnection;
    }

    /** Rejects the classes of ShardingSphere, and the routing data sources of Spring and MyBatis-Plus. */
    private static void requireNoRouter(Class<?> type) {
        if (Stream.<Class<?>>iterate(type, Objects::nonNull, Class::getSuperclass)
                .anyMatch(ancestor -> ancestor.getName()
                        .matches("org\\.apache\\.shardingsphere\\..*|.*\\.\\w*RoutingDataSource\\w*"))) {
            throw notPhysical(type.getName());
        }
    }

    private static boolean wraps(String router, DataSource dataSource) {
        try {
            return dataSource.isWrapperFor(
                    Class.forName(router, false, dataSource.getClass().getClassLoader()));
        } catch (ClassNotFoundException | LinkageError | SQLException | RuntimeException e) {
            return false; // the router is not on the class path, or the data source is not set up
        }
    }

    private static IllegalArgumentException notPhysical(String router) {
        return new IllegalArgumentException("a physical data source is needed, but " + router
                + " routes to many, and the table would lie on an arbitrary one: pass the pool of one database");
    }

    /** Throws an {@link IllegalArgumentException} if no driver accepts the address, or if the driver is a sharding router. */
    static PhysicalSource at(String url, @Nullable String user, @Nullable String password) {
        try {
            requireNoRouter(DriverManager.getDriver(url).getClass());
        } catch (SQLException e) {
            throw new IllegalArgumentException(
                    "no JDBC driver on the class path accepts " + JdbcAddress.shown(url)
                            + ": add the driver of that database, or correct the address",
                    e);
        }
        Properties properties = properties(url, user, password);
        return () -> {
            try {
                return DriverManager.getConnection(url, properties);
            } catch (SQLException | RuntimeException e) {
                throw JdbcAddress.withoutSecrets(url, e);
            }
        };
    }

    /**
     * Returns driver properties with timeouts of 10 s, unless the address contains timeouts. By default, drivers wait without a limit for the reply
     * of a server. Timeouts are in seconds on PostgreSQL, and in milliseconds on MySQL and MariaDB.
     */
    static Properties properties(String url, @Nullable String user, @Nullable String password) {
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
}
