package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a table is merged.
 *
 * @param name the table's name on the main server
 * @param columns the copied columns, in the main server's order; the server computes generated columns
 * @param key the columns that order the rows; empty without a key
 * @param walk the leading columns of the key by which chunks are cut; empty without such columns
 * @param where the condition on the rows, or null for all rows
 * @param averageRowBytes an estimate of a row's size, 0 if unknown
 * @param nextId the least value of the table's counter, 0 without a counter
 * @param rows the rows of each source that has the table
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
     * A copied column.
     *
     * @param column the column's definition on the main server
     * @param storedAlike whether all sources have the column, in the same type and character set
     * @param collationsDiffer whether sources compare the column's texts differently
     * @param charsetsDiffer whether sources store the texts in different character sets, and thus compare them differently too
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

    /** The column holds ids of the domain with this number, if the condition holds and the value does not mean "no reference". */
    public record Remap(int domain, @Nullable String when, List<Long> none) {}

    /** The column holds names that the {@link UniquePlan} with this number changes, if the condition holds. */
    public record Follow(int rule, @Nullable String when) {}

    /**
     * The rows of a source's table.
     *
     * @param copied rows that fulfil all conditions
     * @param keyName the source's name of the key that orders the table's rows, or null if the source has no key of these columns
     * @param stored the source's columns, if it lacks some copied columns; otherwise empty
     * @param lacking the columns that the source lacks, each with the value that its rows get, in SQL
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
     * The values by which a command notices a change of a table.
     *
     * @param greatest the greatest key as text, or null without a key
     * @param checksum the checksum of all rows, or null if it was not requested
     * @param definition a checksum of the table's definition
     * @param lastWrite the time of the last write as the server reports it, or null
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

    /** The column whose ids the server counts, if there is one. */
    public Optional<ColumnPlan> counted() {
        return columns.stream()
                .filter(column -> column.column().autoIncrement())
                .findFirst();
    }

    /** The copied column with this name; generated columns are not copied. */
    public Optional<ColumnPlan> find(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .findFirst();
    }

    public @Nullable SourceRows rowsOf(int source) {
        return rows.stream().filter(each -> each.source() == source).findFirst().orElse(null);
    }

    /** The name of the ordering key on the main server, and thus in the target; null without such a key. */
    public @Nullable String keyName() {
        SourceRows main = rowsOf(1);
        return main == null ? null : main.keyName();
    }

    /** Whether the rows of a source's table are copied. */
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
