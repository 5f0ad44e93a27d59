package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Schema;
import io.snowflakeid.merge.catalog.SqlText;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The differences between the tables of a source and those of the main server, whose definitions become the target's.
 *
 * <p>An error means that the target may cut, change, lose or reject a value; a warning, that the rows are merged right, or that the
 * server rejects them. The order of columns and the names of keys and constraints are not compared, since no row depends on them.
 */
final class SchemaDifferences {

    private static final int SHOWN = 200;

    private final String main;
    private final String other;
    private final BiFunction<Table, Column, @Nullable String> whyNoValue;
    private final List<Finding> findings = new ArrayList<>();

    /**
     * Between the databases of two aliases.
     *
     * @param whyNoValue why rows of a source that lacks a column of the main server get no value there; null if they get its default
     */
    SchemaDifferences(String main, String other, BiFunction<Table, Column, @Nullable String> whyNoValue) {
        this.main = main;
        this.other = other;
        this.whyNoValue = whyNoValue;
    }

    /** Compares all sources; differences of tables whose rows are not copied do not matter. */
    static void look(Draft draft) {
        List<Map<String, Table>> copied = new ArrayList<>();
        for (Schema schema : draft.schemas) {
            Map<String, Table> tables = new TreeMap<>(schema.tables());
            tables.keySet().removeIf(name -> draft.configOf(name).tableClass() != TableClass.UNION);
            copied.add(tables);
        }
        for (int i = 1; i < copied.size(); i++) {
            List<SourcePlan> sources = draft.plan.sources();
            new SchemaDifferences(sources.get(0).alias(), sources.get(i).alias(), new Tables(draft)::whyNoValue)
                    .between(copied.get(0), copied.get(i))
                    .forEach(draft.findings::add);
        }
    }

    /** What is compared: one thing of a table. The path begins with the table; {@code what}, the message. */
    private record Part(
            FindingCode code,
            String path,
            String what,
            boolean restricts,
            @Nullable String value) {

        Part(FindingCode code, String path, String what, @Nullable String value) {
            this(code, path, what, false, value);
        }
    }

    /** Findings about the other server's tables, whose subjects begin with its alias; none if they are like the main server's. */
    List<Finding> between(Map<String, Table> mine, Map<String, Table> theirs) {
        match(
                mine,
                theirs,
                this::compare,
                table -> missing(
                        Severity.WARNING,
                        new Part(FindingCode.SCHEMA_TABLE_MISSING, table.name(), "table " + table.name(), null),
                        ", which adds no rows to it; check that the table was not dropped or renamed there"),
                table -> extra(
                        Severity.ERROR,
                        new Part(FindingCode.SCHEMA_TABLE_EXTRA, table.name(), "table " + table.name(), null),
                        ", so its rows have no place in the target; create it in " + main
                                + ", or accept that they are left out"));
        return List.copyOf(findings);
    }

    /** What has the same name on both sides is compared. */
    private static <T> void match(
            Map<String, T> mine, Map<String, T> theirs, BiConsumer<T, T> both, Consumer<T> missing, Consumer<T> extra) {
        mine.forEach((name, one) -> {
            T there = theirs.get(name);
            if (there == null) {
                missing.accept(one);
            } else {
                both.accept(one, there);
            }
        });
        theirs.entrySet().stream()
                .filter(there -> !mine.containsKey(there.getKey()))
                .forEach(there -> extra.accept(there.getValue()));
    }

    private void compare(Table table, Table there) {
        match(
                columns(table),
                columns(there),
                (column, another) -> compare(table, column, another),
                column -> missing(table, column),
                column -> extra(table, column));
        match(
                parts(table, there),
                parts(there, table),
                (part, another) -> compare(part, another.value(), null),
                this::missing,
                part -> extra(Severity.WARNING, part, "; the target does not get it"));
    }

    // ------------------------------------------------------------------------------------------------------ columns

    private static Map<String, Column> columns(Table table) {
        Map<String, Column> columns = new LinkedHashMap<>();
        table.columns().forEach(column -> columns.put(folded(column.name()), column));
        return columns;
    }

    private static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private void missing(Table table, Column column) {
        String path = table.name() + "." + column.name();
        Part part = new Part(FindingCode.SCHEMA_COLUMN_MISSING, path, "column " + column.name(), null);
        String why = whyNoValue.apply(table, column);
        if (why == null) {
            missing(Severity.WARNING, part, "; its rows get the default " + shown(column.defaultValue(), "NULL"));
        } else {
            missing(Severity.ERROR, part, ": it " + why + "; add it there, with the values that its rows shall have");
        }
    }

    private void extra(Table table, Column column) {
        String path = table.name() + "." + column.name();
        Part part = new Part(FindingCode.SCHEMA_COLUMN_EXTRA, path, "column " + column.name(), null);
        if (column.generated() == null) {
            String nextStep =
                    ", so its values have no place in the target; add it in " + main + ", or accept that they are lost";
            extra(Severity.ERROR, part, nextStep);
        } else {
            extra(Severity.WARNING, part, "; it is computed, and the target does without it");
        }
    }

