package io.snowflakeid.commandline;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;

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

    /** One whose address has nothing added. */
    public Database(String name, String url, String user, String password) {
        this(name, url, user, password, url);
    }

    /** A new connection; the caller closes it. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url, user, password);
    }

    /** A new pool of at most that many connections; the caller closes it. */
    public HikariDataSource pool(int maxSize) {
        HikariConfig config = new HikariConfig();
        config.setPoolName(name);
        config.setJdbcUrl(url);
        config.setUsername(user);
        config.setPassword(password);
        config.setMaximumPoolSize(maxSize);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }

    /** Name and address; the password stays out of every message. */
    @Override
    public String toString() {
        return name + " (" + typed + ")";
    }
}
