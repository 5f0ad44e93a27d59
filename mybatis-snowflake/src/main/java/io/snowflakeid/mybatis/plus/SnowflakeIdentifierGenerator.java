package io.snowflakeid.mybatis.plus;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.mybatis.RowIds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Generates ids for {@code IdType.ASSIGN_ID} and for the class {@code IdWorker} of MyBatis-Plus.
 *
 * <pre>{@code
 * GlobalConfig global = GlobalConfigUtils.defaults();
 * global.setIdentifierGenerator(new SnowflakeIdentifierGenerator(ids));
 * GlobalConfigUtils.setGlobalConfig(configuration, global);
 * configuration.addInterceptor(SnowflakeInterceptor.annotatedOnly(ids));
 * }</pre>
 *
 * <p>Set the identifier generator before the session factory is built. If no identifier generator is set, MyBatis-Plus uses its own generator with a
 * worker id from a network address. An insert fails without {@code SnowflakeInterceptor}, because only the interceptor checks upserts.
 *
 * <p>A row gets a new id if its key is {@code null}, an empty string or 0. The key type must be {@code long}, {@code Long}, {@code String} (decimal),
 * {@code BigInteger} or {@code BigDecimal}. A key of type {@code Integer} is rejected, because MyBatis-Plus would truncate the id. MyBatis-Plus
 * generates random UUIDs for keys with {@code IdType.ASSIGN_UUID}.
 *
 * <p>If the row has a {@link io.snowflakeid.mybatis.SnowflakeId} annotation, the annotation determines the gene bits of the id. This class is
 * thread-safe.
 */
public final class SnowflakeIdentifierGenerator implements IdentifierGenerator {

    private static final Set<Class<?>> HOLD_IDS =
            Set.of(long.class, Long.class, String.class, BigInteger.class, BigDecimal.class);

    private final IdGenerator ids;
    private final RowIds rowIds;

    /** The table of the last row. MyBatis-Plus needs more time to find a table than this class needs to make an id. */
    private volatile @Nullable TableInfo lastTable;

    /** Creates an instance that uses the given generator. The caller closes the generator. */
    public SnowflakeIdentifierGenerator(IdGenerator ids) {
        this.ids = ids;
        rowIds = new RowIds(ids);
    }

    /** Returns true if the key is null, an empty string or 0. */
    @Override
    public boolean assignId(@Nullable Object present) {
        return IdentifierGenerator.super.assignId(present) || (present instanceof Long id && id == 0);
    }

    /**
     * Returns a new id for the entity. If the entity is null, the generator chooses the gene bits.
     *
     * @throws PluginException if the entity's key type cannot contain ids, or if {@link RowIds#nextId} rejects the entity
     * @throws io.snowflakeid.NoIdAvailableException as {@link IdGenerator#nextId()}
     */
    @Override
    public Long nextId(@Nullable Object entity) {
        TableInfo table = entity == null ? null : tableOf(entity.getClass());
        if (entity == null || table == null || table.getKeyType() == null) {
            return ids.nextId();
        }
        requireRoom(table);
        return rowIds.nextId(entity, table.getKeyProperty());
    }

    private @Nullable TableInfo tableOf(Class<?> type) {
        TableInfo table = lastTable;
        if (table == null || table.getEntityType() != type) {
            table = TableInfoHelper.getTableInfo(type);
            lastTable = table;
        }
        return table;
    }

    /** Rejects a key type that is too small for ids, because MyBatis-Plus would truncate the ids silently. */
    private static void requireRoom(TableInfo table) {
        if (!HOLD_IDS.contains(table.getKeyType())) {
            throw new PluginException("cannot generate " + table.getEntityType().getSimpleName() + "."
                    + table.getKeyProperty() + ": an id does not fit into "
                    + table.getKeyType().getSimpleName()
                    + "; make it a Long or a String, and its column BIGINT or VARCHAR(19)");
        }
    }
}
