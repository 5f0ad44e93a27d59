package io.snowflakeid.column;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The name of a database column. {@link IdColumn#read} ignores the case of the column name. If the table name is not found, {@link IdColumn#read}
 * tries the default letter case of the database.
 *
 * @param catalog the catalog (the database on MySQL and MariaDB), or null for the catalog of the connection
 * @param schema the schema, or null for the schema of the connection
 */
public record ColumnName(@Nullable String catalog, @Nullable String schema, String table, String column) {

    /** Returns the name of a column in the catalog and schema of the connection. */
    public static ColumnName of(String table, String column) {
        return new ColumnName(null, null, table, column);
    }

    /** Returns the name without quotes, such as {@code shop.hero.id}. */
    @Override
    public String toString() {
        return Stream.of(catalog, schema, table, column)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("."));
    }
}
