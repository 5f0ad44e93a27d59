package io.snowflakeid.column;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The name of a column, as the database spells it. A table that is not found is searched again in capitals or small letters, as the database stores
 * names, and a column in any spelling.
 *
 * @param catalog the database on MySQL and MariaDB; null for the catalog of the connection
 * @param schema the schema; null for the schema of the connection
 */
public record ColumnName(@Nullable String catalog, @Nullable String schema, String table, String column) {

    /** A column in the catalog and schema of the connection. */
    public static ColumnName of(String table, String column) {
        return new ColumnName(null, null, table, column);
    }

    /** The name without quotes: {@code shop.hero.id}. */
    @Override
    public String toString() {
        return Stream.of(catalog, schema, table, column)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("."));
    }
}
