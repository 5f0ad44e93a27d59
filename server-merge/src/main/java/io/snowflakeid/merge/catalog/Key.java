package io.snowflakeid.merge.catalog;

import java.util.List;

/**
 * A key.
 *
 * @param name {@code PRIMARY} or its own
 * @param columns in their order; where {@link #plain} is false, without its expressions
 * @param plain whether it consists of whole columns: no prefix, no expression, not full-text or spatial
 */
public record Key(String name, boolean primary, boolean unique, List<String> columns, boolean plain) {}
