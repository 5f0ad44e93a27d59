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
import io.snowflakeid.merge.rows.KeepFirst.Lead;
import io.snowflakeid.merge.rows.RowSelect;
import io.snowflakeid.merge.rows.StayingValues;
import io.snowflakeid.merge.rows.Survival;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Counts values that clash, under the target's collations, and makes new names. */
public final class UniqueSearch extends DraftReader {

    private static final String ROW = RowSelect.ROW;

    private final Path planPath;
    private final StayingValues staying;

    public UniqueSearch(Game game, MergePlan draft, Findings findings, Path planPath) {
        super(game, draft, findings);
        this.planPath = planPath;
        staying = new StayingValues(draft, dialect);
    }

    public UniquePlan search(UniquePlan unique) throws SQLException, IOException {
        TablePlan table = draft.table(unique.table());
        if (cannotClash(unique, table)) {
            return unique;
        }
        KeyMerge merge = merge(unique, table);
        boolean changes = changes(unique, table);
        if (unique.onClash() == OnClash.RENAME && !changes) {
            return new Renames(game, draft, findings, planPath, unique).make(merge);
        }
        Tally tally = merge.tally(unique.columns().size());
        if (tally.clashes() > 0) {
            report(unique, table, tally, changes);
        }
        if (tally.within() > 0 && unique.onClash() == OnClash.KEEP_FIRST && !changes) {
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
        return changes ? unique : unique.counted(tally.clashes(), 0, null, null);
    }

    private void report(UniquePlan unique, TablePlan table, Tally tally, boolean changes) {
        boolean fails = unique.onClash() == OnClash.FAIL && !changes;
        String message = tally.clashes() + " values are on more than one source";
        if (changes) {
            message +=
                    "; a column of the key is computed, or gets new names, so whether they are the same in the target is not"
                            + " compared: rehearse, as a clash would end the run when the index is built";
        } else if (fails) {
            boolean cleared = columnsOf(unique, table).stream().anyMatch(column -> becomesNone(table, column));
            String orTwice = ", or twice on one, when references are cleared to a value that stands for none";
            message += (cleared ? orTwice : "") + ": " + advice(unique, table);
        } else {
            message += "; the first source's rows are kept"
                    + (unique.mayLeadReferences() ? ", and what refers to the others follows" : "");
        }
        findings.add(new Finding(
                fails ? Severity.ERROR : Severity.WARNING,
                changes ? FindingCode.UNIQUE_NOT_COMPARED : codeOf(unique, table),
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

    /** Whether the key has a column that is computed anew, or that gets new names. */
    private boolean changes(UniquePlan unique, TablePlan table) {
        return unique.columns().stream()
                .map(table::find)
                .anyMatch(column -> column.map(this::getsNewNames).orElseGet(() -> computesAnew(table)));
    }

    /** Whether any column of the table is computed from one whose values change; a catalog quotes all names in expressions. */
    private boolean computesAnew(TablePlan table) {
        String expressions = game.mainTable(table.name()).columns().stream()
                .map(column -> String.valueOf(column.generated()))
                .collect(Collectors.joining(" "))
                .toLowerCase(Locale.ROOT);
        return table.columns().stream()
                .filter(column ->
                        expressions.contains(dialect.quote(column.name()).toLowerCase(Locale.ROOT)))
                .anyMatch(column -> getsNewNames(column)
                        || column.remaps().stream().anyMatch(remap -> moves(draft.domain(remap.domain())))
                        || isCleared(table, column));
    }

    private boolean moves(IdDomain domain) {
        return Uniques.lead(draft, domain)
                || domain.sources().stream().anyMatch(ids -> ids.shift() != 0 || ids.mapped());
    }

    private boolean getsNewNames(ColumnPlan column) {
        return column.follows().stream()
                .anyMatch(follow -> draft.uniques().get(follow.rule() - 1).renames() > 0);
    }

    /** Names that are the same on two sources are not when one of them is a new one. To be asked once the new names are made. */
    public void refuseNewNames(UniquePlan unique) {
        if (unique.onClash() == OnClash.KEEP_FIRST && changes(unique, draft.table(unique.table()))) {
            findings.error(
                    FindingCode.KEY_CONDITIONAL,
                    unique.name(),
                    "keep-first compares rows by a name that a rename changes in some of them: choose another class or policy"
                            + " for this table, or leave the column out of followed-by");
        }
    }

    /**
     * Of the rows that are left, no two may have the same key, by values that change: ids that are led to one row, references that are cleared.
     * To be asked once the sets are made.
     */
    public void requireOneOfEach(UniquePlan unique) throws SQLException {
        TablePlan table = draft.table(unique.table());
        if (cannotClash(unique, table) || changes(unique, table)) {
            return;
        }
        Tally left = merge(unique, table).tally(unique.columns().size());
        if (left.clashes() > 0) {
            findings.error(
                    codeOf(unique, table),
                    unique.name(),
                    left.clashes()
                            + " keys would be on more than one row, although keep-first keeps one of each, since references are"
                            + " cleared or led to another row: change these rows before",
                    left.clashes(),
                    left.samples());
        }
    }

    private static FindingCode codeOf(UniquePlan unique, TablePlan table) {
        return unique.columns().equals(table.key()) ? FindingCode.PRIMARY_CLASH : FindingCode.UNIQUE_CLASH;
    }

    /** Also one that is computed, which the sources have as well. */
    private ColumnPlan columnOf(TablePlan table, String name) {
        return table.find(name)
                .orElseGet(() ->
                        new ColumnPlan(game.mainTable(table.name()).column(name), false, false, List.of(), List.of()));
    }

    private List<ColumnPlan> columnsOf(UniquePlan unique, TablePlan table) {
        return unique.columns().stream().map(name -> columnOf(table, name)).toList();
    }

    private boolean cannotClash(UniquePlan unique, TablePlan table) {
        List<ColumnPlan> columns = columnsOf(unique, table);
        if (columns.stream().anyMatch(column -> becomesNone(table, column))) {
            return false;
        }
        long sources = draft.sources().stream()
                .filter(source -> game.table(source, table.name()).isPresent())
                .count();
        return sources < 2 || columns.stream().anyMatch(this::movesApart);
    }

    /** Ids of different sources are different afterwards, so a key that holds one is too. */
    private boolean movesApart(ColumnPlan column) {
        List<Integer> domains =
                column.remaps().stream().map(Remap::domain).distinct().toList();
        return staying.none(column) && domains.size() == 1 && !Uniques.lead(draft, draft.domain(domains.get(0)));
    }

    /** Whether references are cleared to a value that stands for none, and that several rows may have. */
    private boolean becomesNone(TablePlan table, ColumnPlan column) {
        return !column.column().nullable() && isCleared(table, column);
    }

    private boolean isCleared(TablePlan table, ColumnPlan column) {
        Survival survival = new Survival(draft, dialect);
        return draft.referencesOf(table.name()).stream()
                .filter(reference -> reference.has(column.name()))
                .anyMatch(reference -> draft.sources().stream().anyMatch(source -> survival.clears(reference, source)));
    }

    private KeyMerge merge(UniquePlan unique, TablePlan table) {
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : draft.sources()) {
            if (table.copiedFromByClass(source.number())
                    && game.table(source, table.name()).isPresent()) {
                merge.add(source, query(unique, table, source));
            }
        }
        return merge;
    }

    /** The key as it sorts; then the key as it is read, and that of the row. */
    private String query(UniquePlan unique, TablePlan table, SourcePlan source) {
        List<String> conditions = new ArrayList<>(new KeepFirst(draft, dialect).named(unique, ROW));
        List<String> selected = new ArrayList<>();
        Map<String, String> planned =
                new RowSelect(draft, dialect, table, source, (domain, id) -> planned(domain, source, id)).values();
        for (ColumnPlan column : columnsOf(unique, table)) {
            String value = planned.getOrDefault(column.name(), raw(column));
            conditions.add(value + " IS NOT NULL");
            selected.add(
                    column.column().kind() == Column.Kind.INTEGER ? value : dialect.sortKey(value, column.column()));
        }
        Stream.concat(unique.columns().stream(), table.key().stream())
                .map(name -> columnOf(table, name))
                .map(column -> column.column().kind() == Column.Kind.BINARY
                        ? "HEX(" + raw(column) + ")"
                        : dialect.text(raw(column)))
                .forEach(selected::add);
        String order = IntStream.rangeClosed(1, unique.columns().size())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "SELECT " + String.join(", ", selected) + going(table, source, conditions) + " ORDER BY " + order;
    }

    private String raw(ColumnPlan column) {
        return ROW + "." + dialect.quote(column.name());
    }

    /** What an id will be, as far as two sources' ids can be compared: that of the row that is kept, if its own is not. */
    private String planned(IdDomain domain, SourcePlan source, String id) {
        List<String> choices = new ArrayList<>();
        KeepFirst rows = new KeepFirst(draft, dialect);
        for (Lead lead : domain.mode() == IdMode.STATIC ? List.<Lead>of() : KeepFirst.leads(draft, domain)) {
            String root = dialect.quote(lead.root().column());
            for (SourcePlan earlier : draft.sources().subList(0, source.number() - 1)) {
                if (game.table(earlier, lead.root().table()).isPresent()) {
                    choices.add("(SELECT MIN(%s) FROM %s JOIN %s ON %s WHERE fs.%s = %s)"
                            .formatted(
                                    moved(domain, earlier, "fe." + root),
                                    rows.keyed(lead.unique(), source, "fs"),
                                    rows.kept(lead.unique(), earlier, "fe"),
                                    rows.sameKey(lead.unique(), "fs", "fe"),
                                    root,
                                    id));
                }
            }
        }
        choices.add(moved(domain, source, id));
        return choices.size() == 1 ? choices.get(0) : "COALESCE(" + String.join(", ", choices) + ")";
    }

    /** A fresh id is one of its source alone: a number that stands for both, beyond all that are 64 bits wide. */
    private static String moved(IdDomain domain, SourcePlan source, String id) {
        return domain.of(source.number()).freshFrom() == 0
                ? RowSelect.shifted(domain, source, id)
                : "CAST(" + id + " AS DECIMAL(30)) * 1024 + 10000000000000000000000 + " + source.number();
    }

    /** What is possible for such a key: a text can be renamed, ids are moved once they are known as ids. */
    private String advice(UniquePlan unique, TablePlan table) {
        List<ColumnPlan> columns = columnsOf(unique, table);
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
