package org.apache.shardingsphere.driver;

import java.sql.Connection;
import java.sql.SQLException;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** Has a name like a router's; the real one is tried where it is a dependency. */
public final class RouterLookAlike extends AbstractDataSource {

    @Override
    public Connection getConnection() throws SQLException {
        throw new SQLException("routes nowhere");
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }
}
