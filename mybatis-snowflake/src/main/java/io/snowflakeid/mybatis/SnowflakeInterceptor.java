package io.snowflakeid.mybatis;

import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import io.snowflakeid.ledger.ConfiguredGenerator;
import java.lang.reflect.InvocationTargetException;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.apache.ibatis.executor.Executor;
import org.apache.ibatis.executor.resultset.DefaultResultSetHandler;
import org.apache.ibatis.executor.statement.RoutingStatementHandler;
import org.apache.ibatis.mapping.MappedStatement;
import org.apache.ibatis.plugin.Interceptor;
import org.apache.ibatis.plugin.Invocation;
import org.apache.ibatis.plugin.PluginException;
import org.apache.ibatis.scripting.defaults.DefaultParameterHandler;
import org.jspecify.annotations.Nullable;

/**
 * Sets the Snowflake ids of rows before MyBatis inserts the rows.
 *
 * <pre>{@code
 * configuration.addInterceptor(new SnowflakeInterceptor(ids));
 * }</pre>
 *
 * <p>In MyBatis's XML configuration, a {@code plugin} element configures the generator (see {@link #setProperties}).
 *
 * <p>The annotation {@link SnowflakeId} marks the id property of a row. The annotation {@code SnowflakeId} of {@code hibernate-snowflake} is also
 * supported. If a class has no annotated property, the statement's {@code keyProperty} names the id property, except with {@link #annotatedOnly}. The
 * interceptor does not change an id that is already set. A value of {@code null} or primitive {@code 0} means that the id is not set. The guide
 * {@code docs/mybatis.md} lists the supported parameters of mapper methods.
 *
 * <p>Before MyBatis builds dynamic SQL, the interceptor sets the ids of all rows. If the database rejects an insert, the rows keep their new ids, and
 * if the database rejects an upsert, the interceptor clears the new ids.
 * The interceptor disables {@code useGeneratedKeys} for rows whose ids are set, because drivers report wrong keys for these rows. Statements other
 * than inserts run unchanged.
 *
 * <p>The interceptor rejects an insert if an id cannot be set, if the SQL binds an unset id, or if the SQL contains none of the new ids. The
 * interceptor rejects an upsert with new ids unless the statement reads the stored ids back, because an existing row may have a different id. The
 * {@code keyColumn} value {@link #UNCHECKED_ID} disables the check of upserts. The message of the {@link PluginException} names the statement, the
 * parameter type and possible fixes. If the interceptor rejects an insert, the database stores no row and the interceptor clears the new ids. If the
 * database skips a new row ({@code INSERT IGNORE}, {@code DO NOTHING}), the interceptor clears the new ids.
 *
 * <p>This class is thread-safe. Several configurations may share an interceptor. The interceptor does not prevent garbage collection of a
 * configuration.
 */
public final class SnowflakeInterceptor implements Interceptor, AutoCloseable {

    /**
     * A value of {@code keyColumn} that disables the check of upserts for a statement. After an unchecked upsert, an existing row may have a
     * different id than the object. The interceptor removes the value {@code unchecked-id} from the key columns for the driver.
     */
    public static final String UNCHECKED_ID = "unchecked-id";

    private static final String ANNOTATED_ONLY = "annotatedOnly";
    private static final String PREFIX = "SnowflakeInterceptor.";

    private final InsertStatement.Known inserts = new InsertStatement.Known();

    private final Map<String, IdSource> named = new ConcurrentHashMap<>();

    private volatile @Nullable IdAssignment assignment;

    private volatile @Nullable ConfiguredGenerator own;

    /** Creates an interceptor that gets its generator from {@link #setProperties}. */
    public SnowflakeInterceptor() {}

    /** Creates an interceptor that uses the given generator. The caller closes the generator. */
    public SnowflakeInterceptor(IdGenerator ids) {
        this(ids, false);
    }

    private SnowflakeInterceptor(IdGenerator ids, boolean annotatedOnly) {
        assignment = new IdAssignment(ids, named, annotatedOnly);
    }

    /**
     * Creates an interceptor that generates ids for annotated properties only. If {@code keyProperty} names a property without the annotation,
     * MyBatis handles the property as usual, for example for an AUTO_INCREMENT column. The caller closes the generator.
     */
    public static SnowflakeInterceptor annotatedOnly(IdGenerator ids) {
        return new SnowflakeInterceptor(ids, true);
    }

