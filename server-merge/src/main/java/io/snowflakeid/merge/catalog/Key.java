package io.snowflakeid.merge.catalog;

import java.util.List;

/**
 * A key.
 *
 * @param name {@code PRIMARY} or the key's own name
 * @param columns the columns in their order, without the expressions of a key for which {@link #plain} is false
 * @param plain whether the key consists of whole columns: no prefix, no expression, not full-text or spatial
 */
public record Key(String name, boolean primary, boolean unique, List<String> columns, boolean plain) {}
