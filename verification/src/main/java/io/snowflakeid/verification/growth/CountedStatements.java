package io.snowflakeid.verification.growth;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
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

    private static final Set<Class<?>> SENDERS = Set.of(Connection.class, PreparedStatement.class, Statement.class);

    private final LongAdder sent = new LongAdder();

    long sum() {
        return sent.sum();
    }

    DataSource in(DataSource source) {
        return DataSource.class.cast(counted(DataSource.class, source));
    }

    private Object counted(Class<?> type, Object target) {
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (SENT.contains(method.getName())) {
                sent.increment();
            }
            try {
                Object result = method.invoke(target, arguments);
                return SENDERS.contains(method.getReturnType()) ? counted(method.getReturnType(), result) : result;
            } catch (InvocationTargetException e) {
                throw e.getTargetException();
            }
        });
    }
}
