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
 * Supplies MyBatis-Plus with ids from a generator, for {@code IdType.ASSIGN_ID} and for MyBatis-Plus's {@code IdWorker}.
 *
 * <pre>{@code
 * GlobalConfig global = GlobalConfigUtils.defaults();
 * global.setIdentifierGenerator(new SnowflakeIdentifierGenerator(ids));
 * GlobalConfigUtils.setGlobalConfig(configuration, global);
 * configuration.addInterceptor(SnowflakeInterceptor.annotatedOnly(ids));
 * }</pre>
 *
 * <p>Set the identifier generator before the session factory is built. Without an identifier generator, MyBatis-Plus starts its own generator, which
 * derives its worker from a network address. Inserts fail without the interceptor, which detects upserts.
 *
 * <p>Each row whose id is {@code null}, an empty text or 0 gets an id. Keys may be {@code long}, {@code Long}, {@code String} (decimal),
 * {@code BigInteger} and {@code BigDecimal}. A key of type {@code Integer} is rejected, because MyBatis-Plus would truncate the id. Keys with
 * {@code IdType.ASSIGN_UUID} are still random UUIDs.
 *
 * <p>A row with {@link io.snowflakeid.mybatis.SnowflakeId} gets the gene that the annotation names (see {@link RowIds}). This class is thread-safe.
 */
public final class SnowflakeIdentifierGenerator implements IdentifierGenerator {

    private static final Set<Class<?>> HOLD_IDS =
            Set.of(long.class, Long.class, String.class, BigInteger.class, BigDecimal.class);

    private final IdGenerator ids;
    private final RowIds rowIds;

    /** Creates an instance that takes ids from the generator. The caller closes the generator. */
    public SnowflakeIdentifierGenerator(IdGenerator ids) {
        this.ids = ids;
        rowIds = new RowIds(ids);
    }

    /** Returns true if the row needs an id. */
    @Override
    public boolean assignId(@Nullable Object present) {
        return IdentifierGenerator.super.assignId(present) || (present instanceof Long id && id == 0);
    }

    /**
     * Returns the next id for an entity, or the generator's next id for null.
     *
     * @throws PluginException if the entity's key cannot contain ids, or if {@link RowIds#nextId} fails
     * @throws io.snowflakeid.NoIdAvailableException as {@link IdGenerator#nextId()}
     */
    @Override
    public Long nextId(@Nullable Object entity) {
        TableInfo table = entity == null ? null : TableInfoHelper.getTableInfo(entity.getClass());
        if (entity == null || table == null || table.getKeyType() == null) {
            return ids.nextId();
        }
        requireRoom(table);
        return rowIds.nextId(entity, table.getKeyProperty());
    }

    /** Rejects a key type to which MyBatis-Plus would truncate ids silently. */
    private static void requireRoom(TableInfo table) {
        if (!HOLD_IDS.contains(table.getKeyType())) {
            throw new PluginException("cannot generate " + table.getEntityType().getSimpleName() + "."
                    + table.getKeyProperty() + ": an id does not fit into "
                    + table.getKeyType().getSimpleName()
                    + "; make it a Long or a String, and its column BIGINT or VARCHAR(19)");
        }
    }
}
