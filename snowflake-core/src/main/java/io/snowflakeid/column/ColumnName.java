package io.snowflakeid.column;

import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which column is meant. Names are written as the database spells them; where nothing is spelt so, a table in the case that the database
 * stores and a column in any case are taken.
 *
 * @param catalog the database on MySQL and MariaDB; null for the connection's
 * @param schema the schema; null for the connection's
 * @param table the table
 * @param column the column
 */
public record ColumnName(@Nullable String catalog, @Nullable String schema, String table, String column) {

    /** A column in the catalog and schema that the connection is in. */
    public static ColumnName of(String table, String column) {
        return new ColumnName(null, null, table, column);
    }

    /** As people write it, without quotes: {@code shop.hero.id}. */
    @Override
    public String toString() {
        return Stream.of(catalog, schema, table, column)
                .filter(Objects::nonNull)
                .collect(Collectors.joining("."));
    }
}
