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
 * Leads a statement to its shard by the gene: the lowest bits of an id, or the hash of the sharding key from which they were
 * taken. The logical shard of a row is its gene, so an order is found by its id and by its user, in one table of one database,
 * and the items that copied the order's gene lie beside it.
 *
 * <p>A ShardingSphere algorithm for complex keys, type {@value #TYPE}; {@code CLASS_BASED} with strategy {@code COMPLEX} and this
 * class name works as well. For 64 logical shards in 4 databases, each with the tables of 16:
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
 * <p>Properties:
 *
 * <ul>
 *   <li>{@code gene-bits} (required, 1 to 20): the gene bits of the layout that makes the ids; 2<sup>gene-bits</sup> logical shards.
 *   <li>{@code id-columns}: columns that hold an id with the gene in its lowest bits, as a number or as decimal text.
 *   <li>{@code key-columns}: columns that hold the sharding key itself; the shard is {@link Gene#ofKey}.
 *   <li>{@code key-type}: {@code number} (default) or {@code text}, as the key is in the entity. A number and the same digits as
 *       text have different genes, and SQL compares them as equal: here a text that stands for a number is read as one.
 *   <li>{@code shards-per-target} (default 1): how many logical shards one target holds. The target of a shard is the available
 *       table or database whose name ends with {@code _<shard / shards-per-target>}. Tables carry the number of their logical
 *       shard, so that growing from 4 to 8 databases moves whole tables and changes no id.
 *   <li>{@code on-mismatch}: what to do with a condition whose columns lead to different shards. {@code refuse} (default): an
 *       error, since a row inserted so would be lost to look-ups. {@code by-id}: follow the ids, for applications that ask
 *       {@code WHERE id = ? AND user_id = ?} to see whose a row is; ids that contradict each other are still refused.
 * </ul>
 *
 * <p>Any other property is refused by name. A condition with a range on these columns, and nothing exact, goes to all targets.
 * Thread-safe once initialised.
 */
public final class GeneShardingAlgorithm implements ComplexKeysShardingAlgorithm<Comparable<?>> {

    /** The type under which ShardingSphere finds this algorithm. */
    public static final String TYPE = "SNOWFLAKE_GENE";

    private @Nullable GeneShardingSettings settings;

    /** For ShardingSphere, which calls {@link #init} next. */
    public GeneShardingAlgorithm() {}

    @Override
    public String getType() {
        return TYPE;
    }

    /**
     * Takes the properties.
     *
     * @throws AlgorithmInitializationException naming the property, the value seen and the values allowed
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
     * The targets of one condition, or of one row of an insert.
     *
     * @throws AlgorithmExecuteException naming table, columns and values, if columns contradict each other, a value is no id or
     *     no key, or no target has the shard's number
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
