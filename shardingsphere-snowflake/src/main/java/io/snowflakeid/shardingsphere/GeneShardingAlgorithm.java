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
 * Routes a statement to its shard by the gene bits of an id or by the sharding key. The gene bits are the lowest bits of an id, and contain the hash
 * of the sharding key. An id's gene bits contain the zero-based number of the row's logical shard. A query by an order's id or by its user searches
 * only one table of one database. An order and its items are in the same database, because the items' ids have the gene bits of the order's id.
 *
 * <p>This class implements the algorithm type {@value #TYPE} for complex sharding keys. ShardingSphere's algorithm type {@code CLASS_BASED} supports
 * this class with the strategy {@code COMPLEX}. This example configures 64 logical shards in 4 databases.
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
 *   <li>The property {@code gene-bits} (required, 1 to 20) is the number of gene bits of the ids. Each value of the gene bits is one logical shard.
 *   <li>The property {@code id-columns} lists the columns with ids that contain gene bits. An id is a number or decimal text.
 *   <li>The property {@code key-columns} lists the columns that contain the sharding key itself. {@link Gene#ofKey} computes a key's shard number.
 *   <li>The property {@code key-type} ({@code number} by default, or {@code text}) is the type of the sharding key in the entity. A number and a
 *       string with the same digits have different gene bits. If {@code key-type} is {@code number}, a string key is parsed as a number.
 *   <li>The property {@code shards-per-target} (default 1) is the number of logical shards in a target. The name of a shard's target ends with an
 *       underscore and the quotient {@code shard / shards-per-target}. The name of a table contains the number of its logical shard, so a move from 4
 *       to 8 databases moves whole tables and changes no ids.
 *   <li>The property {@code on-mismatch} determines what happens if the columns of a condition belong to different shards. By default
 *       ({@code on-mismatch: refuse}), the algorithm rejects a condition or an inserted row whose columns belong to different shards. With
 *       {@code on-mismatch: by-id}, the algorithm ignores sharding keys that belong to a different shard than the ids. Use {@code by-id} if a query
 *       checks the owner of a row with {@code id = ? and user_id = ?}. The algorithm always rejects a condition whose ids belong to different shards.
 * </ul>
 *
 * <p>The algorithm rejects unknown properties. A condition that has only ranges on the sharding columns is routed to all targets. An algorithm is
 * thread-safe after its initialisation.
 */
public final class GeneShardingAlgorithm implements ComplexKeysShardingAlgorithm<Comparable<?>> {

    /** The name of the algorithm type in ShardingSphere's configuration. */
    public static final String TYPE = "SNOWFLAKE_GENE";

    private @Nullable GeneShardingSettings settings;

    /** ShardingSphere calls this constructor, and then calls {@link #init}. */
    public GeneShardingAlgorithm() {}

    @Override
    public String getType() {
        return TYPE;
    }

    /**
     * Checks and stores the properties.
     *
     * @throws AlgorithmInitializationException if a property is invalid, with a message that names the property, its value and the allowed values
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
     * Returns the target tables or databases for one condition or one inserted row.
     *
     * @throws AlgorithmExecuteException if columns belong to different shards, if a value is not an id or a key, or if a shard has no target
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
