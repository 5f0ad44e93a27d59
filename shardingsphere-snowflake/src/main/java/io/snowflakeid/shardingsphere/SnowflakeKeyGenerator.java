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
 * A ShardingSphere key generator that generates ids for inserted rows without a key. The type of this key generator is {@value #TYPE}.
 * ShardingSphere's own type {@code SNOWFLAKE} does not lease its worker id from a ledger.
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
 * <p>The properties contain either the property {@code generator} or the settings of a new generator. The property {@code generator} contains a name
 * that was passed to {@link #register}. The method {@link io.snowflakeid.ledger.GeneratorConfig#parse} explains the settings, such as {@code worker},
 * {@code layout} and {@code ledger.scope}. The setting {@code ledger} must be the {@code jdbc:} address of a physical database. ShardingSphere key
 * generators with equal settings share one {@link IdGenerator}.
 *
 * <p>The key generator reserves the ids for all rows of one insert in one call. A row that already has a key does not change.
 *
 * <p>A layout with gene bits is rejected, because ShardingSphere does not pass the row's sharding key to a key generator.
 *
 * <p>A key generator is thread-safe after its initialisation.
 */
public final class SnowflakeKeyGenerator implements KeyGenerateAlgorithm {

    /** The name of the key generator type in ShardingSphere's configuration. */
    public static final String TYPE = "SNOWFLAKE_LEASED";

    private @Nullable Supplier<IdGenerator> ids;

    /** ShardingSphere calls this constructor, and then calls {@link #init}. */
    public SnowflakeKeyGenerator() {}

    /**
     * Registers an id generator under a name, so that ShardingSphere's configuration can refer to the id generator by this name. The caller closes
     * the generator. The application must register the generator before the first insert, but may start ShardingSphere earlier.
     *
     * @param name the name, which must not be blank. The method ignores blanks at the start and the end of the name.
     * @throws IllegalArgumentException if the name is blank, or if the layout has gene bits
     * @throws IllegalStateException if the name is already registered in this class loader, even for the same generator
     */
    public static void register(String name, IdGenerator ids) {
        RegisteredGenerators.add(name, ids);
    }

    /**
     * Removes the registration of a generator. Call this method before you close the generator. This method does nothing if the name is not
     * registered for the generator.
     */
    public static void unregister(String name, IdGenerator ids) {
        RegisteredGenerators.remove(name, ids);
    }

    /**
     * Closes all generators that were created from settings in this class loader, and releases their workers. ShardingSphere does not close key
     * generators, so the application must call this method before the application stops. Without a call of {@code closeConfigured}, other processes
     * may have to wait two window lengths for a leased worker of this process.
     */
    public static void closeConfigured() {
        OpenedGenerators.closeAll();
    }

    @Override
    public String getType() {
        return TYPE;
    }

    /**
     * Checks the properties. If the properties contain generator settings, {@code init} acquires a worker, unless a generator with equal settings
     * exists.
     *
     * @throws AlgorithmInitializationException if a property is invalid, with a message that names the property, its value and the allowed values
     * @throws io.snowflakeid.WorkerLedgerException if the ledger grants no worker
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
