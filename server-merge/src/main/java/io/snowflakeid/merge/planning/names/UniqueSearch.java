package io.snowflakeid.merge.planning.names;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.planning.draft.DraftReader;
import io.snowflakeid.merge.planning.draft.Findings;
import io.snowflakeid.merge.planning.draft.Game;
import io.snowflakeid.merge.planning.draft.KeyMerge;
import io.snowflakeid.merge.planning.draft.KeyMerge.Tally;
import io.snowflakeid.merge.planning.ids.Domains;
import io.snowflakeid.merge.rows.KeepFirst;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.sql.AuditNames;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Counts values that clash, under the target's collations, and makes new names. */
public final class UniqueSearch extends DraftReader {

    private static final String ROW = RowSelect.ROW;

    private final Path planPath;

    public UniqueSearch(Game game, MergePlan draft, Findings findings, Path planPath) {
        super(game, draft, findings);
        this.planPath = planPath;
    }

    public UniquePlan search(UniquePlan unique) throws SQLException, IOException {
        TablePlan table = draft.table(unique.table());
        List<ColumnPlan> columns = unique.columns().stream()
                .flatMap(name -> table.find(name).stream())
                .toList();
        if (cannotClash(table, columns)) {
            return unique;
        }
        if (columns.size() < unique.columns().size() || columns.stream().anyMatch(this::getsNewNames)) {
            reportNotCompared(unique);
            return unique;
        }
        KeyMerge merge = merge(unique, table, columns);
        if (unique.onClash() == OnClash.RENAME) {
            return new Renames(game, draft, findings, planPath, unique).make(merge);
        }
        Tally tally = merge.tally(columns.size());
        if (tally.clashes() > 0) {
            report(unique, table, columns, tally);
        }
        if (tally.within() > 0 && unique.keepsFirst()) {
            findings.error(
                    FindingCode.UNIQUE_CLASH_WITHIN,
                    unique.name(),
                    tally.within()
                            + " values are on one source twice, as the target compares them; keep-first keeps the first"
                            + " source's row, not one of two: choose rename, or change the rows before"
                            + noneAdvice(game, unique),
                    tally.within(),
                    tally.repeated());
        }
        return unique.counted(tally.clashes(), 0, null, null);
    }

    private void reportNotCompared(UniquePlan unique) {
        if (unique.keepsFirst()) {
            findings.error(
                    FindingCode.KEY_CONDITIONAL,
                    unique.name(),
                    "keep-first compares rows by a name that a rename changes in some of them: choose another class or policy"
                            + " for this table, or leave the column out of followed-by");
        } else {
            findings.warning(
                    FindingCode.UNIQUE_NOT_COMPARED,
                    unique.name(),
                    "a column of the key is computed, or gets new names, so values are not compared: rehearse, as a clash would"
                            + " end the run when the index is built");
        }
    }

    private void report(UniquePlan unique, TablePlan table, List<ColumnPlan> columns, Tally tally) {
        boolean fails = unique.onClash() == OnClash.FAIL;
        String message = tally.clashes() + " values are on more than one source";
        if (fails) {
            boolean cleared = columns.stream().anyMatch(column -> becomesNone(table, column));
            String orTwice = ", or twice on one, when references are cleared to a value that stands for none";
            message += (cleared ? orTwice : "") + ": " + advice(unique, table, columns);
        } else {
            message += "; the first source's rows are kept"
                    + (unique.leadsReferences() ? ", and what refers to the others follows" : "");
        }
        findings.add(new Finding(
                fails ? Severity.ERROR : Severity.WARNING,
                unique.columns().equals(table.key()) ? FindingCode.PRIMARY_CLASH : FindingCode.UNIQUE_CLASH,
                unique.name(),
                message,
                tally.clashes(),
                tally.samples()));
    }

    /** What remains for rows of one source that have the same value: that it stands for no name, where the key can say so. */
    static String noneAdvice(Game game, UniquePlan unique) {
        Table table = game.mainTable(unique.table());
        String first = unique.columns().get(0);
        return unique.columns().size() == 1
                        && table.column(first).kind() == Column.Kind.TEXT
                        && Uniques.keyAlone(table, first).isEmpty()
                ? "; a value that stands for no name can be listed under none of this key"
                : "";
    }

    private boolean getsNewNames(ColumnPlan column) {
        return column.follows().stream()
                .anyMatch(follow -> draft.uniques().get(follow.rule() - 1).renames() > 0);
    }

