package io.snowflakeid.ledger;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.datasource.AbstractDataSource;

/** A data source that loses a write, or the reply to it, when told to; and that watches its connections. */
final class FaultyDataSource extends AbstractDataSource {

    private final DataSource real;
    private final AtomicInteger calls = new AtomicInteger();
    private volatile int failingCall = Integer.MAX_VALUE;
    private volatile Fault fault = Fault.BEFORE;
    private final AtomicReference<@Nullable Connection> warned = new AtomicReference<>();
    private volatile boolean written; // and not committed

    /** Whether there are no connections. */
    volatile boolean down;

    /** Whether connections are handed out in this mode. */
    volatile boolean autoCommit = true;

    /** A pool of this connection alone, which is not closed. */
    volatile @Nullable Connection pooled;

    /** As a read/write splitter: all but what locks is read there. */
    volatile @Nullable Connection copy;

    /** The next write is committed, and then the connection seems to break. */
    final AtomicBoolean loseReply = new AtomicBoolean();

    /** So many commits of writes come with a warning, as on PostgreSQL while no standby confirms. */
    final AtomicInteger warnings = new AtomicInteger();

    /** Connections that were not handed back. */
    final AtomicInteger open = new AtomicInteger();

    final AtomicInteger handedBackWithAutoCommit = new AtomicInteger();

    /** In milliseconds, while the connection was in use. */
    final AtomicInteger longestNetworkTimeout = new AtomicInteger();

    final AtomicInteger networkTimeoutHandedBack = new AtomicInteger();

    FaultyDataSource(DataSource real) {
        this.real = real;
    }

    /** What a call that fails has done before. */
    enum Fault {
        /** Nothing; the connection is as good as it was. */
        BEFORE,
        /** All that it should; the connection is as good as it was. */
        AFTER,
        /** All that it should; nothing can be done with the connection any more but to close it. */
        AFTER_AND_BROKEN
    }

    /** From now on the calls of connections and statements are counted, and the one with this number fails. */
    void failCall(int number, Fault how) {
        calls.set(0);
        fault = how;
        failingCall = number;
    }

    void failNoMore() {
        failingCall = Integer.MAX_VALUE;
    }

    /** Whether the call that was to fail has come. */
    boolean hasFailed() {
        return calls.get() >= failingCall;
    }

    private interface Call {
        @Nullable
        Object run() throws Throwable;
    }

    /** A connection that is closed is closed, whatever its answer. */
    private @Nullable Object counted(AtomicBoolean broken, String method, Call call) throws Throwable {
        boolean closing = method.equals("close");
        if (broken.get() && !closing) {
            throw new SQLException("connection is broken at " + method, "08003");
        }
        boolean failing = calls.incrementAndGet() == failingCall;
        if (failing && fault == Fault.BEFORE && !closing) {
            throw new SQLException("injected before " + method, "08S01");
        }
        Object result = call.run();
        if (failing) {
            broken.set(fault == Fault.AFTER_AND_BROKEN);
            throw new SQLException("injected after " + method, "08S01");
        }
        return result;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (down) {
            throw new SQLException("the database is down", "08001");
        }
        if (calls.incrementAndGet() == failingCall) {
            throw new SQLException("injected at getConnection", "08001");
        }
        Connection only = pooled;
        Connection connection = only == null ? real.getConnection() : only;
        if (only == null || !autoCommit) {
            connection.setAutoCommit(autoCommit);
        }
        open.incrementAndGet();
        AtomicBoolean broken = new AtomicBoolean();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, args) ->
                        counted(broken, method.getName(), () -> onConnection(connection, broken, method, args)));
    }

    private @Nullable Object onConnection(Connection connection, AtomicBoolean broken, Method method, Object[] args)
            throws Throwable {
        if (method.getName().equals("setNetworkTimeout")) {
            longestNetworkTimeout.accumulateAndGet((int) args[1], Math::max);
        }
        if (method.getName().equals("close")) {
            networkTimeoutHandedBack.set(connection.getNetworkTimeout());
            open.decrementAndGet();
            handedBackWithAutoCommit.addAndGet(connection.getAutoCommit() ? 1 : 0);
            if (pooled != null) {
                return null;
            }
        }
        Connection elsewhere = copy;
        boolean split = elsewhere != null && method.getName().equals("prepareStatement") && isRead((String) args[0]);
        Object result = call(split ? elsewhere : connection, method, args);
        if (method.getName().equals("commit") && written) {
            written = false;
            if (loseReply.compareAndSet(true, false)) {
                throw new SQLException("reply lost", "08S01");
            }
            if (warnings.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                warned.set(connection);
            }
        }
        if (method.getName().equals("getWarnings") && warned.compareAndSet(connection, null)) {
            return new SQLWarning("canceling wait for synchronous replication", "01000");
        }
        if (!(result instanceof PreparedStatement statement)) {
            return result;
        }
        return Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {PreparedStatement.class},
                (proxy, called, values) ->
                        counted(broken, called.getName(), () -> onStatement(statement, called, values)));
    }

    private static boolean isRead(String sql) {
        return sql.startsWith("SELECT") && sql.contains("snowflake_") && !sql.contains("FOR UPDATE");
    }

    private @Nullable Object onStatement(PreparedStatement statement, Method method, Object[] args) throws Throwable {
        if (method.getName().equals("executeUpdate")) {
            written = true;
        }
        return call(statement, method, args);
    }

    private static @Nullable Object call(Object target, Method method, Object[] args) throws Throwable {
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
}
