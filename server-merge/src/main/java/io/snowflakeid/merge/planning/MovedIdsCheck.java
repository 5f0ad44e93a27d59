package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Column.Kind;
import io.snowflakeid.merge.catalog.Sql;
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
import io.snowflakeid.merge.planning.Draft.Found;
import io.snowflakeid.merge.rows.KeepFirst;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
                    lookForAmbiguous(new Place(source, table, column));
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

    /** A text or a decimal number that refers to an id that moves would stay, and refer to another row. */
    private void lookAtTypes(ReferencePlan reference) {
        for (Link link : reference.links()) {
            Column child = draft.column(link.column());
            if (child.kind() != Column.Kind.INTEGER
                    && child.generated() == null
                    && draft.domains(link.parent())
                            .anyMatch(domain -> domain.mode() != IdMode.STATIC && domain.mode() != IdMode.KEEP)) {
                draft.findings.add(
                        FindingCode.REFERENCE_TYPE,
                        reference.name(),
                        "column " + child.name() + " is " + child.type()
                                + ", and only whole numbers are moved with the ids of " + link.parent());
            }
        }
    }

    /** Rows of other servers that keep the ids by which they refer to a table of which the target has the main server's rows alone. */
    private void lookForMainOnly(ReferencePlan reference) throws SQLException {
        // values that are no ids, such as names, mean what they say
        boolean idsStay = reference.links().stream()
                .map(link -> draft.domains(link.parent()).map(IdDomain::mode).collect(Collectors.toSet()))
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
            draft.findings.add(
                    FindingCode.REFERENCE_MAIN_ONLY,
                    reference.name(),
                    "rows of " + String.join(" and ", aliases) + " keep the ids by which they refer to "
                            + reference.parent() + ", and mean the main server's rows in the target",
                    rows,
                    List.of());
        }
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
                    int moving = draft.domains(link.parent())
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
            String from = draft.going(place.table(), place.source(), List.of(several));
            Found rows = draft.find(
                    place.source(), place.table(), List.of(place.column().name()), from);
            if (rows.count() > 0) {
                draft.findings.add(
                        FindingCode.REFERENCE_AMBIGUOUS,
                        place.source().alias() + "." + place.table().name() + "."
                                + place.column().name(),
                        rows.count()
                                + " rows fulfil the conditions of more than one reference of this column, and the id"
                                + " can be moved by one alone: " + String.join(", ", names),
                        rows.count(),
                        rows.samples());
            }
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
            draft.findings.add(
                    FindingCode.NOT_SEARCHED,
                    "*",
                    "a merge does not look into these columns and copies them as they are",
                    (long) lines.size(),
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
