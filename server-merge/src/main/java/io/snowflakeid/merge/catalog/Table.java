package io.snowflakeid.merge.catalog;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The definition of a base table.
 *
 * @param engine the storage engine, such as {@code InnoDB} or {@code MEMORY}, or {@code H2} for the database H2
 * @param keys all keys, with the primary key first and the other keys in the order of names
 * @param foreignKeys the declared foreign keys, in the order of names
 * @param checks the CHECK constraints as text
 * @param partitioning the PARTITION BY clause, or null
 * @param nextAutoIncrement the next value of the table's counter, or null without a counter
 * @param averageRowBytes an estimate of the average row size in bytes, or 0 if unknown
 * @param lastWrite the time of the last write in UTC, or null if the server does not report the time
 * @param definition the statements that create an empty copy of the table
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
     * The statements that create an empty copy of a table in the current database. The statements contain no database name, except for a foreign key
     * to another database.
     *
     * <p>On MySQL, the {@code sql_mode} must be {@code NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION}, because a strict mode rejects a default such as
     * {@code 0000-00-00}.
     *
     * @param create the statement that creates the table on InnoDB, with only the key that orders the rows and the key that AUTO_INCREMENT requires
     * @param indexes the clauses that add the remaining keys, such as {@code ADD KEY …} on MySQL; each clause is a complete statement on H2
     * @param foreignKeys the clauses that add foreign keys; each clause is a complete statement on H2
     */
    public record Definition(String create, List<Part> indexes, List<Part> foreignKeys) {}

    public record Part(String name, String clause) {}

    /** Returns the clause that adds a key, or an empty text if the CREATE TABLE statement contains the key. */
    public String clauseOf(Key key) {
        return definition.indexes().stream()
                .filter(part -> part.name().equals(key.name()))
                .findFirst()
                .map(Part::clause)
                .orElse("");
    }

    /** Returns the primary key, or else the first unique key without NULL, or empty if the table has neither. */
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
