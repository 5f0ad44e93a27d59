package io.snowflakeid.merge.catalog;

import java.util.List;

/**
 * A declared reference.
 *
 * @param name the constraint's
 * @param parentDatabase the database of the table referred to
 * @param parentColumns the columns referred to, in the same order
 * @param rules {@code ON DELETE …}, {@code ON UPDATE …}; may be empty
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
