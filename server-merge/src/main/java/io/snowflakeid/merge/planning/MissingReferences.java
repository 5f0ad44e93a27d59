package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.ColumnNames;
import io.snowflakeid.merge.config.ReferenceConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.merge.result.MergeProgress;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds columns that contain ids of another table without a declared reference. The search selects columns by name, and then compares their values
 * with the ids of the parent table. The merge does not change ids in columns without a declared reference, so these ids may be wrong in the target.
 */
final class MissingReferences {

    private final Draft draft;

    /** The first word that most table names have in common, or an empty text. */
    private final String prefix;

    /** The id column of each table. */
    private final List<ColumnName> ids;

    MissingReferences(Draft draft) {
        this.draft = draft;
        Collection<Table> tables = draft.main().tables().values();
        Map<String, Long> beginnings = tables.stream()
                .collect(Collectors.groupingBy(
                        table -> NameWords.ofTable(table.name()).first(), HashMap::new, Collectors.counting()));
        beginnings.values().removeIf(count -> count <= 3 || count * 4 <= tables.size() * 3L);
        prefix = String.join("", beginnings.keySet());
        ids = tables.stream()
                .flatMap(table -> idOf(table).stream().map(id -> new ColumnName(table.name(), id.name())))
                .toList();
    }

    /** Returns the primary key if the key is one integer column, or else the auto-increment column. */
    private static Optional<Column> idOf(Table table) {
        Stream<Column> key = table.keys().stream()
                .filter(each -> each.primary() && each.columns().size() == 1)
                .map(each -> table.column(each.columns().get(0)))
                .filter(MissingReferences::isWholeNumber);
        return Stream.concat(key, table.columns().stream().filter(Column::autoIncrement))
                .findFirst();
    }

    private static boolean isWholeNumber(Column column) {
        return column.kind() == Column.Kind.INTEGER && column.generated() == null;
    }

    /** Reports undeclared references in columns that are named after another table. The method skips tables whose id policy is static. */
    void look() throws SQLException {
        for (ColumnName column : columns()) {
            Long greatest = draft.column(column).maximum();
            // a TINYINT column such as houses.guild may contain a flag instead of an id
            int fewest = greatest == null || greatest > 255 ? 1 : 3 * draft.schemas.size();
            confirmed(column, byTable(column)).stream()
                    .filter(contained -> contained.values() >= fewest)
                    .findFirst()
                    .filter(contained ->
                            draft.configOf(contained.parent().table()).ids() != IdPolicy.STATIC)
                    .ifPresent(this::report);
        }
    }

    private void report(Contained contained) {
        ColumnName parent = contained.parent();
        String what = contained + " are ids of " + parent
                + ", after which it is named, but no line of references says so: " + contained.line();
        String subject = contained.column() + " -> " + parent;
        draft.findings.add(FindingCode.REFERENCE_MISSING, subject, what, Found.of(contained.values()));
    }

    /** Returns lines of {@code merge.yaml} that declare the missing references, sorted by column. */
    List<String> suggest(MergeProgress.Listener progress) throws SQLException {
        Map<String, String> lines = new TreeMap<>();
        List<ColumnName> columns = columns();
        for (ColumnName column : columns) {
            progress.progressed(new MergeProgress("look at columns", columns.indexOf(column), columns.size()));
            List<Contained> fitting = confirmed(column, byTable(column));
            fitting = fitting.isEmpty() ? confirmed(column, byKey(column)) : fitting;
            fitting = fitting.isEmpty() ? confirmed(column, bySameName(column)) : fitting;
            if (!fitting.isEmpty()) {
                lines.put(column.toString(), line(fitting));
            }
        }
        return List.copyOf(lines.values());
    }

    private static String line(List<Contained> fitting) {
        Contained first = fitting.get(0);
        return "  " + first.line() + "   # " + first
                + Sql.join("", fitting.subList(1, fitting.size()), each -> ", or to " + each.parent());
    }

    /** Returns the integer columns of {@code union} tables that have no declared reference. */
    private List<ColumnName> columns() {
        return draft.main().tables().values().stream()
                .filter(table -> draft.configOf(table.name()).tableClass() == TableClass.UNION)
                .flatMap(table -> table.columns().stream()
                        .filter(column -> isWholeNumber(column) && !column.autoIncrement())
                        .map(column -> new ColumnName(table.name(), column.name())))
                .filter(column -> !known(column) && !ownId(column))
                .toList();
    }

    private boolean known(ColumnName column) {
        return !draft.plan.referencesOf(column.table(), column.column()).isEmpty();
    }

    /** Returns true if a column contains the ids of its own table, such as {@code guild.guild_id} or {@code id}. */
    private boolean ownId(ColumnName column) {
        return ids.contains(column)
                && (column.column().equalsIgnoreCase("id")
                        || NameWords.ofColumn(column.column()).carries(tableName(column)));
    }

    private NameWords tableName(ColumnName column) {
        return NameWords.ofTable(column.table()).without(prefix);
    }

