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
 * Routes a statement to its shard by the gene: the lowest bits of an id, or the hash of the sharding key from which they were
 * taken. The logical shard of a row is its gene. Thus an order is found by its id or by its user in one table of one database, and its items, which
 * copied the order's gene, are in the same database.
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
 * <li>{@code gene-bits} (required, 1 to 20): the gene bits of the ids' layout; there are 2<sup>gene-bits</sup> logical shards.
 *   <li>{@code id-columns}: columns that hold an id with the gene in its lowest bits, as a number or as decimal text.
 *   <li>{@code key-columns}: columns that hold the sharding key itself; the shard is {@link Gene#ofKey}.
 * <li>{@code key-type}: {@code number} (default) or {@code text}, the type of the key in the entity. A number and the same digits
 * as text have different genes, although SQL compares them as equal. With {@code number}, text is parsed as a number.
 * <li>{@code shards-per-target} (default 1): the number of logical shards per target. The target of a shard is the available table
 * or database whose name ends with {@code _<shard / shards-per-target>}. Tables carry the number of their logical shard, so that
 * growing from 4 to 8 databases moves whole tables and changes no id.
 * <li>{@code on-mismatch}: what to do with a condition whose columns lead to different shards. {@code refuse} (default): an error,
 * since queries would not find such a row. {@code by-id}: route by the ids, for applications that check the owner of a row by
 * {@code WHERE id = ? AND user_id = ?}; ids that contradict each other are still rejected.
 * </ul>
 *
 * <p>Any other property is rejected. A condition with only ranges on these columns goes to all targets. Thread-safe once
 * initialised.
 */
public final class GeneShardingAlgorithm implements ComplexKeysShardingAlgorithm<Comparable<?>> {

    /** The type under which ShardingSphere finds this algorithm. */
    public static final String TYPE = "SNOWFLAKE_GENE";

    private @Nullable GeneShardingSettings settings;

    /** The constructor for ShardingSphere, which calls {@link #init} next. */
    public GeneShardingAlgorithm() {}

    @Override
    public String getType() {
        return TYPE;
    }

    /**
     * Checks and stores the properties.
     *
     * @throws AlgorithmInitializationException if a property is invalid; the message has its name, its value and the allowed values
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
     * @throws AlgorithmExecuteException if columns contradict each other, a value is neither an id nor a key, or no target has the
     *     shard's number; the message has table, columns and values
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
