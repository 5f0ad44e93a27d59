package io.snowflakeid.merge.catalog;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A base table.
 *
 * @param engine {@code InnoDB}, {@code MEMORY}, …; {@code H2} there
 * @param keys the primary key first, if there is one, then the others in the order of names
 * @param foreignKeys the declared foreign keys, in the order of names
 * @param checks CHECK constraints as text
 * @param partitioning the PARTITION BY clause, or null
 * @param nextAutoIncrement the counter, or null without one
 * @param averageRowBytes an estimate, 0 where unknown
 * @param lastWrite the time of the last write, as the server has it in UTC, or null where the server does not know it
 * @param definition the statements that make such a table
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
     * The statements that make such a table in the current database. These statements name no database, except for a foreign key to another database.
     *
     * <p>On MySQL they are to be run with the {@code sql_mode} {@code NO_AUTO_VALUE_ON_ZERO,NO_ENGINE_SUBSTITUTION}: a strict
     * mode refuses a default such as {@code 0000-00-00}, though the table has it.
     *
     * @param create the statement for the table on InnoDB with the key that orders its rows (and a key that AUTO_INCREMENT needs), without other keys
     * @param indexes the clauses that add the remaining keys: the part after {@code ALTER TABLE t} on MySQL ({@code ADD KEY …}),
     *     a whole statement on H2
     * @param foreignKeys the clauses that add foreign keys, in the same form
     */
    public record Definition(String create, List<Part> indexes, List<Part> foreignKeys) {}

    public record Part(String name, String clause) {}

    /** The clause that adds a key; empty if the table is created with it. */
    public String clauseOf(Key key) {
        return definition.indexes().stream()
                .filter(part -> part.name().equals(key.name()))
                .findFirst()
                .map(Part::clause)
                .orElse("");
    }

    /** The key that orders the rows: the primary key, otherwise the first unique key whose columns cannot be null, if there is one. */
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
