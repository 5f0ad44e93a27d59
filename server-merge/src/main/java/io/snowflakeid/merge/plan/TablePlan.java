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
 * @param key the columns of the key that orders the rows, or an empty list without a key
 * @param walk the leading columns of the key that can divide the table into spans, or an empty list
 * @param where the operator's condition for copied rows, or null without a condition
 * @param averageRowBytes an estimate of the average row size in bytes, or 0 if unknown
 * @param nextId the smallest next value for the table's counter, or 0 without a counter
 * @param rows the counts and definitions of the table on each source that has the table
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

    /** A rule that treats a column's values, except {@code none}, as ids of a domain if the row fulfils the condition {@code when}. */
    public record Remap(int domain, @Nullable String when, List<Long> none) {}

    /** A rule that renames a column's values by a {@link UniquePlan} if the row fulfils the condition {@code when}. */
    public record Follow(int rule, @Nullable String when) {}

    /**
     * The counts and definitions of a table on one source.
     *
     * @param copied the number of rows that are copied into the target
     * @param keyName the source's name for the key that orders the table's rows, or null if the source has no key on the ordering columns
     * @param stored the columns of the source if the source lacks some copied columns, otherwise empty
     * @param lacking the columns that the source lacks, each with the SQL value for the source's rows
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
     * The values by which a command detects a change of a table.
     *
     * @param greatest the greatest value of the key's first column as a text, or null without a key
     * @param checksum the checksum of all rows, or null if the configuration does not request checksums
     * @param definition the checksum of the table's definition
     * @param lastWrite the time of the last write, or null if the server does not report the time
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

    /** Returns the column whose ids the server generates with a counter, or empty without a counter. */
    public Optional<ColumnPlan> counted() {
        return columns.stream()
                .filter(column -> column.column().autoIncrement())
                .findFirst();
    }

    /** Returns the copied column with a given name, or empty for a generated or missing column. */
    public Optional<ColumnPlan> find(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .findFirst();
    }

    public @Nullable SourceRows rowsOf(int source) {
        return rows.stream().filter(each -> each.source() == source).findFirst().orElse(null);
    }

    /** Returns the name of the ordering key on the main server and in the target, or null without an ordering key. */
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
