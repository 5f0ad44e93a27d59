package io.snowflakeid.merge.plan;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a table.
 *
 * @param name as the main server spells it
 * @param columns those that are copied, in the main server's order; generated ones compute themselves
 * @param key the columns that order its rows; empty without a key
 * @param walk the leading columns of the key by which chunks are cut; empty where there are none
 * @param where which rows, or null for all
 * @param averageRowBytes an estimate, 0 where unknown
 * @param nextId what its counter must not fall below, 0 without one
 * @param rows what each source has of it; a source without the table is not listed
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
     * A column that is copied.
     *
     * @param column as the main server has it
     * @param storedAlike whether all sources have it, in the same type and character set
     * @param collationsDiffer whether sources compare its texts differently
     * @param charsetsDiffer whether sources have its texts in different character sets, so that they compare them differently too
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

    /** The column holds ids of the domain of that number, if the condition holds and the value does not stand for none. */
    public record Remap(int domain, @Nullable String when, List<Long> none) {}

    /** The column holds names that the {@link UniquePlan} of that number changes, if the condition holds. */
    public record Follow(int rule, @Nullable String when) {}

    /**
     * What a source has of a table.
     *
     * @param copied rows that fulfil all conditions
     * @param print by which a later change of the source is noticed
     * @param keyName what the source calls the key that orders the table's rows, or null if it has none of these columns
     * @param stored its columns, if it lacks some that are copied; else empty
     * @param lacking columns that it lacks, each with the value that its rows get there, in SQL
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
     * By which a change of a table is noticed.
     *
     * @param greatest the greatest key as text, or null without one
     * @param checksum of all rows, or null where not asked for
     * @param definition a checksum of its definition
     * @param lastWrite as the server has it, or null
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

    /** The same, if there is one; those that compute themselves are not copied. */
    public Optional<ColumnPlan> find(String wanted) {
        return columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .findFirst();
    }

    /** What a source has of it, or null. */
    public @Nullable SourceRows rowsOf(int source) {
        return rows.stream().filter(each -> each.source() == source).findFirst().orElse(null);
    }

    /** What the main server, and so the target, calls the key that orders its rows; null without one. */
    public @Nullable String keyName() {
        SourceRows main = rowsOf(1);
        return main == null ? null : main.keyName();
    }

    /** Whether a source has such a table, and its rows go into the target one by one. */
    public boolean copiedFrom(int source) {
        return rowsOf(source) != null
                && (tableClass == TableClass.UNION || (tableClass == TableClass.MAIN_ONLY && source == 1));
    }

    /** How many rows the target gets from all sources. */
    public long copied() {
        return rows.stream()
                .filter(each -> copiedFrom(each.source()))
                .mapToLong(SourceRows::copied)
                .sum();
    }
}
