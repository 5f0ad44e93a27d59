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
 * Gives rows their Snowflake ids before MyBatis inserts them.
 *
 * <pre>{@code
 * configuration.addInterceptor(new SnowflakeInterceptor(ids));
 * }</pre>
 *
 * <p>or, in MyBatis's XML configuration, with a fixed worker id or a ledger (see {@link #setProperties}):
 *
 * <pre>{@code
 * <plugin interceptor="io.snowflakeid.mybatis.SnowflakeInterceptor">
 *   <property name="worker" value="7"/>
 * </plugin>
 * }</pre>
 *
 * <p>The id goes to the property marked {@link SnowflakeId}, or with Hibernate's annotation of that name; in a class without a mark,
 * unless {@link #annotatedOnly} was asked for, to the property that the statement's {@code keyProperty} names. An id that is set
 * already is kept; {@code null} and the primitive {@code 0} count as unset. {@code docs/mybatis.md} shows which parameters hold rows.
 *
 * <p>Ids are set before dynamic SQL is built, all rows of a call or none, with one reservation, and stay set if the insert fails
 * later. Where ids were assigned or kept, the statement runs without a key generator, as if {@code useGeneratedKeys} were false: for
 * rows that bring their ids, drivers report other keys than those stored. Everything else passes untouched.
 *
 * <p>An insert is refused by a {@link PluginException} that names the statement, the parameter's shape and the ways out, no row is
 * inserted and no object keeps an id: if an id is wanted and cannot be given; if the SQL binds an id that is unset, or uses none of
 * those that were made; and if it is an upsert whose row could keep another id than its object, as the statement does not read that
 * back, unless {@link #UNCHECKED_ID} says that it is meant. What leaves the new row out ({@code INSERT IGNORE}, {@code DO NOTHING})
 * unsets the ids that were made.
 *
 * <p>Thread-safe, and may be shared by several configurations; keeps none of them alive.
 */
@Intercepts(
        @Signature(
                type = Executor.class,
                method = "update",
                args = {MappedStatement.class, Object.class}))
public final class SnowflakeInterceptor implements Interceptor, AutoCloseable {

    /**
     * As a statement's {@code keyColumn}: run an upsert as it is, although the row may then have another id than the object.
     *
     * <pre>{@code
     * @Options(keyColumn = SnowflakeInterceptor.UNCHECKED_ID)
     * }</pre>
     *
     * <p>In XML {@code keyColumn="unchecked-id"}. It never reaches the driver.
     */
    public static final String UNCHECKED_ID = "unchecked-id";

    private final InsertStatement.Known inserts = new InsertStatement.Known();

    private volatile @Nullable Work work;

    /** What makes and places ids; {@code own} is closed with the interceptor. */
    record Work(
            IdAssignment assignment,
            boolean annotatedOnly,
            @Nullable ConfiguredGenerator own) {}

    /** For MyBatis's XML configuration, which then calls {@link #setProperties}. */
    public SnowflakeInterceptor() {}

    /** Takes ids from a generator, which stays the caller's to close. */
    public SnowflakeInterceptor(IdGenerator ids) {
        this(ids, false);
    }

    private SnowflakeInterceptor(IdGenerator ids, boolean annotatedOnly) {
        work = new Work(new IdAssignment(ids), annotatedOnly, null);
    }

    /**
     * Makes ids for marked properties alone: a {@code keyProperty} without a mark keeps the meaning that it has in MyBatis, as
     * tables with AUTO_INCREMENT need it. The generator stays the caller's to close.
     */
    public static SnowflakeInterceptor annotatedOnly(IdGenerator ids) {
        return new SnowflakeInterceptor(ids, true);
    }

    /**
     * Called by MyBatis with the {@code <property>} elements of {@code <plugin>}. Claims a fixed worker id at once, or leases one:
     *
     * <ul>
     *   <li>{@code worker}: a worker id that no other process uses, or its source, with {@code namespace} and {@code file}
     *   <li>or {@code ledger}: the physical database that hands worker ids out, as a {@code jdbc:} address or a JNDI name
     *       ({@code java:…}, {@code jdbc/…}); code may put a {@link javax.sql.DataSource} object in. {@code ledger.scope} is required
     *   <li>all other settings of {@link io.snowflakeid.ledger.GeneratorConfig#parse}, such as {@code layout} and {@code max-wait}
     *   <li>{@code annotatedOnly}: {@code true} or {@code false} (default), see {@link #annotatedOnly}
     * </ul>
     *
     * @throws IllegalArgumentException if a property is unknown, missing or malformed, naming it
     * @throws io.snowflakeid.WorkerLedgerException if the worker is claimed already, or the ledger grants none
     * @throws IllegalStateException if this interceptor has its generator already
     */
    @Override
    public synchronized void setProperties(Properties properties) {
        if (work != null) {
            if (properties.isEmpty()) {
                return; // some frameworks call this on every interceptor
            }
            throw new IllegalStateException("SnowflakeInterceptor has its generator already, found properties "
                    + properties.keySet() + ": leave them out, or use the constructor without arguments");
        }
        InterceptorSettings settings = InterceptorSettings.of(properties);
        ConfiguredGenerator own = settings.open();
        work = new Work(new IdAssignment(own.ids()), settings.annotatedOnly(), own);
    }

    /**
     * Closes the generator that {@link #setProperties} opened, on a ledger with the last that shares it; one that was handed over is left
     * open. Inserts that want ids are refused once it is closed. MyBatis does not call this; an application with an XML configuration does,
     * when it stops:
     *
     * <pre>{@code
     * for (Interceptor interceptor : sqlSessionFactory.getConfiguration().getInterceptors()) {
     *     if (interceptor instanceof SnowflakeInterceptor snowflake) {
     *         snowflake.close();
     *     }
     * }
     * }</pre>
     *
     * <p>Without it the worker is free when the process ends, and until then refused to a second configuration in this process (one
     * on a ledger is shared with it, and free two windows after the process ended).
     */
    @Override
    public void close() {
        Work current = work;
        if (current != null && current.own() != null) {
            current.own().close();
        }
    }

    /** Wraps executors and nothing else, so that statement, parameter and result set handlers cost nothing. */
    @Override
    public Object plugin(Object target) {
        return target instanceof Executor ? Plugin.wrap(target, this) : target;
    }

    /** Gives ids to the rows of an insert, then goes on; anything but an insert goes on at once. */
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
