package io.snowflakeid.ledger;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;

/** A data source that loses a write, or the reply to it, when told to; and that watches its connections. */
final class FaultyDataSource implements DataSource {

    private final DataSource real;
    private final AtomicBoolean loseReply = new AtomicBoolean();
    private final AtomicBoolean failWrite = new AtomicBoolean();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger returnedWithAutoCommit = new AtomicInteger();
    private final AtomicInteger longestNetworkTimeout = new AtomicInteger();
    private final AtomicInteger networkTimeoutHandedBack = new AtomicInteger();
    private volatile boolean autoCommit = true;
    private volatile boolean down;

    FaultyDataSource(DataSource real) {
        this.real = real;
    }

    /** The next write happens, and then the connection seems to break. */
    void loseNextReply() {
        loseReply.set(true);
    }

    /** The next write does not happen. */
    void failNextWrite() {
        failWrite.set(true);
    }

    /** Whether there are no connections. */
    void down(boolean isDown) {
        down = isDown;
    }

    void handOutWithoutAutoCommit() {
        autoCommit = false;
    }

    int handedBackWithAutoCommit() {
        return returnedWithAutoCommit.get();
    }

    /** In milliseconds, while the connection was in use. */
    int longestNetworkTimeout() {
        return longestNetworkTimeout.get();
    }

    int networkTimeoutHandedBack() {
        return networkTimeoutHandedBack.get();
    }

    int open() {
        return open.get();
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (down) {
            throw new SQLException("the database is down", "08001");
        }
        Connection connection = real.getConnection();
        connection.setAutoCommit(autoCommit);
        open.incrementAndGet();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, args) -> onConnection(connection, method, args));
    }

    private Object onConnection(Connection connection, Method method, Object[] args) throws Throwable {
        if (method.getName().equals("setNetworkTimeout")) {
            longestNetworkTimeout.accumulateAndGet((int) args[1], Math::max);
        }
        if (method.getName().equals("close")) {
            networkTimeoutHandedBack.set(connection.getNetworkTimeout());
            open.decrementAndGet();
            returnedWithAutoCommit.addAndGet(connection.getAutoCommit() ? 1 : 0);
        }
        Object result = call(connection, method, args);
        if (!(result instanceof PreparedStatement statement)) {
            return result;
        }
        return Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, called, values) -> onStatement(statement, called, values));
    }

    private Object onStatement(PreparedStatement statement, Method method, Object[] args) throws Throwable {
        boolean write = method.getName().equals("executeUpdate");
        if (write && failWrite.compareAndSet(true, false)) {
            throw new SQLException("write lost", "08S01");
        }
        Object result = call(statement, method, args);
        if (write && loseReply.compareAndSet(true, false)) {
            throw new SQLException("reply lost", "08S01");
        }
        return result;
    }

    private static Object call(Object target, Method method, Object[] args) throws Throwable {
        try {
            return method.invoke(target, args);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public java.io.PrintWriter getLogWriter() throws SQLException {
        return real.getLogWriter();
    }

    @Override
    public void setLogWriter(java.io.PrintWriter out) throws SQLException {
        real.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        real.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return real.getLoginTimeout();
    }

    @Override
    public java.util.logging.Logger getParentLogger() {
        return java.util.logging.Logger.getLogger(getClass().getName());
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return real.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return real.isWrapperFor(type);
    }
}
