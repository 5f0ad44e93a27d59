package io.snowflakeid.merge.catalog;

import java.util.List;

/**
 * A declared foreign key.
 *
 * @param name the name of the constraint
 * @param parentDatabase the database of the parent table
 * @param parentColumns the referenced columns of the parent table, in the order of the referring columns
 * @param rules the clauses {@code ON DELETE …} and {@code ON UPDATE …}, or an empty text if both are missing
 */
public record ForeignKey(
        String name,
        List<String> columns,
        String parentDatabase,
        String parentTable,
        List<String> parentColumns,
        String rules) {

    /** Returns true if the server sets the referring columns to NULL when a parent row is deleted. */
    public boolean clears() {
        return rules.contains("ON DELETE SET NULL");
    }
}
