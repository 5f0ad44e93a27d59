package io.snowflakeid.mybatis;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeIdGenerator;
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
 * <p>or, in MyBatis's XML configuration, with a fixed worker id (see {@link #setProperties}):
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
 * later. Selects, updates and deletes are not looked at, and so are rows that a {@code <select affectData="true">} inserts.
 *
 * <table>
 * <caption>What happens to an insert</caption>
 * <tr><th>Parameter</th><th>Without an id wanted</th><th>With an id wanted</th></tr>
 * <tr><td>a bean; {@code @Param} bean; the same beside other parameters</td><td>left alone</td><td>assigned</td></tr>
 * <tr><td>a {@code List}, {@code Set} or other {@code Collection}, an array; each also with {@code @Param} or beside other
 * parameters</td><td>left alone</td><td>assigned, with one reservation for all</td></tr>
 * <tr><td>no parameter, {@code null}, an empty collection</td><td>left alone</td><td>refused if {@code keyProperty} names a
 * property of {@code null}; an empty collection is left alone</td></tr>
 * <tr><td>a collection with a {@code null}, with an element that takes no id, or with one instance twice</td><td>left
 * alone</td><td>refused</td></tr>
 * <tr><td>several parameters that could take ids</td><td>left alone</td><td>the one that {@code keyProperty} points at
 * ({@code heroes.id}); the others are taken for references. Refused if it points at none</td></tr>
 * <tr><td>a {@code Map} as the row, a {@code Map} that holds rows</td><td>left alone</td><td>refused</td></tr>
 * <tr><td>rows inside a wrapper object, lists of lists, an {@code Iterable} that is no collection</td><td>left
 * alone</td><td>refused</td></tr>
 * <tr><td>a record, or another class whose id cannot be set</td><td>left alone</td><td>kept if set, else refused</td></tr>
 * <tr><td>a {@code <selectKey>} for the same property</td><td>left alone</td><td>refused</td></tr>
 * </table>
 *
 * <p><b>An id is wanted</b> if
 *
 * <ul>
 *   <li>the class of a parameter, or of an element of it, has a marked property; or
 *   <li>unless {@link #annotatedOnly} was asked for: the statement has a {@code keyProperty} and the class has no mark. If what it
 *       names is missing, or neither {@code long}, {@code Long} nor {@code String}, that is refused. An application that still has
 *       tables with AUTO_INCREMENT wants {@code annotatedOnly}. A {@code <selectKey>} counts only if it names such a property; or
 *   <li>a marked row with an unset id is found inside a parameter that is itself neither: in a field of an object, in a map, in a
 *       collection of collections. A marked row whose id is set there is a reference and is left alone, unless the statement has a
 *       {@code keyProperty}. Only one object deep is looked, and only when nothing else wanted an id.
 * </ul>
 *
 * <p>Everything else (an {@code int}, a {@code List<String>}, a bean of a table with its own keys) passes untouched. What is refused
 * is never inserted: a {@link PluginException} names the statement, the parameter's shape, and the ways out.
 *
 * <p>Where ids were assigned or kept, the statement runs without a key generator, as if {@code useGeneratedKeys} were false: for rows
 * that bring their ids, drivers report other keys than those stored, and MyBatis would write them back. If {@code keyProperty} names
 * other properties only, it is left to fill those.
 *
 * <p>Thread-safe, and may be shared by several configurations. Remembers the insert statements that it saw for as long as it lives.
 */
@Intercepts(
        @Signature(
                type = Executor.class,
                method = "update",
                args = {MappedStatement.class, Object.class}))
public final class SnowflakeInterceptor implements Interceptor, AutoCloseable {

    private final InsertStatements inserts = new InsertStatements();
    // emptied after every insert, so that it holds nothing beyond the interceptor's life
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<Insertion> inProgress = new ThreadLocal<>();

    private volatile @Nullable Work work;

    /** What makes and places ids; {@code own} is closed with the interceptor. */
    private record Work(
            RowFinder finder,
            IdAssignment assignment,
            @Nullable SnowflakeIdGenerator own) {
        Work(IdGenerator ids, boolean annotatedOnly, @Nullable SnowflakeIdGenerator own) {
            this(new RowFinder(new RowTypes(), annotatedOnly), new IdAssignment(ids), own);
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
     * Called by MyBatis with the {@code <property>} elements of {@code <plugin>}. Claims a fixed worker id at once:
     *
     * <ul>
     *   <li>{@code worker}: required; which range is allowed depends on the layout
     *   <li>{@code datacenter}: default 0
     *   <li>{@code layout}: default {@code DEFAULT}; what {@link io.snowflakeid.SnowflakeLayout#parse} reads
     *   <li>{@code namespace}: default {@code default}, see {@link io.snowflakeid.ledger.FixedWorkerLedger#inNamespace}
     *   <li>{@code file}: default none, see {@link io.snowflakeid.ledger.FixedWorkerLedger#storedIn}
     *   <li>{@code annotatedOnly}: {@code true} or {@code false} (default), see {@link #annotatedOnly}
     * </ul>
     *
     * @throws IllegalArgumentException if a property is unknown, missing or malformed, naming it
     * @throws io.snowflakeid.WorkerLedgerException if the worker is claimed already
     * @throws IllegalStateException if this interceptor has its generator already
     */
    @Override
    public synchronized void setProperties(Properties properties) {
        if (work != null) {
            if (properties.isEmpty()) {
                return; // some frameworks call this on every interceptor
            }
            throw new IllegalStateException("SnowflakeInterceptor has its generator already, found properties "
                    + properties.stringPropertyNames() + ": leave them out, or use the constructor without arguments");
        }
        InterceptorSettings settings = InterceptorSettings.of(properties);
        SnowflakeIdGenerator own = settings.open();
        work = new Work(own, settings.annotatedOnly(), own);
    }

    /**
     * Closes the generator that {@link #setProperties} opened; one that was handed over is left open. Inserts that want ids are
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
     * <p>Without it the worker is free when the process ends, and until then refused to a second configuration in this process.
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
                    + "or call setProperties with at least the property worker");
        }
        @Nullable Object[] args = invocation.getArgs();
        InsertStatement insert = inserts.of(statement, this::insertStatement);
        Insertion insertion = new Insertion(insert, new Parameter(args[1]), current.finder(), current.assignment());
        args[0] = insertion.statement();
        Insertion outer = inProgress.get(); // what builds the SQL of an insert may itself insert
        inProgress.set(insertion);
        try {
            return invocation.proceed();
        } finally {
            if (outer == null) {
                inProgress.remove();
            } else {
                inProgress.set(outer);
            }
        }
    }

    private InsertStatement insertStatement(MappedStatement statement) {
        return new InsertStatement(statement, inProgress);
    }
}