    /** Finds tables whose name is the end of the column's name, and returns their id columns. */
    private List<ColumnName> byTable(ColumnName column) {
        NameWords name = NameWords.ofColumn(column.column());
        return ids.stream()
                .filter(parent -> !name.counts() && !parent.equals(column) && name.carries(tableName(parent)))
                .sorted(Comparator.comparing(
                        parent -> -tableName(parent).whole().length()))
                .toList();
    }

    /**
     * Returns the id columns whose name equals the column's name or a suffix of the column's name. Id columns that are references are at the end
     * of the returned list. Id columns of tables with the same first word ({@code avatars}, {@code avatar_inventory}) precede other id columns.
     */
    private List<ColumnName> byKey(ColumnName column) {
        NameWords name = NameWords.ofColumn(column.column());
        String first = tableName(column).first();
        return ids.stream()
                .filter(parent -> !name.counts()
                        && !parent.equals(column)
                        && !(name.words().isEmpty() && ids.contains(column))
                        && (parent.column().equalsIgnoreCase(column.column())
                                || name.carries(NameWords.ofColumn(parent.column()))))
                .sorted(Comparator.comparing((ColumnName parent) ->
                                known(parent) || (!byTable(parent).isEmpty() && !ownId(parent)))
                        .thenComparing(parent -> !first.equals(tableName(parent).first())))
                .toList();
    }

    private List<ColumnName> bySameName(ColumnName column) {
        return draft.plan.references().stream()
                .filter(reference -> reference.columns().size() == 1
                        && reference.has(column.column())
                        && !NameWords.ofColumn(column.column()).words().isEmpty())
                .map(reference -> reference.links().get(0).parent())
                .filter(parent -> !parent.equals(column) && isWholeNumber(draft.column(parent)))
                .distinct()
                .toList();
    }

    /** The number of distinct values in a column, and the number of these values that are ids of the parent table. */
    private record Contained(ColumnName column, ColumnName parent, long values, long ids, List<Long> none) {

        String line() {
            ColumnNames from = new ColumnNames(column.table(), List.of(column.column()));
            ColumnNames to = new ColumnNames(parent.table(), List.of(parent.column()));
            return ReferenceConfig.line(from, to, none);
        }

        @Override
        public String toString() {
            return ids + " of " + values + " different values";
        }
    }

    /** Returns the tables whose ids include at least 90 % of the column's different values. */
    private List<Contained> confirmed(ColumnName column, List<ColumnName> parents) throws SQLException {
        List<Contained> confirmed = new ArrayList<>();
        for (ColumnName parent : parents) {
            Contained contained = count(column, parent);
            if (contained.values() > 0 && contained.ids() * 10 >= contained.values() * 9) {
                confirmed.add(contained);
            }
        }
        return confirmed;
    }

    private Contained count(ColumnName column, ColumnName parent) throws SQLException {
        List<Long> none = none(parent);
        String isNone = "v IN (" + Sql.join(", ", none, String::valueOf) + ")";
        String present = Sql.join("", none, value -> ", MAX(CASE WHEN v = " + value + " THEN 1 - known ELSE 0 END)");
        String values = draft.plan.sources().stream()
                .filter(source -> has(source, column) && has(source, parent))
                .map(source -> values(column, parent, source))
                .collect(Collectors.joining(" UNION ALL "));
        long[] counts = draft.numbers(draft.plan.source(1), """
                SELECT SUM(CASE WHEN %1$s THEN 0 ELSE 1 END), SUM(CASE WHEN %1$s THEN 0 ELSE known END)%2$s FROM (%3$s) u
                """.formatted(isNone, present, values));
        List<Long> there = none.stream()
                .filter(value -> counts[none.indexOf(value) + 2] > 0)
                .toList();
        return new Contained(column, parent, counts[0], counts[1], there);
    }

    /** Returns the values that may mean "no reference" to a table, such as 0 and -1. */
    private List<Long> none(ColumnName parent) {
        Stream<Long> listed = draft.plan.references().stream()
                .filter(reference -> reference.parent().equals(parent.table()))
                .flatMap(reference -> reference.none().stream());
        return Stream.concat(Stream.of(0L, -1L), listed).distinct().sorted().toList();
    }

    private boolean has(SourcePlan source, ColumnName column) {
        return draft.table(source, column.table()).stream().anyMatch(table -> table.hasAll(List.of(column.column())));
    }

    private String values(ColumnName column, ColumnName parent, SourcePlan source) {
        return """
                SELECT d.v AS v, CASE WHEN EXISTS (SELECT 1 FROM %1$s p WHERE p.%2$s = d.v) THEN 1 ELSE 0 END AS known
                FROM (SELECT DISTINCT c.%4$s AS v FROM %3$s c WHERE c.%4$s IS NOT NULL) d
                """.formatted(
                        draft.dialect.table(source.database(), parent.table()),
                        draft.dialect.quote(parent.column()),
                        draft.dialect.table(source.database(), column.table()),
                        draft.dialect.quote(column.column()));
    }
}
