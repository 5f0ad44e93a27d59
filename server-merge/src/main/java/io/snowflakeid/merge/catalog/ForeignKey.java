package io.snowflakeid.merge.catalog;

import java.util.List;

/**
 * A declared reference.
 *
 * @param name the constraint's
 * @param parentDatabase the database of the parent table, to which the key refers
 * @param parentColumns the columns of the parent table, in the same order
 * @param rules the clauses {@code ON DELETE …} and {@code ON UPDATE …}; may be empty
 */
public record ForeignKey(
        String name,
        List<String> columns,
        String parentDatabase,
        String parentTable,
        List<String> parentColumns,
        String rules) {

    /** Whether columns are cleared when the row that they refer to is deleted. */
    public boolean clears() {
        return rules.contains("ON DELETE SET NULL");
    }
}
