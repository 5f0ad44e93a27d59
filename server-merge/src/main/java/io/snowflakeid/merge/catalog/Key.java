package io.snowflakeid.merge.catalog;

import java.util.List;

/**
 * A key.
 *
 * @param name {@code PRIMARY} or its own
 * @param primary whether it is the primary one
 * @param unique whether its values occur once
 * @param columns in their order; where {@link #plain} is false, those that are columns
 * @param plain whether it is made of whole columns: no prefix, no expression, not full-text or spatial
 */
public record Key(String name, boolean primary, boolean unique, List<String> columns, boolean plain) {}
