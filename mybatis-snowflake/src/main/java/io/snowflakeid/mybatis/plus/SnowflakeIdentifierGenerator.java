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
 * Makes MyBatis-Plus take the ids of {@code IdType.ASSIGN_ID}, and those of its {@code IdWorker}, from a generator:
 *
 * <pre>{@code
 * GlobalConfig global = GlobalConfigUtils.defaults();
 * global.setIdentifierGenerator(new SnowflakeIdentifierGenerator(ids));
 * GlobalConfigUtils.setGlobalConfig(configuration, global);
 * configuration.addInterceptor(SnowflakeInterceptor.annotatedOnly(ids));
 * }</pre>
 *
 * <p>before the session factory is built: a factory that finds none starts MyBatis-Plus's own, which guesses its worker from a network
 * address. Without the interceptor no row gets an id: it knows the statement, and whether that may be an upsert.
 *
 * <p>An id is set for each row whose id is {@code null}, an empty text or 0. Keys may be {@code long}, {@code Long}, {@code String}
 * (decimal), {@code BigInteger} and {@code BigDecimal}; an {@code Integer}, into which MyBatis-Plus would cut an id, is refused.
 * {@code IdType.ASSIGN_UUID} stays random.
 *
 * <p>A row with {@link io.snowflakeid.mybatis.SnowflakeId} gets the gene that this asks for, others one that is drawn evenly; see
 * {@link RowIds}.
 *
 * <p>Thread-safe.
 */
public final class SnowflakeIdentifierGenerator implements IdentifierGenerator {

    private static final Set<Class<?>> HOLD_IDS =
            Set.of(long.class, Long.class, String.class, BigInteger.class, BigDecimal.class);

    private final IdGenerator ids;
    private final RowIds rowIds;

    /** Takes ids from a generator, which stays the caller's to close. */
    public SnowflakeIdentifierGenerator(IdGenerator ids) {
        this.ids = ids;
        rowIds = new RowIds(ids);
    }

    /** Whether an id is wanted in place of what the row has. */
    @Override
    public boolean assignId(@Nullable Object present) {
        return IdentifierGenerator.super.assignId(present) || (present instanceof Long id && id == 0);
    }

    /**
     * The next id for an entity, or for nothing in particular.
     *
     * @throws PluginException if the entity's key cannot hold ids, or as {@link RowIds#nextId}
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

    /** MyBatis-Plus converts as far as the bits go, and says nothing of those that are lost. */
    private static void requireRoom(TableInfo table) {
        if (!HOLD_IDS.contains(table.getKeyType())) {
            throw new PluginException("cannot generate " + table.getEntityType().getSimpleName() + "."
                    + table.getKeyProperty() + ": an id does not fit into "
                    + table.getKeyType().getSimpleName()
                    + "; make it a Long or a String, and its column BIGINT or VARCHAR(19)");
        }
    }
}
