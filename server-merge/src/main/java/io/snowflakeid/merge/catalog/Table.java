package io.snowflakeid.merge.catalog;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a base table.
 *
 * @param engine the storage engine, such as {@code InnoDB}
 * @param keys the primary key, followed by all other keys, sorted by name
 * @param foreignKeys the declared foreign keys, sorted by name
 * @param checks the conditions of the CHECK constraints
 * @param partitioning the PARTITION BY clause, or null if the table has no partitions
 * @param nextAutoIncrement the next AUTO_INCREMENT value, or null if the table has no AUTO_INCREMENT column
 * @param averageRowBytes an estimate of the average row size in bytes, or 0 if unknown
 * @param lastWrite the UTC time of the last write to the table, or null if the server does not report the time
 */
public record Table(
        String name,
        String engine,
        List<Column> columns,
        List<Key> keys,
        List<ForeignKey> foreignKeys,
        List<String> checks,
        @Nullable String partitioning,
        @Nullable Long nextAutoIncrement,
        long averageRowBytes,
        @Nullable String lastWrite,
        Definition definition) {

    /**
     * The statements that create an empty copy of a table in the current database.
     *
     * <p>A MySQL session must not use a strict {@code sql_mode}, because a strict mode rejects a default such as {@code 0000-00-00}.
     *
     * @param create the statement that creates the table on InnoDB with its ordering key and the key of its AUTO_INCREMENT column
     * @param indexes the ALTER TABLE clauses (complete statements on H2) that add the remaining keys
     * @param foreignKeys the ALTER TABLE clauses (complete statements on H2) that add the foreign keys
     */
    public record Definition(String create, List<Part> indexes, List<Part> foreignKeys) {}

    public record Part(String name, String clause) {}

    /** Returns the ALTER TABLE clause that adds a key, or an empty text if the CREATE TABLE statement contains the key. */
    public String clauseOf(Key key) {
        return definition.indexes().stream()
                .filter(part -> part.name().equals(key.name()))
                .findFirst()
                .map(Part::clause)
                .orElse("");
    }

    /** Returns the primary key, or the first unique key without nullable columns, or empty if the table has neither. */
    public Optional<Key> orderingKey() {
        return orderingKey(keys, columns);
    }

    public static Optional<Key> orderingKey(List<Key> keys, List<Column> columns) {
        return keys.stream()
                .filter(key -> key.primary()
                        || (key.unique()
                                && key.plain()
                                && key.columns().stream()
                                        .noneMatch(name -> find(columns, name)
                                                .map(Column::nullable)
                                                .orElse(true))))
                .findFirst();
    }

    public Column column(String wanted) {
        return find(wanted)
                .orElseThrow(() -> new IllegalArgumentException("table " + name + " has no column " + wanted));
    }

    public Optional<Column> find(String wanted) {
        return find(columns, wanted);
    }

    public boolean hasAll(List<String> wanted) {
        return wanted.stream().allMatch(name -> find(name).isPresent());
    }

    private static Optional<Column> find(List<Column> columns, String wanted) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .findFirst();
    }
}
