package io.snowflakeid.verification.growth;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;

/** Counts the JDBC calls of a data source that send a request to the server. */
final class CountedStatements {

    private static final Set<String> SENT = Set.of(
            "execute",
            "executeQuery",
            "executeUpdate",
            "commit",
            "rollback",
            "setAutoCommit",
            "getTransactionIsolation",
            "setTransactionIsolation");

    private final LongAdder sent = new LongAdder();

    long sum() {
        return sent.sum();
    }

    DataSource in(DataSource source) {
        return counted(DataSource.class, source);
    }

    private <T> T counted(Class<T> type, Object target) {
        InvocationHandler counting = (proxy, method, arguments) -> counted(call(method, target, arguments));
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, counting));
    }

    private Object counted(Object result) {
        for (Class<?> type : List.of(Connection.class, PreparedStatement.class, Statement.class)) {
            if (type.isInstance(result)) {
                return counted(type, result);
            }
        }
        return result;
    }

    private Object call(Method method, Object target, Object[] arguments) throws Throwable {
        if (SENT.contains(method.getName())) {
            sent.increment();
        }
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
