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
 * <p>The id goes to the property marked {@link SnowflakeId} (or Hibernate's annotation of that name); in a class without a mark, to
 * the one that the statement's {@code keyProperty} names. An id that is set already is kept; {@code null} and the primitive
 * {@code 0} count as unset. Ids are set before dynamic SQL is built, all rows of a call or none, and stay set if the insert fails
 * later; an upsert may change them, see below. Selects, updates and deletes are not looked at, and so are rows that a {@code <select affectData="true">} inserts.
 *
 * <table>
 * <caption>What happens to an insert that wants an id</caption>
 * <tr><th>Parameter</th><th></th></tr>
 * <tr><td>a bean; {@code @Param} bean; the same beside other parameters</td><td>assigned</td></tr>
 * <tr><td>a {@code List}, {@code Set} or other {@code Collection}, an array, another {@link Iterable}; collections in collections;
 * each also with {@code @Param}, beside other parameters, or in a {@code Map} under a name of its own; the entries of a {@code Map}
 * whose values are rows</td><td>assigned, with one reservation for all</td></tr>
 * <tr><td>a wrapper object whose fields hold marked rows, or collections of them; a collection of wrappers</td><td>assigned to those
 * that have none; only one object deep is looked, and only where the wrapper has no id itself</td></tr>
 * <tr><td>anything that {@code keyProperty} is a path to ({@code order.items.id})</td><td>assigned; collections on the way fan
 * out</td></tr>
 * <tr><td>a {@code Map} as the row</td><td>assigned if the SQL binds the key that {@code keyProperty} names; else left
 * alone</td></tr>
 * <tr><td>several parameters that could take ids</td><td>what {@code keyProperty} points at; else the one whose ids are not set;
 * else the collection beside single beans; else refused</td></tr>
 * <tr><td>an empty collection</td><td>left alone</td></tr>
 * <tr><td>no parameter, {@code null}, or a {@code keyProperty} that nothing has</td><td>refused</td></tr>
 * <tr><td>a collection with a {@code null}, with an element that takes no id, or with one instance twice</td><td>refused</td></tr>
 * <tr><td>an {@code Iterable} that can be iterated only once</td><td>refused</td></tr>
 * <tr><td>a record, or another class whose id cannot be set</td><td>kept if set, else refused</td></tr>
 * <tr><td>a {@code <selectKey>} for the same property</td><td>refused</td></tr>
 * </table>
 *
 * <p><b>An id is wanted</b> if the class of a row has a marked property; or, unless {@link #annotatedOnly} was asked for, if the
 * statement has a {@code keyProperty} and the class has no mark. If what that names is missing, or neither {@code long},
 * {@code Long} nor {@code String}, it is refused. An application that still has tables with AUTO_INCREMENT wants
 * {@code annotatedOnly}. A {@code <selectKey>} counts only if it names such a property.
 *
 * <p>Everything else (an {@code int}, a {@code List<String>}, a bean of a table with its own keys) passes untouched.
 *
 * <p><b>When MyBatis has built the SQL</b>, what it binds is looked at once, and the insert is refused
 *
 * <ul>
 *   <li>if it binds an id, marked or named by {@code keyProperty}, that is unset: of a reference that was never inserted, or of a
 *       row that was not found; or
 *   <li>if ids were made and it uses none of them, in whichever way.
 * </ul>
 *
 * <p>What is refused is never inserted and keeps no id: a {@link PluginException} names the statement, the parameter's shape, and
 * the ways out. {@code docs/mybatis.md} shows each.
 *
 * <p>Where ids were assigned or kept, the statement runs without a key generator, as if {@code useGeneratedKeys} were false: for rows
 * that bring their ids, drivers report other keys than those stored, and MyBatis would write them back. If {@code keyProperty} names
 * other properties only, it is left to fill those.
 *
 * <p><b>Upserts.</b> Where a row may be there already, as the SQL of the call says, its object ends with the id of that row, or with
 * none:
 *
 * <ul>
 *   <li>what updates such a row ({@code ON DUPLICATE KEY UPDATE}, {@code ON CONFLICT DO UPDATE}, {@code MERGE}) must read its id back,
 *       by {@code useGeneratedKeys} and {@code keyProperty}, on MySQL and MariaDB with {@code id = LAST_INSERT_ID(id)} and for one row;
 *       else it is refused, and so it is in a batch
 *   <li>what leaves the new row out ({@code INSERT IGNORE}, {@code DO NOTHING}) unsets the ids that were made, if the update count
 *       is less than the number of rows, or unknown as in a batch
 *   <li>{@code keyColumn="unchecked-id"} ({@link #UNCHECKED_ID}) says that such a statement is to run as it is; an id that the
 *       application has set needs no such mark
 * </ul>
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

    private final InsertStatements inserts = new InsertStatements();

    private volatile @Nullable Work work;

    /** What makes and places ids; {@code own} is closed with the interceptor. */
    record Work(
            RowTypes types,
            boolean annotatedOnly,
            IdAssignment assignment,
            @Nullable ConfiguredGenerator own) {
        Work(IdGenerator ids, boolean annotatedOnly, @Nullable ConfiguredGenerator own) {
            this(new RowTypes(), annotatedOnly, new IdAssignment(ids), own);
        }
    }

    /** For MyBatis's XML configuration, which then calls {@link #setProperties}. */
    public SnowflakeInterceptor() {}

    /** Takes ids from a generator, which stays the caller's to close. */
    public SnowflakeInterceptor(IdGenerator ids) {
        this(ids, false);
    }

    private SnowflakeInterceptor(IdGenerator ids, boolean annotatedOnly) {
        work = new Work(ids, annotatedOnly, null);
    }

    /**
     * The same, for marked properties alone: a {@code keyProperty} without a mark keeps the meaning that it has in MyBatis, as
     * tables with AUTO_INCREMENT need it.
     */
    public static SnowflakeInterceptor annotatedOnly(IdGenerator ids) {
        return new SnowflakeInterceptor(ids, true);
    }

    /**
     * Called by MyBatis with the {@code <property>} elements of {@code <plugin>}. Claims a fixed worker id at once, or leases one:
     *
     * <ul>
     *   <li>{@code worker}: a worker id that no other process uses, or its source; which range is allowed depends on the layout
     *   <li>or {@code ledger}: the physical database that hands worker ids out, as a {@code jdbc:} address, or a JNDI name
     *       ({@code java:…}, {@code jdbc/…}); code may put a {@link javax.sql.DataSource} object in. With {@code ledger.scope}
     *       (required, {@code shared} or {@code datacenter}), {@code ledger.user}, {@code ledger.password}, {@code ledger.window},
     *       {@code ledger.renew-every}, {@code ledger.create-tables}: see {@link io.snowflakeid.ledger.GeneratorConfig#parse}
     *   <li>{@code datacenter}: default 0
     *   <li>{@code layout}: default {@code DEFAULT}; what {@link io.snowflakeid.SnowflakeLayout#parse} reads
     *   <li>{@code epoch}: in place of the layout's, {@code 2026-01-01T00:00:00Z} or a date
     *   <li>{@code namespace}: default {@code default}, see {@link io.snowflakeid.ledger.FixedWorkerLedger#inNamespace}
     *   <li>{@code file}: default none, see {@link io.snowflakeid.ledger.FixedWorkerLedger#storedIn}
     *   <li>{@code max-wait}: default {@code 2s}, see {@link io.snowflakeid.SnowflakeIdGenerator.Builder#maxWait}
     *   <li>{@code clock-policy}: {@code ride-through} (default), {@code refuse}, {@code tiered} or {@code tiered:3ms/100ms/5s}
     *   <li>{@code max-leap}: default {@code 10s}; {@code run-ahead}: default {@code 10ms}, or a tick if that is longer; see {@link
     *       io.snowflakeid.SnowflakeIdGenerator.Builder}
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
        work = new Work(own, settings.annotatedOnly(), own);
    }

    /**
     * Closes the generator that {@link #setProperties} opened, on a ledger with the last that shares it; one that was handed over is left
     * open. Inserts that want ids are
     * refused from then on. MyBatis does not call this; an application with an XML configuration does, when it stops:
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
        return args[0] instanceof MappedStatement statement && statement.getSqlCommandType() == SqlCommandType.INSERT
                ? insert(statement, invocation)
                : invocation.proceed();
    }

    private @Nullable Object insert(MappedStatement statement, Invocation invocation) throws Throwable {
        Work current = work;
        if (current == null) {
            throw new PluginException("SnowflakeInterceptor has no generator: construct it with one, "
                    + "or call setProperties with at least the property worker or ledger");
        }
        @Nullable Object[] args = invocation.getArgs();
        return new Insertion(inserts.of(statement), new Parameter(args[1]), current).run(invocation);
    }
}
