package io.snowflakeid.shardingsphere;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** A database that takes calls and answers none, until they are given up. */
final class SilentDatabase implements Driver, AutoCloseable {

    static final String ADDRESS = "jdbc:postgresql://silent/database";

    private final CountDownLatch called = new CountDownLatch(1);
    private final CountDownLatch givenUp = new CountDownLatch(1);

    SilentDatabase() throws SQLException {
        DriverManager.registerDriver(this);
    }

    void awaitCall() throws InterruptedException {
        called.await();
    }

    @Override
    public boolean acceptsURL(String url) {
        return url.equals(ADDRESS);
    }

    @Override
    public @Nullable Connection connect(String url, Properties info) throws SQLException {
        if (!acceptsURL(url)) {
            return null;
        }
        called.countDown();
        try {
            givenUp.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new SQLException("given up");
    }

    void giveUp() {
        givenUp.countDown();
    }

    @Override
    public void close() throws SQLException {
        giveUp();
        DriverManager.deregisterDriver(this);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
        return new DriverPropertyInfo[0];
    }

    @Override
    public int getMajorVersion() {
        return 1;
    }

    @Override
    public int getMinorVersion() {
        return 0;
    }

    @Override
    public boolean jdbcCompliant() {
        return false;
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getLogger("io.snowflakeid");
    }
}
