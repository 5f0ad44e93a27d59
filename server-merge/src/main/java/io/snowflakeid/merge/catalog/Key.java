package io.snowflakeid.merge.catalog;

import java.util.List;

/**
 * An index of a table.
 *
 * @param name {@code PRIMARY}, or the name of the key
 * @param columns the columns in the order of the key, without expressions
 * @param plain true if the key has no column prefix and no expression, and is neither full-text nor spatial
 */
public record Key(String name, boolean primary, boolean unique, List<String> columns, boolean plain) {}
