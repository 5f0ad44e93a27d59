package io.snowflakeid.shardingsphere;

import io.snowflakeid.Gene;
import java.util.Collection;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmExecuteException;
import org.apache.shardingsphere.infra.algorithm.core.exception.AlgorithmInitializationException;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingAlgorithm;
import org.apache.shardingsphere.sharding.api.sharding.complex.ComplexKeysShardingValue;
import org.jspecify.annotations.Nullable;

/**
 * Routes a statement to its shard by the gene. The lowest bits of an id are the gene, which is the hash of the row's sharding key. The gene is the
 * number of the row's logical shard. A query by an order's id, or by the order's user, searches only one table of one database. An order's items are
 * in the order's database, because the items' ids copy the order's gene.
 *
 * <p>The class is a ShardingSphere algorithm for complex keys with the type {@value #TYPE}. The type {@code CLASS_BASED} with strategy
 * {@code COMPLEX} and the name of this class also works. The example has 64 logical shards in 4 databases, each with the tables of 16 shards.
 *
 * <pre>{@code
 * - !SHARDING
 *   tables:
 *     t_order:
 *       actualDataNodes: ds_0.t_order_${0..15},ds_1.t_order_${16..31},ds_2.t_order_${32..47},ds_3.t_order_${48..63}
 *       databaseStrategy:
 *         complex: { shardingColumns: "id,user_id", shardingAlgorithmName: database_of_gene }
 *       tableStrategy:
 *         complex: { shardingColumns: "id,user_id", shardingAlgorithmName: table_of_gene }
 *     t_order_item:
 *       actualDataNodes: ds_0.t_order_item_${0..15},ds_1.t_order_item_${16..31},ds_2.t_order_item_${32..47},ds_3.t_order_item_${48..63}
 *       databaseStrategy:
 *         complex: { shardingColumns: "id,order_id", shardingAlgorithmName: database_of_gene }
 *       tableStrategy:
 *         complex: { shardingColumns: "id,order_id", shardingAlgorithmName: table_of_gene }
 *   bindingTables:
 *     - t_order,t_order_item
 *   shardingAlgorithms:
 *     database_of_gene:
 *       type: SNOWFLAKE_GENE
 *       props: { gene-bits: 6, id-columns: "id,order_id", key-columns: user_id, shards-per-target: 16 }
 *     table_of_gene:
 *       type: SNOWFLAKE_GENE
 *       props: { gene-bits: 6, id-columns: "id,order_id", key-columns: user_id }
 * }</pre>
 *
 * <p>The algorithm has the following properties.
 *
 * <ul>
 *   <li>The property {@code gene-bits} (required, 1 to 20) is the number of gene bits of the ids. The algorithm has 2<sup>gene-bits</sup> logical
 *       shards.
 *   <li>The property {@code id-columns} lists the columns that contain an id with the gene in its lowest bits, as a number or as decimal text.
 *   <li>The property {@code key-columns} lists the columns that contain the sharding key itself. {@link Gene#ofKey} returns a key's shard.
 *   <li>The property {@code key-type} ({@code number} by default, or {@code text}) is the type of the key in the entity. A number and the same digits
 *       as text have different genes, although SQL compares them as equal. With the type {@code number}, text is parsed as a number.
 *   <li>The property {@code shards-per-target} (default 1) is the number of logical shards per target. The target of a shard is the available table
 *       or database whose name ends with {@code _<shard / shards-per-target>}. The name of a table contains the number of its logical shard, so a
 *       move from 4 to 8 databases moves whole tables and changes no id.
 *   <li>The property {@code on-mismatch} is the reaction to a condition whose columns lead to different shards. The default value {@code refuse}
 *       rejects the condition, because queries do not find a row with contradicting columns. The value {@code by-id} routes by the ids, for
 *       applications that check the owner of a row by {@code id = ? and user_id = ?}. The algorithm always rejects ids that contradict each other.
 * </ul>
 *
 * <p>The algorithm rejects unknown properties. A condition with only ranges on the sharding columns goes to all targets. After its initialisation, an
 * algorithm is thread-safe.
 */
public final class GeneShardingAlgorithm implements ComplexKeysShardingAlgorithm<Comparable<?>> {

    /** The type under which ShardingSphere finds this algorithm. */
    public static final String TYPE = "SNOWFLAKE_GENE";

    private @Nullable GeneShardingSettings settings;

    /** Creates an algorithm for ShardingSphere, which calls {@link #init} next. */
    public GeneShardingAlgorithm() {}

    @Override
    public String getType() {
        return TYPE;
    }

    /**
     * Checks and stores the properties.
     *
     * @throws AlgorithmInitializationException if a property is invalid, with its name, its value and the allowed values in the message
     */
    @Override
    public void init(Properties properties) {
        try {
            settings = GeneShardingSettings.from(properties);
        } catch (IllegalArgumentException e) {
            throw new AlgorithmInitializationException(this, "%s", e.getMessage());
        }
    }

    /**
     * Returns the targets of one condition, or of one row of an insert.
     *
     * @throws AlgorithmExecuteException if columns contradict each other, a value is neither an id nor a key, or no target has the shard's number,
     *     with the table, the columns and the values in the message
     */
    @Override
    public Collection<String> doSharding(
            Collection<String> availableTargetNames, ComplexKeysShardingValue<Comparable<?>> condition) {
        try {
            return new GeneRouting(initialised(), condition).targetsAmong(availableTargetNames);
        } catch (IllegalArgumentException e) {
            throw new AlgorithmExecuteException(this, "%s", e.getMessage());
        }
    }

    private GeneShardingSettings initialised() {
        if (settings == null) {
            throw new IllegalArgumentException("init was not called: let ShardingSphere create the algorithm");
        }
        return settings;
    }
}
