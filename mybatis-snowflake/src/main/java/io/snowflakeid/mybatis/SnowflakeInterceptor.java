package io.snowflakeid.mybatis;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.ledger.ConfiguredGenerator;
import java.util.Properties;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.mapping.SqlCommandType;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Intercepts;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.Plugin;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.plugin.Signature;
import org.jspecify.annotations.Nullable;

/**
 * Sets the Snowflake ids of rows before MyBatis inserts the rows.
 *
 * <pre>{@code
 * configuration.addInterceptor(new SnowflakeInterceptor(ids));
 * }</pre>
 *
 * <p>In MyBatis's XML configuration, set a fixed worker id or a ledger (see {@link #setProperties}).
 *
 * <pre>{@code
 * <plugin interceptor="io.snowflakeid.mybatis.SnowflakeInterceptor">
 *   <property name="worker" value="7"/>
 * </plugin>
 * }</pre>
 *
 * <p>The id property has the annotation {@link SnowflakeId}, or the annotation of the same name for Hibernate. In a class without annotation, the
 * statement's {@code keyProperty} names the id property, except with {@link #annotatedOnly}. An id that is already set does not change. The values
 * {@code null} and primitive {@code 0} count as unset. The guide {@code docs/mybatis.md} lists the supported parameters.
 *
 * <p>The interceptor sets the ids of all rows of a call, or of none, before MyBatis builds dynamic SQL. If the insert fails later, the ids are not
 * cleared. A statement whose ids are set runs as if {@code useGeneratedKeys} were false, because drivers report wrong keys for rows whose ids are
 * set. All other statements run unchanged.
 *
 * <p>The interceptor rejects an insert if a needed id cannot be set, or if the SQL binds an unset id or uses none of the new ids. The interceptor
 * also rejects an upsert whose row could keep another id than its object, unless the statement reads the id back. The constant {@link #UNCHECKED_ID}
 * turns the check of upserts off. The {@link PluginException} names the statement, the parameter's shape and possible fixes. A rejected insert
 * inserts no row, and no object keeps a new id. If a statement skips the new row ({@code INSERT IGNORE}, {@code DO NOTHING}), the new ids are
 * cleared.
 *
 * <p>This class is thread-safe. Several configurations may share an interceptor. The interceptor does not prevent a configuration from being
 * discarded.
 */
@Intercepts(
        @Signature(
                type = Executor.class,
                method = "update",
                args = {MappedStatement.class, Object.class}))
public final class SnowflakeInterceptor implements Interceptor, AutoCloseable {

    /**
     * A statement's {@code keyColumn} that allows any upsert, although the row may then have another id than the object.
     *
     * <pre>{@code
     * @Options(keyColumn = SnowflakeInterceptor.UNCHECKED_ID)
     * }</pre>
     *
     * <p>In XML, write {@code keyColumn="unchecked-id"}. The interceptor does not pass the value {@code unchecked-id} to the driver.
     */
    public static final String UNCHECKED_ID = "unchecked-id";

    private final InsertStatement.Known inserts = new InsertStatement.Known();

    private volatile @Nullable Work work;

    /** The parts that generate and set ids. The interceptor closes {@code own} when the interceptor is closed. */
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
     * <ul>
     * <li>The property {@code worker} is a worker id that no other process uses, or the source of the worker id.
     * <li>The property {@code ledger} replaces {@code worker}, and is the physical database that assigns worker ids, as a {@code jdbc:} address or a
     *     JNDI name ({@code java:…}, {@code jdbc/…}). Code may pass a {@link javax.sql.DataSource} object. The property {@code ledger.scope} is
     *     required with {@code ledger}.
     * <li>All other settings of {@link io.snowflakeid.ledger.GeneratorConfig#parse} are allowed, such as {@code layout} and {@code max-wait}.
     * <li>The property {@code annotatedOnly} is {@code true} or {@code false}, the default (see {@link #annotatedOnly}).
     * </ul>
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
     * <pre>{@code
     * for (Interceptor interceptor : sqlSessionFactory.getConfiguration().getInterceptors()) {
     *     if (interceptor instanceof SnowflakeInterceptor snowflake) {
     *         snowflake.close();
     *     }
     * }
     * }</pre>
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
        return target instanceof Executor ? Plugin.wrap(target, this) : target;
    }

    /** Sets the ids of an insert and runs the insert. All statements other than inserts run unchanged. */
    @Override
    public @Nullable Object intercept(Invocation invocation) throws Throwable {
        @Nullable Object[] args = invocation.getArgs();
        if (!(args[0] instanceof MappedStatement statement) || statement.getSqlCommandType() != SqlCommandType.INSERT) {
            return invocation.proceed();
        }
        Work current = work;
        if (current == null) {
            throw new PluginException("SnowflakeInterceptor has no generator: construct it with one, "
                    + "or call setProperties with at least the property worker or ledger");
        }
        return new Insertion(inserts.of(statement), new Parameter(args[1]), current).run(invocation);
    }
}
