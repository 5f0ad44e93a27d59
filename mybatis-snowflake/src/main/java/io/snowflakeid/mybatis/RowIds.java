package io.snowflakeid.mybatis;

import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Generates ids for frameworks that set the ids of rows themselves, without {@link SnowflakeInterceptor}. The ids have the gene that the row's
 * {@link SnowflakeId} names. This class is thread-safe.
 */
public final class RowIds {

    private final IdGenerator ids;

    /** Creates an instance that takes ids from the generator. The caller closes the generator. */
    public RowIds(IdGenerator ids) {
        this.ids = ids;
    }

    /**
     * Returns the next id for a row, without changing the row. Without {@code geneFrom} and {@code geneOf}, genes are distributed evenly.
     *
     * <p>As with {@link SnowflakeInterceptor}, an upsert is rejected if the row may already exist with another id. The interceptor clears the id if
     * no new row is inserted.
     *
     * @param property the property for the id
     * @throws PluginException if the row has no valid gene, if the annotation's format is not decimal, or if the interceptor does not run or rejects
     *     the insert
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
        @Nullable Long gene = marked == null ? null : marked.geneFor(row, ids.layout());
        long id = gene == null ? ids.nextId() : ids.nextId(gene);
        Insertion.register(new Row(row, type.anyProperty(property)), id);
        return id;
    }
}
