package io.snowflakeid.shardingsphere;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Properties;
import java.util.function.Supplier;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmExecuteException;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmInitializationException;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.jspecify.annotations.Nullable;

/**
 * Lets ShardingSphere fill in Snowflake ids of a leased worker where an insert leaves the key out. A key generator of type
 * {@value #TYPE}, not to be confused with ShardingSphere's own {@code SNOWFLAKE}, whose worker no ledger leases:
 *
 * <pre>{@code
 * - !SHARDING
 *   tables:
 *     t_order:
 *       keyGenerateStrategy: { column: id, keyGeneratorName: leased }
 *   keyGenerators:
 *     leased:
 *       type: SNOWFLAKE_LEASED
 *       props: { generator: orders }
 * }</pre>
 *
 * <p>Properties are either {@code generator} alone, the name under which the application has {@linkplain #register registered} its
 * generator; or the settings of {@link io.snowflakeid.ledger.GeneratorConfig#parse}: {@code worker}, or {@code ledger} as the
 * {@code jdbc:} address of a physical database, {@code ledger.scope}, {@code layout} and so on. Key generators with equal settings
 * share one generator, however often ShardingSphere makes them anew.
 *
 * <p>All rows of one insert share one reservation. A row that brings its key keeps it.
 *
 * <p>A layout with gene bits is refused: ShardingSphere tells a key generator the table and the column, but not the row's sharding
 * key, so its ids would lead elsewhere than the row belongs.
 *
 * <p>Thread-safe once initialised.
 */
public final class SnowflakeKeyGenerator implements KeyGenerateAlgorithm {

    /** The type under which ShardingSphere finds this key generator. */
    public static final String TYPE = "SNOWFLAKE_LEASED";

    private @Nullable Supplier<IdGenerator> ids;

    /** For ShardingSphere, which calls {@link #init} next. */
    public SnowflakeKeyGenerator() {}

    /**
     * Lets key generators with the property {@code generator: <name>} use a generator, which stays the caller's to close. It is
     * looked up for every insert, so it may be registered after ShardingSphere has started, and before the first insert.
     *
     * @param name any text that is not blank; blanks around it do not count
     * @throws IllegalArgumentException if the name is blank, or the layout has gene bits
     * @throws IllegalStateException if the name is taken in this class loader, be it by the same generator
     */
    public static void register(String name, IdGenerator ids) {
        RegisteredGenerators.add(name, ids);
    }

    /** Takes a generator away before it is closed; inserts are refused from then on. Does nothing if another one has the name, or none. */
    public static void unregister(String name, IdGenerator ids) {
        RegisteredGenerators.remove(name, ids);
    }

    /**
     * Gives back the workers of all generators that settings have opened in this class loader; ShardingSphere closes no key
     * generator, so an application with settings calls this when it stops. Without it a leased worker is held until two windows
     * after the process ended.
     */
    public static void closeConfigured() {
        OpenedGenerators.closeAll();
    }

    @Override
    public String getType() {
        return TYPE;
    }

    /**
     * Takes the properties. With settings, claims or leases a worker at once, unless equal settings have it already.
     *
     * @throws AlgorithmInitializationException naming the property, the value seen and the values allowed
     * @throws io.snowflakeid.WorkerLedgerException if no worker is granted
     */
    @Override
    public void init(Properties properties) {
        try {
            ids = KeyGeneratorSettings.of(properties).open();
        } catch (IllegalArgumentException e) {
            throw new AlgorithmInitializationException(this, "%s", e.getMessage());
        }
    }

    /**
     * One id for each row of an insert, in increasing order.
     *
     * @throws AlgorithmExecuteException if no generator is registered under the name
     * @throws io.snowflakeid.NoIdAvailableException if no id can be had within the time that the generator was told to wait
     */
    @Override
    public Collection<Long> generateKeys(AlgorithmSQLContext context, int count) {
        IdBatch batch = generator(context).reserve(count);
        List<Long> keys = new ArrayList<>(count);
        for (int row = 0; row < count; row++) {
            keys.add(batch.next());
        }
        return keys;
    }

    private IdGenerator generator(AlgorithmSQLContext context) {
        try {
            if (ids == null) {
                throw new IllegalArgumentException("init was not called: let ShardingSphere create the key generator");
            }
            return ids.get();
        } catch (IllegalArgumentException e) {
            throw new AlgorithmExecuteException(
                    this, "%s", context.getTableName() + "." + context.getColumnName() + ": " + e.getMessage());
        }
    }
}