    /**
     * Adds a source of ids, for example segments, for properties whose {@link SnowflakeId#generator} is the given name. If a property has the
     * annotation of hibernate-snowflake, its generator name comes from {@code @GeneratedValue}. The caller closes the source of ids.
     *
     * @throws IllegalArgumentException if the name is empty or already in use
     */
    public SnowflakeInterceptor addGenerator(String name, IdSource source) {
        if (name.isEmpty() || named.putIfAbsent(name, source) != null) {
            throw new IllegalArgumentException(
                    "a generator needs a name of its own, but '" + name + "' is empty or taken");
        }
        return this;
    }

    /**
     * Creates the generator from the properties, with a fixed worker id or a worker id that a ledger leases. MyBatis calls this method with the
     * {@code property} elements of the {@code plugin} element.
     *
     * <p>The guide {@code docs/mybatis.md} lists the properties. The property {@code annotatedOnly} has the same effect as {@link #annotatedOnly}.
     * The method passes all properties except {@code annotatedOnly} to {@link io.snowflakeid.ledger.GeneratorConfig#parse}. Java code may set
     * {@code ledger} to a {@link javax.sql.DataSource} object.
     *
     * @throws IllegalArgumentException if a property is unknown, missing or malformed, with a message that names the property
     * @throws io.snowflakeid.WorkerLedgerException if the worker is already claimed, or if the ledger grants no worker
     * @throws IllegalStateException if this interceptor already has a generator
     */
    @Override
    public synchronized void setProperties(Properties properties) {
        Map<String, Object> settings = new TreeMap<>();
        properties.stringPropertyNames().forEach(name -> settings.put(name, properties.getProperty(name)));
        properties.forEach((name, value) -> settings.put(name.toString(), value));
        if (assignment != null) {
            if (settings.isEmpty()) {
                return; // some frameworks call setProperties on every interceptor
            }
            throw new IllegalStateException("SnowflakeInterceptor already has a generator, found properties "
                    + settings.keySet() + ": remove them, or use the constructor without arguments");
        }
        String annotatedOnly =
                String.valueOf(settings.getOrDefault(ANNOTATED_ONLY, "false")).trim();
        settings.remove(ANNOTATED_ONLY);
        if (!annotatedOnly.equals("true") && !annotatedOnly.equals("false")) {
            throw new IllegalArgumentException(
                    PREFIX + ANNOTATED_ONLY + " must be true or false, but is '" + annotatedOnly + "'");
        }
        ConfiguredGenerator opened = ConfiguredGenerator.open(settings, PREFIX, name -> {
            throw new IllegalArgumentException("'" + name + "' is no jdbc: address: give one, or put a "
                    + DataSource.class.getName() + " object into the properties in code");
        });
        own = opened;
        assignment = new IdAssignment(opened.ids(), named, annotatedOnly.equals("true"));
    }

    /**
     * Closes the generator that {@link #setProperties} created. A shared generator is closed together with the last interceptor that uses the
     * generator. This method does not close a generator that the application created. Inserts that need ids fail after the generator is closed.
     * MyBatis does not call this method, so the application must call {@code close} before the application stops.
     *
     * <p>If {@code close} is not called, a fixed worker id remains claimed until the process ends. A worker id from a ledger becomes available two
     * ledger windows after the process ends.
     */
    @Override
    public void close() {
        ConfiguredGenerator opened = own;
        if (opened != null) {
            opened.close();
        }
    }

    /** Wraps only executors, so that statement, parameter and result set handlers have no overhead. */
    @Override
    public Object plugin(Object target) {
        // Tests for the handler classes of MyBatis are faster than a failed instanceof test for the interface Executor.
        boolean isHandler = target instanceof RoutingStatementHandler
                || target instanceof DefaultParameterHandler
                || target instanceof DefaultResultSetHandler;
        return !isHandler && target instanceof Executor executor ? new AssigningExecutor(this, executor) : target;
    }

    /** MyBatis does not call this method, because {@link #plugin} creates no proxy. */
    @Override
    public Object intercept(Invocation invocation) throws InvocationTargetException, IllegalAccessException {
        return invocation.proceed();
    }

    int insert(Executor executor, MappedStatement statement, @Nullable Object parameter) throws SQLException {
        IdAssignment current = assignment;
        if (current == null) {
            throw new PluginException("SnowflakeInterceptor has no generator: construct it with one, "
                    + "or call setProperties with at least the property worker or ledger");
        }
        InsertStatement insert = inserts.of(statement);
        MappedStatement simple = insert.simple(parameter, current);
        return simple == null
                ? new Insertion(new Call(insert, parameter), current).run(executor)
                : executor.update(simple, parameter);
    }
}
