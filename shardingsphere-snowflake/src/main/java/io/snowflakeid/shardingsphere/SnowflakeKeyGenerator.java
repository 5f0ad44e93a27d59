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
 * A ShardingSphere key generator, which sets the ids of inserts without a key. The type of this key generator is {@value #TYPE}. ShardingSphere's
 * own {@code SNOWFLAKE} does not lease its worker from a ledger.
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
 * <p>The properties contain either {@code generator} or the settings of a generator. The property {@code generator} is the name of a generator that
 * {@link #register} has registered. The method {@link io.snowflakeid.ledger.GeneratorConfig#parse} explains the settings, such as {@code worker},
 * {@code layout} and {@code ledger.scope}. The setting {@code ledger} must be the {@code jdbc:} address of a physical database. Key generators with
 * equal settings share one generator.
 *
 * <p>All rows of one insert share one reservation of ids. A row that already has a key is unchanged.
 *
 * <p>A layout with gene bits is rejected, because ShardingSphere does not pass the row's sharding key to a key generator.
 *
 * <p>After its initialisation, a key generator is thread-safe.
 */
public final class SnowflakeKeyGenerator implements KeyGenerateAlgorithm {

    /** The type under which ShardingSphere finds this key generator. */
    public static final String TYPE = "SNOWFLAKE_LEASED";

    private @Nullable Supplier<IdGenerator> ids;

    /** Creates a key generator for ShardingSphere, which calls {@link #init} next. */
    public SnowflakeKeyGenerator() {}

    /**
     * Registers a generator under the name that the property {@code generator} contains. The caller closes the generator. Every insert looks the
     * generator up, so an application may register the generator after ShardingSphere has started, but before the first insert.
     *
     * @param name a text that is not blank, whose surrounding blanks are ignored
     * @throws IllegalArgumentException if the name is blank, or the layout has gene bits
     * @throws IllegalStateException if the name is already registered in this class loader, even for the same generator
     */
    public static void register(String name, IdGenerator ids) {
        RegisteredGenerators.add(name, ids);
    }

    /**
     * Removes a generator, so that the caller can close the generator. The method does nothing if the name is not registered for this generator.
     */
    public static void unregister(String name, IdGenerator ids) {
        RegisteredGenerators.remove(name, ids);
    }

    /**
     * Closes all generators that were opened from settings in this class loader, and releases their workers. ShardingSphere does not close key
     * generators, so an application with settings calls this method when the application stops. Without this call, a leased worker is released two
     * windows after the process has ended.
     */
    public static void closeConfigured() {
        OpenedGenerators.closeAll();
    }

    @Override
    public String getType() {
        return TYPE;
    }

    /**
     * Checks the properties. If the properties contain settings, the method claims or leases a worker at once, or shares the generator of equal
     * settings.
     *
     * @throws AlgorithmInitializationException if a property is invalid, with its name, its value and the allowed values in the message
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
     * Returns one id for each row of an insert, in increasing order.
     *
     * @throws AlgorithmExecuteException if no generator is registered under the name in the properties
     * @throws io.snowflakeid.NoIdAvailableException if no id is available within the generator's maximum wait
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
