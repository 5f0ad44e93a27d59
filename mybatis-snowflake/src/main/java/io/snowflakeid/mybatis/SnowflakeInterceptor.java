package io.snowflakeid.mybatis;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.ledger.ConfiguredGenerator;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Properties;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.resultset.DefaultResultSetHandler;
import org.apache.ibatis.executor.statement.RoutingStatementHandler;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.scripting.defaults.DefaultParameterHandler;
import org.apache.ibatis.session.ResultHandler;
import org.apache.ibatis.session.RowBounds;
import org.jspecify.annotations.Nullable;

/**
 * Sets the Snowflake ids of rows before MyBatis inserts the rows.
 *
 * <pre>{@code
 * configuration.addInterceptor(new SnowflakeInterceptor(ids));
 * }</pre>
 *
 * <p>In MyBatis's XML configuration, a {@code plugin} element sets a fixed worker id or a ledger (see {@link #setProperties}).
 *
 * <p>The id property has the annotation {@link SnowflakeId}, or the annotation of the same name for Hibernate. In a class without annotation, the
 * statement's {@code keyProperty} names the id property, except with {@link #annotatedOnly}. An id that is already set does not change. The values
 * {@code null} and primitive {@code 0} count as unset. The guide {@code docs/mybatis.md} lists the supported parameters.
 *
 * <p>The interceptor sets the ids of all rows of a call, or of none, before MyBatis builds dynamic SQL. If the insert fails later, the ids are not
 * cleared. A statement whose ids are set runs as if {@code useGeneratedKeys} were false, because drivers report wrong keys for rows whose ids are
 * set. All other statements run unchanged.
 *
 * <p>The interceptor rejects an insert whose SQL binds an unset id or uses none of the new ids, or whose ids cannot be set. The interceptor also
 * rejects an upsert whose row could keep another id than its object, unless the statement reads the id back. The constant {@link #UNCHECKED_ID} turns
 * the check of upserts off. The {@link PluginException} names the statement, the parameter's shape and possible fixes. A rejected insert inserts no
 * row, and no object keeps a new id. If a statement skips the new row ({@code INSERT IGNORE}, {@code DO NOTHING}), the new ids are cleared.
 *
 * <p>This class is thread-safe. Several configurations may share an interceptor. The interceptor does not prevent a configuration from being
 * discarded.
 */
public final class SnowflakeInterceptor implements Interceptor, AutoCloseable {

    /**
     * A statement's {@code keyColumn} that allows any upsert, although the row may then have another id than the object. The interceptor does not pass the value {@code unchecked-id} to the driver.
     */
    public static final String UNCHECKED_ID = "unchecked-id";

    private static final Class<?>[] EXECUTOR = {Executor.class};

    private final InsertStatement.Known inserts = new InsertStatement.Known();

    private volatile @Nullable Work work;

    /** The generator and the options of an interceptor. The interceptor closes {@code own} when the interceptor is closed. */
    record Work(
            IdAssignment assignment,
            boolean annotatedOnly,
            @Nullable ConfiguredGenerator own) {}

    /** Creates an interceptor for MyBatis's XML configuration, which then calls {@link #setProperties}. */
    public SnowflakeInterceptor() {}

    /** Creates an interceptor that takes ids from the generator. The caller closes the generator. */
    public SnowflakeInterceptor(IdGenerator ids) {
        this(ids, false);
    }

    private SnowflakeInterceptor(IdGenerator ids, boolean annotatedOnly) {
        work = new Work(new IdAssignment(ids), annotatedOnly, null);
    }

    /**
     * Creates an interceptor that generates ids for annotated properties only. MyBatis handles a {@code keyProperty} without annotation as usual, for
     * example for AUTO_INCREMENT columns. The caller closes the generator.
     */
    public static SnowflakeInterceptor annotatedOnly(IdGenerator ids) {
        return new SnowflakeInterceptor(ids, true);
    }

