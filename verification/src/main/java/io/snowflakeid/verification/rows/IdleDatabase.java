package io.snowflakeid.verification.rows;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** A JDBC driver that does nothing. A query of a sequence returns a number that grows by 50; other queries return no rows. */
final class IdleDatabase implements InvocationHandler {

    private static final AtomicLong SEQUENCE = new AtomicLong();
    private static final Connection CONNECTION = open(Connection.class);

    private int batched;
    private boolean atRow;
    private boolean isQuery;

    private IdleDatabase() {}

    static DataSource dataSource() {
        return open(DataSource.class);
    }

    private static <T> T open(Class<T> type) {
        return open(type, new IdleDatabase());
    }

    private static <T> T open(Class<T> type, IdleDatabase handler) {
        return type.cast(Proxy.newProxyInstance(IdleDatabase.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static PreparedStatement statement(String sql) {
        IdleDatabase handler = new IdleDatabase();
        handler.isQuery = sql.startsWith("SELECT");
        return open(PreparedStatement.class, handler);
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] arguments) {
        return switch (method.getName()) {
            case "addBatch" -> batched++ < 0;
            case "executeBatch" -> written();
            case "executeUpdate" -> 1;
            case "execute" -> isQuery; // a false for a query would make MyBatis search for a result without end
            case "getUpdateCount" -> 1;
            case "getConnection" -> CONNECTION;
            case "prepareStatement" -> statement(String.valueOf(arguments == null ? null : arguments[0]));
            case "executeQuery", "getResultSet", "getGeneratedKeys" -> result();
            case "getMetaData" ->
                proxy instanceof Connection ? open(DatabaseMetaData.class) : open(ResultSetMetaData.class);
            case "next" -> next();
            case "getLong" -> SEQUENCE.addAndGet(Work.ROWS);
            case "supportsBatchUpdates" -> true;
            case "getDatabaseProductName" -> "MySQL";
            case "getIdentifierQuoteString" -> "`";
            case "hashCode" -> System.identityHashCode(proxy);
            case "equals" -> arguments != null && proxy == arguments[0];
            default -> nothing(method.getReturnType());
        };
    }

    private ResultSet result() {
        IdleDatabase handler = new IdleDatabase();
        handler.atRow = isQuery;
        return open(ResultSet.class, handler);
    }

    private boolean next() {
        atRow = !atRow;
        return atRow;
    }

    private int[] written() {
        int[] written = new int[batched];
        Arrays.fill(written, 1);
        batched = 0;
        return written;
    }

    private static @Nullable Object nothing(Class<?> type) {
        if (type == boolean.class) {
            return false;
        }
        return type == int.class ? (Object) 0 : null;
    }
}
