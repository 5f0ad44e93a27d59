package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.ReferencePlan.Link;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.planning.Findings.Found;
import io.snowflakeid.merge.rows.KeepFirst;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Whether ids can be moved in all columns that hold them, to one meaning each; and which columns may hold some that stay. */
record MovedIdsCheck(Draft draft) {

    void look() throws SQLException {
        for (ReferencePlan reference : draft.plan.references()) {
            lookAtTypes(reference);
            lookForMainOnly(reference);
        }
        for (TablePlan table : draft.plan.tables()) {
            for (SourcePlan source : draft.plan.sourcesOf(table)) {
                for (ColumnPlan column : table.columns()) {
                    lookForAmbiguous(source, table, column);
                }
            }
        }
    }

    /** A text or a decimal number that refers to an id that moves would stay, and refer to another row. */
    private void lookAtTypes(ReferencePlan reference) {
        for (Link link : reference.links()) {
            Column child = draft.column(link.column());
            boolean moves = draft.domains(link.parent())
                    .anyMatch(domain -> domain.mode() != IdMode.STATIC && domain.mode() != IdMode.KEEP);
            if (moves && child.kind() != Column.Kind.INTEGER && child.generated() == null) {
                String what = "column " + child.name() + " is " + child.type()
                        + ", and only whole numbers are moved with the ids of " + link.parent();
                draft.findings.add(FindingCode.REFERENCE_TYPE, reference.name(), what);
            }
        }
    }

    /** Rows of other servers that keep the ids by which they refer to a table of which the target has the main server's rows alone. */
    private void lookForMainOnly(ReferencePlan reference) throws SQLException {
        TableConfig parent = draft.configOf(reference.parent());
        if (parent.tableClass() != TableClass.MAIN_ONLY || parent.ids() == IdPolicy.STATIC || !refersToIds(reference)) {
            return;
        }
        TablePlan table = draft.plan.table(reference.table());
        Map<String, Long> rows = new LinkedHashMap<>();
        for (SourcePlan source : draft.plan.sourcesOf(table)) {
            List<String> active = List.of(draft.survival().active(reference, source));
            rows.put(source.alias(), source.main() ? 0 : draft.count(source, draft.going(table, source, active)));
        }
        rows.values().removeIf(count -> count == 0);
        if (!rows.isEmpty()) {
            String what = "rows of " + String.join(" and ", rows.keySet()) + " keep the ids by which they refer to "
                    + reference.parent() + ", and mean the main server's rows in the target";
            long all = rows.values().stream().mapToLong(Long::longValue).sum();
            draft.findings.add(FindingCode.REFERENCE_MAIN_ONLY, reference.name(), what, Found.of(all));
        }
    }

    /** Values that are no ids, such as names, mean what they say. */
    private boolean refersToIds(ReferencePlan reference) {
        return reference.links().stream()
                .map(link -> draft.domains(link.parent()).map(IdDomain::mode).collect(Collectors.toSet()))
                .anyMatch(Set.of(IdMode.STATIC)::equals);
    }

    /**
     * Of a row that fulfils the conditions of two references, a value would be moved as the id of one of them, and lead to a wrong row by the
     * other. Of a reference of several columns, the others do not keep this one from being moved.
     */
    private void lookForAmbiguous(SourcePlan source, TablePlan table, ColumnPlan column) throws SQLException {
        List<ReferencePlan> references = draft.plan.referencesOf(table.name(), column.name());
        Map<Integer, List<String>> meanings = new TreeMap<>();
        for (ReferencePlan reference : references) {
            String active = draft.survival().active(reference, List.of(column.name()), source);
            meanings.computeIfAbsent(movedWith(reference, column), domain -> new ArrayList<>())
                    .add(active);
        }
        if (column.remaps().isEmpty() || meanings.size() < 2) {
            return;
        }
        String several = meanings.values().stream()
                .map(any -> "CASE WHEN " + String.join(" OR ", any) + " THEN 1 ELSE 0 END")
                .collect(Collectors.joining(" + ", "(", " > 1)"));
        String from = draft.going(table, source, List.of(several));
        Found rows = draft.find(source, table, List.of(column.name()), from);
        if (rows.count() > 0) {
            String what =
                    rows.count() + " rows fulfil the conditions of more than one reference of this column, and the id"
                            + " can be moved by one alone: " + Sql.join(", ", references, ReferencePlan::name);
            String subject = source.alias() + "." + table.name() + "." + column.name();
            draft.findings.add(FindingCode.REFERENCE_AMBIGUOUS, subject, what, rows);
        }
    }

    /** The number of the domain with which a reference moves a column; 0 if it stays. */
    private int movedWith(ReferencePlan reference, ColumnPlan column) {
        return reference.links().stream()
                .filter(link -> column.name().equalsIgnoreCase(link.column().column()))
                .flatMap(link -> draft.domains(link.parent()))
                .filter(domain -> domain.mode() != IdMode.STATIC)
                .mapToInt(IdDomain::number)
                .reduce(0, (conditional, last) -> last);
    }

    // --------------------------------------------------------------------------------------------- unsearched columns

    /** Lists the copied columns that a merge does not look into, so that ids in them stay as they are. */
    void listUnsearched() throws SQLException {
        List<String> lines = new ArrayList<>();
        for (TablePlan table : draft.plan.tables()) {
            List<Column> columns = table.columns().stream()
                    .filter(column -> mayHoldIds(column.column()) && !isKnown(table, column))
                    .map(ColumnPlan::column)
                    .toList();
            if (!columns.isEmpty()) {
                lines.addAll(counts(table, columns));
            }
        }
        if (!lines.isEmpty()) {
            String what = "a merge does not look into these columns and copies them as they are";
            draft.findings.add(FindingCode.NOT_SEARCHED, "*", what, Found.of(lines));
        }
    }

    private static boolean mayHoldIds(Column column) {
        String type = column.type().toLowerCase(Locale.ROOT);
        return type.startsWith("bigint")
                || (Set.of(Kind.TEXT, Kind.JSON, Kind.BINARY).contains(column.kind())
                        && !type.matches("(enum|set)\\b.*"));
    }

    /** Whether merge.yaml or the schema says what the values are. */
    private boolean isKnown(TablePlan table, ColumnPlan column) {
        return !column.remaps().isEmpty()
                || !column.follows().isEmpty()
                || !draft.plan.referencesOf(table.name(), column.name()).isEmpty()
                || KeepFirst.keyOf(draft.plan, table)
                        .filter(key -> key.columns().contains(column.name()))
                        .isPresent();
    }

    /** How many values each has, and how many bytes, those of numbers as texts. */
    private List<String> counts(TablePlan table, List<Column> columns) throws SQLException {
        String select = Sql.join(
                ", ",
                columns,
                column -> "COUNT(%1$s), SUM(OCTET_LENGTH(%1$s))".formatted(draft.dialect.quote(column.name())));
        long[] found = new long[2 * columns.size()];
        for (SourcePlan source : draft.plan.sourcesOf(table)) {
            long[] more = draft.numbers(source, "SELECT " + select + draft.rows(table, source, List.of()));
            Arrays.setAll(found, i -> found[i] + more[i]);
        }
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < found.length; i += 2) {
            Column column = columns.get(i / 2);
            String path = table.name() + "." + column.name() + "  " + column.type();
            if (found[i] > 0) {
                lines.add(String.format(Locale.ROOT, "%s  %,d values  %,d bytes", path, found[i], found[i + 1]));
            }
        }
        return lines;
    }
}