    /**
     * Opens the generator that the properties describe, with a fixed worker id or a worker id that a ledger leases. MyBatis calls this method with
     * the {@code property} elements of its {@code plugin} element.
     *
     * <p>The guide {@code docs/mybatis.md} lists the properties. One is {@code annotatedOnly} (see {@link #annotatedOnly}), and all others are
     * settings of {@link io.snowflakeid.ledger.GeneratorConfig#parse}. Code may pass a {@link javax.sql.DataSource} object as {@code ledger}.
     *
     * @throws IllegalArgumentException if a property is unknown, missing or malformed, with a message that names the property
     * @throws io.snowflakeid.WorkerLedgerException if the worker is already claimed, or the ledger grants no worker
     * @throws IllegalStateException if this interceptor already has a generator
     */
    @Override
    public synchronized void setProperties(Properties properties) {
        if (work != null) {
            if (properties.isEmpty()) {
                return; // some frameworks call setProperties on every interceptor
            }
            throw new IllegalStateException("SnowflakeInterceptor already has a generator, found properties "
                    + properties.keySet() + ": remove them, or use the constructor without arguments");
        }
        InterceptorSettings settings = InterceptorSettings.of(properties);
        ConfiguredGenerator own = settings.open();
        work = new Work(new IdAssignment(own.ids()), settings.annotatedOnly(), own);
    }

    /**
     * Closes the generator that {@link #setProperties} opened. A generator on a ledger is closed with the last interceptor that shares the generator.
     * A generator that was passed as an object is not closed. After the close, inserts that need ids fail. MyBatis does not call this method, so an
     * application with an XML configuration calls {@code close} when the application stops.
     *
     * <p>Without a call of {@code close}, a fixed worker id is free only when the process ends, so a second configuration in the process cannot claim
     * the id. A worker id that a ledger leases is free two windows after the process ends.
     */
    @Override
    public void close() {
        Work current = work;
        if (current != null && current.own() != null) {
            current.own().close();
        }
    }

    /** Wraps executors only, so that statement, parameter and result set handlers have no overhead. */
    @Override
    public Object plugin(Object target) {
        // a test for an interface is slow if the answer is no, and each statement has three handlers
        boolean isHandler = target instanceof RoutingStatementHandler
                || target instanceof DefaultParameterHandler
                || target instanceof DefaultResultSetHandler;
        return !isHandler && target instanceof Executor executor ? wrapped(executor) : target;
    }

    /** Wraps an executor. The frequent calls need no reflection, unlike in MyBatis's own proxy. */
    private Object wrapped(Executor executor) {
        return Proxy.newProxyInstance(getClass().getClassLoader(), EXECUTOR, (proxy, method, args) -> {
            if (method.getName().equals("update")) {
                MappedStatement statement = (MappedStatement) args[0];
                return statement.getSqlCommandType() == SqlCommandType.INSERT
                        ? insertion(statement, args[1]).run(executor)
                        : executor.update(statement, args[1]);
            }
            return method.getName().equals("query") && args.length == 4
                    ? executor.query(
                            (MappedStatement) args[0], args[1], (RowBounds) args[2], (ResultHandler<?>) args[3])
                    : proceed(executor, method, args);
        });
    }

    private static @Nullable Object proceed(Executor executor, Method method, @Nullable Object[] args)
            throws Throwable {
        try {
            return method.invoke(executor, args);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    /** MyBatis does not call this method, because {@link #plugin} wraps executors. */
    @Override
    public Object intercept(Invocation invocation) throws InvocationTargetException, IllegalAccessException {
        return invocation.proceed();
    }

    private Insertion insertion(MappedStatement statement, @Nullable Object parameter) {
        Work current = work;
        if (current == null) {
            throw new PluginException("SnowflakeInterceptor has no generator: construct it with one, "
                    + "or call setProperties with at least the property worker or ledger");
        }
        return new Insertion(inserts.of(statement), new Parameter(parameter), current);
    }
}
