package io.snowflakeid.ledger;

import io.snowflakeid.testing.servers.TestDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.function.IntUnaryOperator;
import javax.sql.DataSource;

/** A data source that shows no sign of what it does: the nth connection leads to the database that a rule names. */
final class RoutedConnections {

    private final TestDatabase[] databases;
    private final IntUnaryOperator rule;
    private int asked;

    RoutedConnections(IntUnaryOperator rule, TestDatabase... databases) {
        this.databases = databases;
        this.rule = rule;
    }

    /** One after the other. */
    static DataSource inTurn(TestDatabase... databases) {
        return new RoutedConnections(n -> n, databases).dataSource();
    }

    DataSource dataSource() {
        return dataSource(() -> opened(rule.applyAsInt(asked++)));
    }

    private interface Opening {
        Connection open() throws Exception;
    }

    private synchronized Connection opened(int n) throws Exception {
        Connection real = databases[n % databases.length].connect();
        return (Connection) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(real, arguments);
                    } catch (java.lang.reflect.InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private static DataSource dataSource(Opening opening) {
        return (DataSource) Proxy.newProxyInstance(
                RoutedConnections.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "getConnection" -> opening.open();
                    case "isWrapperFor" -> false;
                    case "hashCode" -> 1;
                    case "equals" -> proxy == arguments[0];
                    default -> "routed";
                });
    }
}
