package io.snowflakeid.demo.orders;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.ibatis.datasource.unpooled.UnpooledDataSource;
import org.jspecify.annotations.Nullable;

/**
 * A driver's connections, which can be cut off as by a network that is gone: those that are open break, new ones are refused. The
 * database itself stays as it is, for others; an operator's server is not stopped for a demo. Thread-safe.
 */
final class Cable extends UnpooledDataSource {

    /** What a connection pool may still do with a broken connection. */
    private static final Set<String> HARMLESS = Set.of("close", "isClosed", "abort", "toString", "hashCode", "equals");

    private final String database;
    private final Set<Wire> open = ConcurrentHashMap.newKeySet();
    private volatile boolean unplugged;

    Cable(String database, String driver, String url, Properties properties) {
        super(driver, url, properties);
        this.database = database;
    }

    /** Closes all connections under the feet of who uses them; their transactions are rolled back. */
    void unplug() throws SQLException {
        unplugged = true;
        for (Wire wire : open) {
            wire.cut();
        }
    }

    void plugIn() {
        unplugged = false;
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (unplugged) {
            throw refused();
        }
        Wire wire = new Wire(super.getConnection());
        open.add(wire);
        if (unplugged) {
            wire.cut(); // was made while all others were cut
            throw refused();
        }
        return (Connection)
                Proxy.newProxyInstance(Cable.class.getClassLoader(), new Class<?>[] {Connection.class}, wire);
    }

    private SQLException refused() {
        return new SQLNonTransientConnectionException(
                database + " cannot be reached: the demo has cut it off", "08001");
    }

    /** One connection. */
    private final class Wire implements InvocationHandler {

        private final Connection connection;
        private volatile boolean cut;

        Wire(Connection connection) {
            this.connection = connection;
        }

        void cut() throws SQLException {
            cut = true;
            open.remove(this);
            connection.close();
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (cut && !HARMLESS.contains(method.getName())) {
                throw refused();
            }
            if (method.getName().equals("close")) {
                open.remove(this);
            }
            try {
                return method.invoke(connection, arguments);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }
}
