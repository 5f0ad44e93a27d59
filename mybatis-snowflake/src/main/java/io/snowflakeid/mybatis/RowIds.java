package io.snowflakeid.mybatis;

import io.snowflakeid.IdFormat;
import io.snowflakeid.IdGenerator;
import org.apache.ibatis.plugin.PluginException;
import org.jspecify.annotations.Nullable;

/**
 * The ids that rows would get from {@link SnowflakeInterceptor}, for those that set them by other means: with the gene that the row's
 * {@link SnowflakeId} asks for.
 *
 * <p>Thread-safe.
 */
public final class RowIds {

    private final IdGenerator ids;

    /** Takes ids from a generator, which stays the caller's to close. */
    public RowIds(IdGenerator ids) {
        this.ids = ids;
    }

    /**
     * The next id for a row; the row is read, not changed. Without a mark, or without {@code geneFrom} and {@code geneOf} in it, the
     * gene of a layout that has one is drawn evenly.
     *
     * <p>The row is held to what {@link SnowflakeInterceptor} says of upserts: refused where it may be there already under another id,
     * and unset again where there is no new row.
     *
     * @param property what is to hold the id
     * @throws PluginException if the row lacks what its gene is made of, if the layout has no gene, if the mark asks for a text
     *     that is not decimal, which a number cannot say, if no insert that the interceptor sees is in progress, or if that insert is
     *     refused
     * @throws io.snowflakeid.NoIdAvailableException as {@link IdGenerator#nextId()}
     */
    public long nextId(Object row, String property) {
        RowType type = RowType.of(row.getClass());
        IdProperty marked = type.markedId();
        if (marked != null && !marked.format().equals(IdFormat.DECIMAL)) {
            throw new PluginException("cannot generate " + marked + ": @SnowflakeId asks for texts in "
                    + marked.format() + ", but what sets it here turns a number into decimal text;"
                    + " leave out the format, or let SnowflakeInterceptor.annotatedOnly(ids) set it before");
        }
        @Nullable Long gene = marked == null ? null : marked.geneFor(row, ids.layout());
        long id = gene == null ? ids.nextId() : ids.nextId(gene);
        Insertion.madeElsewhere(new Row(row, type.anyProperty(property)), id);
        return id;
    }
}