    private void compare(Table table, Column column, Column there) {
        String path = table.name() + "." + column.name();
        String change = "; change the column in " + main + " (accept does not let this pass)";
        compare(
                new Part(FindingCode.SCHEMA_COLUMN_TYPE, path, "the type", column.type()),
                there.type(),
                TypeWidth.holdsAll(column, there) ? null : "values may be cut, rounded or rejected" + change);
        compare(
                new Part(FindingCode.SCHEMA_COLUMN_CHARSET, path, "the character set", column.charset()),
                there.charset(),
                TypeWidth.holdsAllCharacters(column, there) ? null : "characters may be lost, or texts cut" + change);
        boolean unique = table.keys().stream()
                .anyMatch(key -> key.unique() && key.columns().stream().anyMatch(column.name()::equalsIgnoreCase));
        compare(
                new Part(FindingCode.SCHEMA_COLUMN_COLLATION, path, "the collation", column.collation()),
                compareAlike(column, there) ? column.collation() : there.collation(),
                unique ? "different texts of a unique key may become equal; make the collations the same" : null);
        compare(
                new Part(FindingCode.SCHEMA_COLUMN_NULLABLE, path, "NULL", column.nullable() ? "allowed" : "forbidden"),
                there.nullable() ? "allowed" : "forbidden",
                column.nullable() ? null : "a row with NULL would be rejected; make the columns the same");
        compare(
                new Part(FindingCode.SCHEMA_COLUMN_GENERATED, path, "the expression of the column", column.generated()),
                there.generated(),
                column.generated() == null ? null : "the target computes other values; make the columns the same");
        compare(
                new Part(FindingCode.SCHEMA_COLUMN_DEFAULT, path, "the default", defaultOf(column)),
                defaultOf(there),
                null);
    }

    /** A collation of utf8mb3 compares as that of utf8mb4 does. */
    private static boolean compareAlike(Column column, Column there) {
        String one = String.valueOf(column.collation()).replaceFirst("^utf8mb3_", "utf8mb4_");
        return one.equals(String.valueOf(there.collation()).replaceFirst("^utf8mb3_", "utf8mb4_"));
    }

    private static @Nullable String defaultOf(Column column) {
        return column.autoIncrement() ? "AUTO_INCREMENT" : column.defaultValue();
    }

    // --------------------------------------------------------------------------------------------- keys, constraints

    /**
     * By what they are, not by their names: a key on a prefix or an expression by its clause. One restricts the other table's rows if
     * that has its columns; otherwise the missing columns are reported.
     */
    private static Map<String, Part> parts(Table table, Table against) {
        Map<String, Part> parts = new LinkedHashMap<>();
        table.keys().forEach(key -> {
            String kind = key.primary() ? "the primary key" : key.unique() ? "the unique key" : "the key";
            String what = kind + " on " + (key.columns().isEmpty() ? "an expression" : names(key.columns()));
            String clause = key.plain() ? "" : table.clauseOf(key).replace(SqlText.quoted(key.name()), "");
            boolean restricts = key.unique() && against.hasAll(key.columns());
            String path = table.name() + "." + key.name();
            parts.put(folded(what) + clause, new Part(FindingCode.SCHEMA_KEY, path, what, restricts, null));
        });
        table.foreignKeys().forEach(key -> {
            String parent = key.parentTable() + "." + names(key.parentColumns());
            String what = "the foreign key " + names(key.columns()) + " -> " + parent;
            boolean restricts = against.hasAll(key.columns());
            String path = table.name() + "." + key.name();
            parts.put(folded(what), new Part(FindingCode.SCHEMA_FOREIGN_KEY, path, what, restricts, key.rules()));
        });
        table.checks().forEach(check -> {
            String what = "CHECK " + check;
            parts.put(what, new Part(FindingCode.SCHEMA_CHECK, table.name(), what, null));
        });
        String what = "the partitioning";
        parts.put(what, new Part(FindingCode.SCHEMA_PARTITIONS, table.name(), what, table.partitioning()));
        return parts;
    }

    private static String names(List<String> columns) {
        return String.join(", ", columns);
    }

    // ----------------------------------------------------------------------------------------------------- findings

    /** Unless the values are equal. What may happen to rows, with the next step, makes it an error. */
    private void compare(Part part, @Nullable String theirs, @Nullable String harm) {
        if (!Objects.equals(part.value(), theirs)) {
            String values = " is " + shown(part.value(), "none") + " in " + main + ", and " + shown(theirs, "none")
                    + " in " + other;
            String nextStep = harm == null ? "; the target gets that of " + main : ": " + harm;
            add(harm == null ? Severity.WARNING : Severity.ERROR, part, values + nextStep);
        }
    }

    private static String shown(@Nullable String value, String otherwise) {
        String shown = value == null ? otherwise : value.isEmpty() ? "''" : value;
        return shown.length() <= SHOWN ? shown : shown.substring(0, SHOWN) + "...";
    }

    private void missing(Part part) {
        String add = ": rows that break it would be rejected; add it in " + other + ", or accept this if no row does";
        missing(
                part.restricts() ? Severity.ERROR : Severity.WARNING,
                part,
                part.restricts() ? add : "; the target gets it");
    }

    private void missing(Severity severity, Part part, String nextStep) {
        add(severity, part, " is in " + main + " and not in " + other + nextStep);
    }

    private void extra(Severity severity, Part part, String nextStep) {
        add(severity, part, " is in " + other + " and not in " + main + nextStep);
    }

    private void add(Severity severity, Part part, String difference) {
        String message = (part.what() + difference).replaceAll("\\s+", " ");
        findings.add(new Finding(severity, part.code(), other + "." + part.path(), message, null, List.of()));
    }
}
