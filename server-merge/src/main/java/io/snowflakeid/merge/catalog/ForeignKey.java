package io.snowflakeid.merge.catalog;

import java.util.List;

/**
 * A declared reference.
 *
 * @param name the constraint's
 * @param columns the referring columns
 * @param parentDatabase the database of the table referred to
 * @param parentTable the table referred to
 * @param parentColumns its columns, in the same order
 * @param onDelete {@code CASCADE}, {@code SET NULL}, {@code RESTRICT}, …
 */
public record ForeignKey(
        String name,
        List<String> columns,
        String parentDatabase,
        String parentTable,
        List<String> parentColumns,
        String onDelete) {}