    private boolean cannotClash(TablePlan table, List<ColumnPlan> columns) {
        if (columns.stream().anyMatch(column -> becomesNone(table, column))) {
            return false;
        }
        long sources = draft.sources().stream()
                .filter(source -> game.table(source, table.name()).isPresent())
                .count();
        return sources < 2 || columns.stream().anyMatch(this::movesApart);
    }

    /** Ids of different sources are different afterwards, so a key that always holds one is too. */
    private boolean movesApart(ColumnPlan column) {
        List<IdDomain> domains = column.remaps().stream()
                .map(Remap::domain)
                .distinct()
                .map(draft::domain)
                .toList();
        return domains.size() == 1
                && column.remaps().stream()
                        .anyMatch(remap -> remap.when() == null && remap.none().isEmpty())
                && domains.get(0).mode() != IdMode.STATIC
                && KeepFirst.leads(draft, domains.get(0)).isEmpty();
    }

    /** Whether references are cleared to a value that stands for none, and that several rows may have. */
    private boolean becomesNone(TablePlan table, ColumnPlan column) {
        Survival survival = new Survival(draft, dialect);
        return !column.column().nullable()
                && draft.referencesOf(table.name()).stream()
                        .filter(reference -> reference.has(column.name()))
                        .anyMatch(reference ->
                                draft.sources().stream().anyMatch(source -> survival.clears(reference, source)));
    }

    private KeyMerge merge(UniquePlan unique, TablePlan table, List<ColumnPlan> columns) {
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : draft.sources()) {
            if (table.copiedFromByClass(source.number())
                    && game.table(source, table.name()).isPresent()) {
                merge.add(source, query(unique, table, columns, source));
            }
        }
        return merge;
    }

    /** The key as it will sort; then the key as it is read, and that of the row. Of rows that give way for its sake, too. */
    private String query(UniquePlan unique, TablePlan table, List<ColumnPlan> columns, SourcePlan source) {
        List<String> conditions = new ArrayList<>(KeepFirst.named(draft, dialect, unique));
        conditions.addAll(new Survival(draft, dialect).goingOrGivingWay(unique, source, ROW));
        List<String> selected = new ArrayList<>();
        RowSelect rows = new RowSelect(draft, dialect, table, source, AuditNames.LEFT_OUT);
        for (ColumnPlan column : columns) {
            String value = Objects.requireNonNull(rows.values().get(column.name()));
            conditions.add(value + " IS NOT NULL");
            selected.add(
                    column.column().kind() == Column.Kind.INTEGER ? value : dialect.sortKey(value, column.column()));
        }
        Stream.concat(unique.columns().stream(), table.key().stream())
                .map(game.mainTable(table.name())::column)
                .map(this::shown)
                .forEach(selected::add);
        String order = IntStream.rangeClosed(1, unique.columns().size())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "SELECT " + String.join(", ", selected) + " FROM " + rows.from() + " WHERE "
                + String.join(" AND ", conditions) + " ORDER BY " + order;
    }

    private String shown(Column column) {
        String raw = ROW + "." + dialect.quote(column.name());
        return column.kind() == Column.Kind.BINARY ? "HEX(" + raw + ")" : dialect.text(raw);
    }

    /** What is possible for such a key: a text can be renamed, ids are moved once they are known as ids. */
    private String advice(UniquePlan unique, TablePlan table, List<ColumnPlan> columns) {
        Column first = columns.get(0).column();
        if (columns.size() == 1 && first.kind() == Column.Kind.TEXT && first.characters() != null) {
            return "list it under unique with on-clash: rename or keep-first, or choose class main-only for the table";
        }
        String ids = columns.stream()
                .filter(column -> column.column().kind() == Column.Kind.INTEGER
                        && column.remaps().isEmpty())
                .map(ColumnPlan::name)
                .collect(Collectors.joining(" or "));
        boolean mayBeAsked = unique.columns().equals(table.key()) && Domains.isOneNumber(table);
        return (ids.isEmpty()
                        ? ""
                        : "if " + ids + " holds ids, list the reference from or to it, and they are moved"
                                + (mayBeAsked
                                        ? "; if nothing refers to them, say ids: offset for the table under tables"
                                        : "")
                                + "; otherwise ")
                + "choose class main-only for the table, or list it under unique with on-clash: keep-first";
    }
}
