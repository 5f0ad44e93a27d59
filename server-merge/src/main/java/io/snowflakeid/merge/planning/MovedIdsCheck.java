package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.TableConfig;
import io.snowflakeid.merge.config.TableConfig.IdPolicy;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.ReferencePlan.Link;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.planning.Draft.Found;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.RowSelect;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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
                    Place place = new Place(source, table, column);
                    for (Remap remap : column.remaps()) {
                        lookForUnknown(place, remap);
                    }
                    lookForAmbiguous(place);
                }
            }
        }
    }

    /** A source's column, whose rows are {@code s}. */
    private record Place(SourcePlan source, TablePlan table, ColumnPlan column) {

        boolean is(ColumnName name) {
            return table.name().equals(name.table()) && column.name().equalsIgnoreCase(name.column());
        }
    }

    /** Whose ids are in a column that others refer to. */
    private Stream<IdDomain> domains(ColumnName column) {
        return draft.plan.table(column.table()).find(column.column()).stream()
                .flatMap(each -> each.remaps().stream())
                .map(remap -> draft.plan.domain(remap.domain()));
    }

    /** A text or a decimal number that refers to an id that moves would stay, and refer to another row. */
    private void lookAtTypes(ReferencePlan reference) {
        for (Link link : reference.links()) {
            Column child = draft.column(link.column());
            if (child.kind() != Column.Kind.INTEGER
                    && child.generated() == null
                    && domains(link.parent())
                            .anyMatch(domain -> domain.mode() != IdMode.STATIC && domain.mode() != IdMode.KEEP)) {
                draft.findings.error(
                        FindingCode.REFERENCE_TYPE,
                        reference.name(),
                        "column " + child.name() + " is " + child.type()
                                + ", and only whole numbers are moved with the ids of " + link.parent()
                                + ": change its type on all sources");
            }
        }
    }

    /** Rows of other servers that keep the ids by which they refer to a table of which the target has the main server's rows alone. */
    private void lookForMainOnly(ReferencePlan reference) throws SQLException {
        // values that are no ids, such as names, mean what they say
        boolean idsStay = reference.links().stream()
                .map(link -> domains(link.parent()).map(IdDomain::mode).collect(Collectors.toSet()))
                .anyMatch(Set.of(IdMode.STATIC)::equals);
        TableConfig parent = draft.configOf(reference.parent());
        if (!idsStay || parent.tableClass() != TableClass.MAIN_ONLY || parent.ids() == IdPolicy.STATIC) {
            return;
        }
        TablePlan table = draft.plan.table(reference.table());
        List<String> aliases = new ArrayList<>();
        long rows = 0;
        for (SourcePlan source : draft.plan.sourcesOf(table)) {
            if (!source.main()) {
                List<String> active = List.of(draft.survival().active(reference, source));
                long count = draft.count(source, draft.going(table, source, active));
                rows += count;
                aliases.addAll(count > 0 ? List.of(source.alias()) : List.of());
            }
        }
        if (rows > 0) {
            draft.findings.error(
                    FindingCode.REFERENCE_MAIN_ONLY,
                    reference.name(),
                    "rows of " + String.join(" and ", aliases) + " keep the ids by which they refer to "
                            + reference.parent()
                            + ", and mean the main server's rows in the target: where an id means the same on all servers,"
                            + " write ids: static for that table; else give it another class; or accept this, and verify names"
                            + " it as not proved",
                    rows,
                    List.of());
        }
    }

    /** A fresh id can be had only for what is in the table that the ids are of; without one, it may mean another source's row. */
    private void lookForUnknown(Place place, Remap remap) throws SQLException {
        IdDomain domain = draft.plan.domain(remap.domain());
        boolean cleared = draft
                .plan
                .referencesOf(place.table().name(), place.column().name())
                .stream()
                .anyMatch(reference ->
                        reference.orphans() == Orphans.CLEAR && Objects.equals(reference.when(), remap.when()));
        boolean fresh = domain.sources().stream().anyMatch(ids -> ids.freshFrom() != 0);
        if (!fresh || cleared || domain.roots().stream().anyMatch(place::is)) {
            return;
        }
        String value = "s." + draft.dialect.quote(place.column().name());
        List<String> conditions = new ArrayList<>(
                List.of(value + " IS NOT NULL", draft.survival().applies(remap, place.source(), value)));
        domain.roots().stream()
                .filter(root -> draft.table(place.source(), root.table()).isPresent())
                .map(root -> "NOT EXISTS (SELECT 1 FROM "
                        + RowSelect.rowsOf(draft.dialect, draft.plan.table(root.table()), place.source(), "r")
                        + " WHERE r." + draft.dialect.quote(root.column()) + " = " + value + ")")
                .forEach(conditions::add);
        report(
                FindingCode.ID_UNKNOWN,
                place,
                conditions,
                "values are no id of " + domain.name()
                        + ", so there is no fresh one for them: correct the source, let orphans be dropped or cleared, or"
                        + " set ids of that table to offset");
    }

    /**
     * Of a row that fulfils the conditions of two references, a value would be moved as the id of one of them, and lead to a wrong row by the
     * other. Of a reference of several columns, the others do not keep this one from being moved.
     */
    private void lookForAmbiguous(Place place) throws SQLException {
        Map<Integer, List<String>> meanings = new TreeMap<>();
        List<String> names = new ArrayList<>();
        for (ReferencePlan reference : draft.plan.referencesOf(place.table().name())) {
            for (Link link : reference.links()) {
                if (place.is(link.column())) {
                    int moving = domains(link.parent())
                            .filter(domain -> domain.mode() != IdMode.STATIC)
                            .mapToInt(IdDomain::number)
                            .reduce(0, (conditional, last) -> last);
                    List<String> column = List.of(place.column().name());
                    meanings.computeIfAbsent(moving, domain -> new ArrayList<>())
                            .add(draft.survival().active(reference, column, place.source()));
                    names.add(reference.name());
                }
            }
        }
        if (!place.column().remaps().isEmpty() && meanings.size() > 1) {
            String several = meanings.values().stream()
                    .map(any -> "CASE WHEN " + String.join(" OR ", any) + " THEN 1 ELSE 0 END")
                    .collect(Collectors.joining(" + ", "(", " > 1)"));
            report(
                    FindingCode.REFERENCE_AMBIGUOUS,
                    place,
                    List.of(several),
                    "rows fulfil the conditions of more than one reference of this column, and the id can be moved by one alone: "
                            + String.join(", ", names) + "; write conditions that exclude each other");
        }
    }

    private void report(FindingCode code, Place place, List<String> conditions, String message) throws SQLException {
        TablePlan table = place.table();
        String column = place.column().name();
        String from = draft.going(table, place.source(), conditions);
        Found rows = draft.find(place.source(), table, List.of(column), from);
        if (rows.count() > 0) {
            String subject = place.source().alias() + "." + table.name() + "." + column;
            draft.findings.error(code, subject, rows.count() + " " + message, rows.count(), rows.samples());
        }
    }

    // --------------------------------------------------------------------------------------------- unsearched columns

    /** Lists the copied columns that a merge does not look into, so that ids in them stay as they are. */
    void listUnsearched() throws SQLException {
        List<String> lines = new ArrayList<>();
        for (TablePlan table : draft.plan.tables()) {
            List<ColumnPlan> columns = table.columns().stream()
                    .filter(column -> mayHoldIds(column.column()) && !isKnown(table, column))
                    .toList();
            if (!columns.isEmpty()) {
                lines.addAll(counts(table, columns));
            }
        }
        if (!lines.isEmpty()) {
            draft.findings.warning(
                    FindingCode.NOT_SEARCHED,
                    "*",
                    "a merge does not look into these columns and copies them as they are: if ids stand in one, correct it by"
                            + " SQL of your own after verify, with the view snowflake_merge_ids, or give its table the class"
                            + " main-only or skip",
                    lines.size(),
                    lines);
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
    private List<String> counts(TablePlan table, List<ColumnPlan> columns) throws SQLException {
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
                .mapToObj(i -> {
                    Column column = columns.get(i).column();
                    String path = table.name() + "." + column.name() + "  " + column.type();
                    return String.format(
                            Locale.ROOT, "%s  %,d values  %,d bytes", path, found[2 * i], found[2 * i + 1]);
                })
                .toList();
    }
}
