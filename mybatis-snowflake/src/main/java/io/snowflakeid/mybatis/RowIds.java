package io.snowflakeid.mybatis;

import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.IdSource;
import org.apache.ibatis.plugin.PluginException;

/**
 * Generates ids for frameworks that set the ids of rows themselves, such as MyBatis-Plus. The row's {@link SnowflakeId} annotation determines the
 * gene bits of the id. This class is thread-safe.
 */
public final class RowIds {

    private final IdGenerator ids;

    /** Creates an instance that uses the given generator. The caller closes the generator. */
    public RowIds(IdGenerator ids) {
        this.ids = ids;
    }

    /**
     * Returns a new id for the row and does not change the row. Without {@code geneFrom} and {@code geneOf}, the generator chooses evenly distributed
     * gene bits.
     *
     * <p>{@link SnowflakeInterceptor} rejects an upsert if an existing row may keep a different id. The interceptor clears the row's id if the
     * statement inserts no row.
     *
     * @param property the name of the row's id property
     * @throws PluginException if the gene bits are unknown, the annotation's format is not decimal, or the interceptor is missing or rejects the
     *     insert
     * @throws io.snowflakeid.NoIdAvailableException as {@link IdGenerator#nextId()}
     */
    public long nextId(Object row, String property) {
        RowType type = RowType.of(row.getClass());
        IdProperty marked = type.markedId();
        if (marked != null && !marked.format().equals(IdFormat.DECIMAL)) {
            throw new PluginException("cannot generate " + marked + ": @SnowflakeId needs texts in "
                    + marked.format() + ", but the framework that sets it converts a number to decimal text;"
                    + " remove the format, or set it by SnowflakeInterceptor.annotatedOnly(ids)");
        }
        IdProperty key = type.property(property);
        Insertion insertion = Insertion.current(key);
        IdSource source = marked == null || marked.generator().isEmpty()
                ? ids
                : insertion.assignment().sourceOf(marked);
        long id = IdAssignment.next(source, marked == null ? null : marked.geneFor(row, source));
        insertion.register(new Row(row, key), id);
        return id;
    }
}
