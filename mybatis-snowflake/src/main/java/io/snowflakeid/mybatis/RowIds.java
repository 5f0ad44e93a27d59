package io.snowflakeid.mybatis;

import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * Generates ids for code that sets the ids itself, instead of {@link SnowflakeInterceptor}. The ids have the gene that the row's
 * {@link SnowflakeId} names. This class is thread-safe.
 */
public final class RowIds {

    private final IdGenerator ids;

    /** Creates an instance that takes ids from the generator; the caller closes the generator. */
    public RowIds(IdGenerator ids) {
        this.ids = ids;
    }

    /**
     * Returns the next id for a row, without changing the row. Without {@code geneFrom} and {@code geneOf}, genes are distributed evenly.
     *
     * <p>The rules of {@link SnowflakeInterceptor} for upserts apply: the insert is rejected if the row may already exist with another id, and
     * the id is cleared if no new row is inserted.
     *
     * @param property the property for the id
     * @throws PluginException if the source of the gene is unset, if the layout has no gene bits, if the annotation has another format than
     *     decimal, if the interceptor runs no insert on this thread, or if the interceptor rejects that insert
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
