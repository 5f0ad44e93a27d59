package io.snowflakeid.merge.planning;

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
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.merge.rows.KeepFirst;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Checks that the merge can change the ids in all references, and lists unchanged columns that may contain ids. */
record MovedIdsCheck(Draft draft) {

    void look() throws SQLException {
        for (ReferencePlan reference : draft.plan.references()) {
            reference.links().forEach(link -> lookAtType(reference, link));
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

    /** Reports references to changed ids from columns without integers, and from columns that the target computes from unchanged ids. */
    private void lookAtType(ReferencePlan reference, Link link) {
        Column child = draft.column(link.column());
        List<IdDomain> moved = draft.domains(link.parent())
                .filter(domain -> domain.mode() != IdMode.STATIC && domain.mode() != IdMode.KEEP)
                .toList();
        boolean computed = child.generated() != null;
        boolean stays = computed
                ? draft.bases(link.column()).flatMap(draft::domains).noneMatch(moved::contains)
                : child.kind() != Column.Kind.INTEGER;
        if (!moved.isEmpty() && stays) {
            String why = computed
                    ? "computed, and no column that it is computed from is"
                    : child.type() + ", and only whole numbers are";
            String what = "column " + child.name() + " is " + why + " moved with the ids of " + link.parent();
            draft.findings.add(FindingCode.REFERENCE_TYPE, reference.name(), what);
        }
    }

    /** Reports references to a main-only table from rows of other servers, because the target contains only the main server's rows of the table. */
    private void lookForMainOnly(ReferencePlan reference) throws SQLException {
        TableConfig parent = draft.configOf(reference.parent());
        if (parent.tableClass() != TableClass.MAIN_ONLY || parent.ids() == IdPolicy.STATIC || !refersToIds(reference)) {
            return;
        }
        TablePlan table = draft.plan.table(reference.table());
        List<String> aliases = new ArrayList<>();
        long rows = 0;
        for (SourcePlan source : draft.plan.sourcesOf(table)) {
            List<String> active = List.of(draft.retention().active(reference, source));
            long count = source.main() ? 0 : draft.count(source, draft.going(table, source, active));
            if (count > 0) {
                aliases.add(source.alias());
            }
            rows += count;
        }
        String what = "rows of " + String.join(" and ", aliases) + " keep the ids by which they refer to "
                + reference.parent() + ", and mean the main server's rows in the target";
        draft.findings.add(FindingCode.REFERENCE_MAIN_ONLY, reference.name(), what, Found.of(rows));
    }

    /** Returns true if a referenced column contains only static ids. */
    private boolean refersToIds(ReferencePlan reference) {
        return reference.links().stream()
                .map(link -> draft.domains(link.parent()).map(IdDomain::mode).collect(Collectors.toSet()))
                .anyMatch(Set.of(IdMode.STATIC)::equals);
    }

    private void lookForAmbiguous(SourcePlan source, TablePlan table, ColumnPlan column) throws SQLException {
        List<ReferencePlan> references = draft.plan.referencesOf(table.name(), column.name());
        Collection<List<String>> meanings = meanings(source, column, references);
        if (!column.remaps().isEmpty() && meanings.size() > 1) {
            String several = meanings.stream()
                    .map(any -> "CASE WHEN " + String.join(" OR ", any) + " THEN 1 ELSE 0 END")
                    .collect(Collectors.joining(" + ", "(", " > 1)"));
            String from = draft.going(table, source, List.of(several));
            Found rows = draft.find(source, table, List.of(column.name()), from);
            String what =
                    rows.count() + " rows fulfil the conditions of more than one reference of this column, and the id"
                            + " can be moved by one alone: " + Sql.join(", ", references, ReferencePlan::name);
            String subject = source.alias() + "." + table.name() + "." + column.name();
            draft.findings.add(FindingCode.REFERENCE_AMBIGUOUS, subject, what, rows);
        }
    }

    /** Returns the SQL conditions of a column's references, grouped by the domain of the ids. */
    private Collection<List<String>> meanings(SourcePlan source, ColumnPlan column, List<ReferencePlan> references) {
        return references.stream()
                .collect(Collectors.groupingBy(
                        reference -> movedWith(reference, column),
                        TreeMap::new,
                        Collectors.mapping(
                                reference -> draft.retention().active(reference, List.of(column.name()), source),
                                Collectors.toList())))
                .values();
    }

    /** Returns the number (from 1) of the id domain to which a referring column belongs, or 0 if the ids do not change. */
    private int movedWith(ReferencePlan reference, ColumnPlan column) {
        return reference.links().stream()
                .filter(link -> column.name().equalsIgnoreCase(link.column().column()))
                .flatMap(link -> draft.domains(link.parent()))
                .filter(domain -> domain.mode() != IdMode.STATIC)
                .mapToInt(IdDomain::number)
                .reduce(0, (conditional, last) -> last);
    }

    /** Reports the copied columns in which the merge does not search for ids. */
    void listUnsearched() throws SQLException {
        List<String> lines = new ArrayList<>();
        for (TablePlan table : draft.plan.tables()) {
            List<Column> columns = table.columns().stream()
                    .filter(column -> mayHoldIds(column.column()) && !isKnown(table, column))
                    .map(ColumnPlan::column)
                    .toList();
            lines.addAll(columns.isEmpty() ? List.of() : lines(table, columns));
        }
        String what = "a merge does not look into these columns and copies them as they are";
        draft.findings.add(FindingCode.NOT_SEARCHED, "*", what, Found.of(lines));
    }

    private static boolean mayHoldIds(Column column) {
        String type = column.type().toLowerCase(Locale.ROOT);
        return type.startsWith("bigint")
                || (Set.of(Kind.TEXT, Kind.JSON, Kind.BINARY).contains(column.kind())
                        && !type.matches("(enum|set)\\b.*"));
    }

    /** Returns true if merge.yaml or the schema defines the meaning of the column's values. */
    private boolean isKnown(TablePlan table, ColumnPlan column) {
        return !column.remaps().isEmpty()
                || !column.follows().isEmpty()
                || !draft.plan.referencesOf(table.name(), column.name()).isEmpty()
                || KeepFirst.keyOf(draft.plan, table)
                        .filter(key -> key.columns().contains(column.name()))
                        .isPresent();
    }

    /** Returns a line for each non-empty column, with the number of values and their total size in bytes. */
    private List<String> lines(TablePlan table, List<Column> columns) throws SQLException {
        String select = Sql.join(
                ", ",
                columns,
                column -> "COUNT(%1$s), SUM(OCTET_LENGTH(%1$s))".formatted(draft.dialect.quote(column.name())));
        long[] found = new long[2 * columns.size()];
        for (SourcePlan source : draft.plan.sourcesOf(table)) {
            long[] more = draft.numbers(source, "SELECT " + select + draft.rows(table, source, List.of()));
            Arrays.setAll(found, i -> found[i] + more[i]);
        }
        return IntStream.range(0, columns.size())
                .filter(i -> found[2 * i] > 0)
                .mapToObj(i -> table.name() + "." + columns.get(i).name() + "  "
                        + columns.get(i).type()
                        + String.format(Locale.ROOT, "  %,d values  %,d bytes", found[2 * i], found[2 * i + 1]))
                .toList();
    }
}
