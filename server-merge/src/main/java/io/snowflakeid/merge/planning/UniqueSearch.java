package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.RenameFile;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.KeyMerge.Tally;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Counts values of a key that clash, under the target's collations, and makes new names. */
final class UniqueSearch {

    private static final String ROW = RowSelect.ROW;

    private final Draft draft;
    private final UniquePlan unique;
    private final TablePlan table;

    /** Of the key, those that are copied. */
    private final List<ColumnPlan> columns;

    UniqueSearch(Draft draft, UniquePlan unique) {
        this.draft = draft;
        this.unique = unique;
        table = draft.plan.table(unique.table());
        columns = unique.columns().stream()
                .flatMap(name -> table.find(name).stream())
                .toList();
    }

    /** The key with what was counted; new names lie beside the plan. */
    UniquePlan search(Path plan) throws SQLException, IOException {
        if (cannotClash()) {
            return unique;
        }
        if (columns.size() < unique.columns().size() || columns.stream().anyMatch(this::getsNewNames)) {
            reportNotCompared();
            return unique;
        }
        Map<SourcePlan, String> queries = new LinkedHashMap<>();
        draft.plan.sourcesOf(table).forEach(source -> queries.put(source, query(source)));
        KeyMerge merge = new KeyMerge(draft.sessions, columns.size(), queries);
        if (unique.onClash() == OnClash.RENAME) {
            return new Renames(draft, RenameFile.of(plan, unique), unique).make(merge);
        }
        Tally tally = merge.tally(false, group -> {});
        if (tally.clashes() > 0) {
            report(tally);
        }
        if (tally.within() > 0 && unique.keepsFirst()) {
            reportWithin(
                    tally,
                    "values are on one source twice, as the target compares them; keep-first keeps the first source's row, not one"
                            + " of two: choose rename, or change the rows before");
        }
        return unique.counted(tally.clashes(), 0, null, null);
    }

    private void reportNotCompared() {
        if (unique.keepsFirst()) {
            draft.findings.error(
                    FindingCode.KEY_CONDITIONAL,
                    unique.name(),
                    "keep-first compares rows by a name that a rename changes in some of them: choose another class or policy"
                            + " for this table, or leave the column out of followed-by");
        } else {
            draft.findings.warning(
                    FindingCode.UNIQUE_NOT_COMPARED,
                    unique.name(),
                    "a column of the key is computed, or gets new names, so values are not compared: rehearse, as a clash would"
                            + " end the run when the index is built");
        }
    }

    private void report(Tally tally) {
        boolean fails = unique.onClash() == OnClash.FAIL;
        String message = tally.clashes() + " values are on more than one source";
        if (fails) {
            String orTwice = ", or twice on one, when references are cleared to a value that stands for none";
            message += (columns.stream().anyMatch(this::becomesNone) ? orTwice : "") + ": " + advice();
        } else {
            message += "; the first source's rows are kept"
                    + (unique.leadsReferences() ? ", and what refers to the others follows" : "");
        }
        draft.findings.add(new Finding(
                fails ? Severity.ERROR : Severity.WARNING,
                unique.columns().equals(table.key()) ? FindingCode.PRIMARY_CLASH : FindingCode.UNIQUE_CLASH,
                unique.name(),
                message,
                tally.clashes(),
                tally.samples()));
    }

    /** With what remains for such rows: that their value stands for no name, where the key can say so. */
    void reportWithin(Tally tally, String message) {
        Table main = draft.mainTable(unique.table());
        String first = unique.columns().get(0);
        boolean mayBeNone = unique.columns().size() == 1
                && main.column(first).kind() == Column.Kind.TEXT
                && Uniques.keyAlone(main, first).isEmpty();
        draft.findings.error(
                FindingCode.UNIQUE_CLASH_WITHIN,
                unique.name(),
                tally.within() + " " + message
                        + (mayBeNone ? "; a value that stands for no name can be listed under none of this key" : ""),
                tally.within(),
                tally.repeated());
    }

    private boolean getsNewNames(ColumnPlan column) {
        return column.follows().stream()
                .anyMatch(follow -> draft.plan.uniques().get(follow.rule() - 1).renames() > 0);
    }

    private boolean cannotClash() {
        if (columns.stream().anyMatch(this::becomesNone)) {
            return false;
        }
        return draft.everywhere(table.name()).count() < 2 || columns.stream().anyMatch(this::movesApart);
    }

    /** Ids of different sources are different afterwards, so a key that always holds one is too. */
    private boolean movesApart(ColumnPlan column) {
        List<IdDomain> domains = column.remaps().stream()
                .map(Remap::domain)
                .distinct()
                .map(draft.plan::domain)
                .toList();
        return domains.size() == 1
                && column.remaps().stream()
                        .anyMatch(remap -> remap.when() == null && remap.none().isEmpty())
                && domains.get(0).mode() != IdMode.STATIC
                && KeepFirst.leads(draft.plan, domains.get(0)).isEmpty();
    }

    /** Whether references are cleared to a value that stands for none, and that several rows may have. */
    private boolean becomesNone(ColumnPlan column) {
        Survival survival = draft.survival();
        return !column.column().nullable()
                && draft.plan.referencesOf(table.name(), column.name()).stream()
                        .anyMatch(reference ->
                                draft.plan.sources().stream().anyMatch(source -> survival.clears(reference, source)));
    }

    /** The key as it will sort; then the key as it is read, and that of the row. Of rows that give way for its sake, too. */
    private String query(SourcePlan source) {
        Dialect dialect = draft.dialect;
        List<String> conditions = new ArrayList<>(KeepFirst.named(draft.plan, dialect, unique));
        conditions.addAll(draft.survival().goingOrGivingWay(unique, source));
        List<String> selected = new ArrayList<>();
        RowSelect rows = new RowSelect(draft.plan, dialect, table, source, AuditNames.LEFT_OUT);
        for (ColumnPlan column : columns) {
            String value = Objects.requireNonNull(rows.values().get(column.name()));
            conditions.add(value + " IS NOT NULL");
            boolean number = column.column().kind() == Column.Kind.INTEGER;
            selected.add(number ? value : dialect.sortKey(value, column.column()));
        }
        for (String name :
                Stream.concat(unique.columns().stream(), table.key().stream()).toList()) {
            String raw = ROW + "." + dialect.quote(name);
            boolean bytes = table.column(name).column().kind() == Column.Kind.BINARY;
            selected.add(bytes ? "HEX(" + raw + ")" : dialect.text(raw));
        }
        String order = IntStream.rangeClosed(1, columns.size())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "SELECT " + String.join(", ", selected) + " FROM " + rows.from() + " WHERE "
                + String.join(" AND ", conditions) + " ORDER BY " + order;
    }

    /** What is possible for such a key: a text can be renamed, ids are moved once they are known as ids. */
    private String advice() {
        Column first = columns.get(0).column();
        if (columns.size() == 1 && first.kind() == Column.Kind.TEXT && first.characters() != null) {
            return "list it under unique with on-clash: rename or keep-first, or choose class main-only for the table";
        }
        boolean mayHoldIds = columns.stream()
                .anyMatch(column -> column.column().kind() == Column.Kind.INTEGER
                        && column.remaps().isEmpty());
        return (mayHoldIds
                        ? "if it holds ids, list the reference from or to it, and they are moved; if nothing refers to them, say"
                                + " ids: offset for the table under tables; otherwise "
                        : "")
                + "choose class main-only for the table, or list it under unique with on-clash: keep-first";
    }
}
