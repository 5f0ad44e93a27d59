package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The plan for one table.
 *
 * @param name the name of the table on the main server
 * @param columns the copied columns in the main server's order, without generated columns
 * @param key the columns of the unique key that orders the rows, or an empty list
 * @param walk the leading key columns by which the run divides the table into spans, or an empty list
 * @param where the operator's condition for copied rows, or null
 * @param averageRowBytes an estimate of the average row size in bytes, or 0 if unknown
 * @param nextId the smallest allowed next auto-increment value of the table, or 0 if there is no limit
 * @param rows one element for each source that has the table
 */
public record TablePlan(
        String name,
        TableClass tableClass,
        List<ColumnPlan> columns,
        List<String> key,
        List<String> walk,
        @Nullable String where,
        Table.Definition definition,
        long averageRowBytes,
        long nextId,
        List<SourceRows> rows) {

    /**
     * The plan for a copied column.
     *
     * @param column the definition of the column on the main server
     * @param storedAlike true if all sources have the column with the same type and character set
     * @param collationsDiffer true if the sources use different collations for the column
     * @param charsetsDiffer true if the sources use different character sets, and therefore different collations, for the column
     */
    public record ColumnPlan(
            Column column,
            boolean storedAlike,
            boolean collationsDiffer,
            boolean charsetsDiffer,
            List<Remap> remaps,
            List<Follow> follows) {
        public String name() {
            return column.name();
        }
    }

    /** A rule for new ids in a column. The rule skips rows that do not fulfil the SQL condition {@code when}, and ids in the list {@code none}. */
    public record Remap(int domain, @Nullable String when, List<Long> none) {}

    /**
     * A rule for new names in a column. The rule applies to rows that fulfil the SQL condition {@code when}.
     *
     * @param refers true if the column refers to a name, which the renamed column may spell in another way, for example with capital letters
     */
    public record Follow(int rule, @Nullable String when, boolean refers) {}

    /**
     * The rows and columns of a table on one source.
     *
     * @param copied the number of rows that are copied into the target
     * @param keyName the name of the ordering key on the source, or null if the source has no such key
     * @param stored the names of all columns of the source table if the source lacks a copied column, otherwise an empty list
     * @param lacking the copied columns that the source does not have, each with an SQL expression for the value in the target
     */
    public record SourceRows(
            int source,
            long total,
            long copied,
            TableFingerprint print,
            @Nullable String keyName,
            List<String> stored,
            Map<String, String> lacking) {

        public SourceRows counted(long newTotal, long newCopied, TableFingerprint newPrint) {
            return new SourceRows(source, newTotal, newCopied, newPrint, keyName, stored, lacking);
        }
    }

    /**
     * The properties of a table that a command compares to detect changes.
     *
     * @param greatest the greatest value of the first key column as a text, or null if the table has no key
     * @param checksum the checksum of all rows, or null if the configuration does not request checksums
     * @param definition the checksum of the table's definition
     * @param lastWrite the time of the last write to the table, or null if the server does not report the time
     */
    public record TableFingerprint(
            long rows,
            @Nullable String greatest,
            @Nullable String checksum,
            String definition,
            @Nullable String lastWrite) {}

    public TablePlan counted(List<SourceRows> newRows, long newNextId) {
        return new TablePlan(
                name, tableClass, columns, key, walk, where, definition, averageRowBytes, newNextId, newRows);
    }

    public ColumnPlan column(String wanted) {
        return find(wanted)
                .orElseThrow(
                        () -> new IllegalArgumentException("table " + name + " has no column " + wanted + " to copy"));
    }

    /** Returns the auto-increment column, or empty if the table has no such column. */
    public Optional<ColumnPlan> counted() {
        return columns.stream()
                .filter(column -> column.column().autoIncrement())
                .findFirst();
    }

    /** Returns the copied column with a given name, or empty if no copied column has the name. */
    public Optional<ColumnPlan> find(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .findFirst();
    }

    public @Nullable SourceRows rowsOf(int source) {
        return rows.stream().filter(each -> each.source() == source).findFirst().orElse(null);
    }

    /** Returns the name of the ordering key in the target, or null if the table has no ordering key. */
    public @Nullable String keyName() {
        SourceRows main = rowsOf(1);
        return main == null ? null : main.keyName();
    }

    /** Returns true if the run copies rows of this table from a source. */
    public boolean copiedFrom(int source) {
        return rowsOf(source) != null
                && (tableClass == TableClass.UNION || (tableClass == TableClass.MAIN_ONLY && source == 1));
    }

    public long copied() {
        return rows.stream()
                .filter(each -> copiedFrom(each.source()))
                .mapToLong(SourceRows::copied)
                .sum();
    }
}
