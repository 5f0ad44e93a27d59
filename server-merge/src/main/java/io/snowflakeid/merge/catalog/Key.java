package io.snowflakeid.merge.catalog;

import java.util.List;

/**
 * An index of a table.
 *
 * @param name the name of the index, which is {@code PRIMARY} for the primary key
 * @param columns the indexed columns in index order, without expressions
 * @param plain true if the index is a BTREE or HASH index without expressions and prefix lengths
 */
public record Key(String name, boolean primary, boolean unique, List<String> columns, boolean plain) {}
