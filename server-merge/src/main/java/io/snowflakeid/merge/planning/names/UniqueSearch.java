package io.snowflakeid.merge.planning.names;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Table;
import io.snowflakeid.merge.config.UniqueConfig.OnClash;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
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
import io.snowflakeid.merge.rows.NoName;
import io.snowflakeid.merge.rows.StayingValues;
import io.snowflakeid.merge.rows.Survival;
import io.snowflakeid.merge.sql.Dialect;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Counts values that clash, under the target's collations, and makes new names. */
public final class UniqueSearch extends DraftReader {
    /** What remains for rows of one source that have the same value. */
    static final String NONE_ADVICE = "; a value that stands for no name can be listed under none of this key";

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
        if (changes(unique, table)) {
            warnOfChanging(unique, merge.tally(unique.columns().size()));
            return unique;
        }
        if (unique.onClash() == OnClash.RENAME) {
            return new Renames(game, draft, findings, planPath).make(unique, table, merge);
        }
        Tally tally = merge.tally(unique.columns().size());
        if (tally.clashes() > 0) {
            report(unique, table, tally);
        }
        if (tally.within() > 0 && unique.onClash() == OnClash.KEEP_FIRST) {
            findings.error(
                    FindingCode.UNIQUE_CLASH_WITHIN,
                    unique.name(),
                    tally.within()
                            + " values are on one source twice, as the target compares them; keep-first keeps the first"
                            + " source's row, not one of two: choose rename, or change the rows before"
                            + (mayStandForNone(game, unique) ? NONE_ADVICE : ""),
                    tally.within(),
                    tally.repeated());
        }
        return unique.counted(tally.clashes(), 0, null, null);
    }

    /** Whether the operator can say so of values of a key. */
    static boolean mayStandForNone(Game game, UniquePlan unique) {
        Table table = game.mainTable(unique.table());
        return unique.columns().size() == 1
                && table.column(unique.columns().get(0)).kind() == Column.Kind.TEXT
                && Uniques.keyAlone(table, unique.columns().get(0)).isEmpty();
    }

    private void warnOfChanging(UniquePlan unique, Tally now) {
        if (now.clashes() > 0) {
            findings.warning(
                    FindingCode.UNIQUE_NOT_COMPARED,
                    unique.name(),
                    now.clashes()
                            + " values are on more than one source; a column of the key is computed, or gets new names,"
                            + " so whether they are the same in the target is not compared: rehearse, as a clash would end the run"
                            + " when the index is built",
                    now.clashes(),
                    now.samples());
        }
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
        Survival survival = new Survival(draft, dialect);
        return table.columns().stream()
                .filter(column ->
                        expressions.contains(dialect.quote(column.name()).toLowerCase(Locale.ROOT)))
                .anyMatch(column -> getsNewNames(column)
                        || column.remaps().stream().anyMatch(remap -> moves(draft.domain(remap.domain())))
                        || referencesOf(table, column)
                                .anyMatch(reference -> draft.sources().stream()
                                        .anyMatch(source -> survival.clears(reference, source))));
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

    /** Ids of different sources are different afterwards, so a key that holds one is too. */
    private boolean cannotClash(UniquePlan unique, TablePlan table) {
        List<ColumnPlan> columns = columnsOf(unique, table);
        if (columns.stream().anyMatch(column -> becomesNone(table, column))) {
            return false;
        }
        boolean moves = columns.stream()
                .anyMatch(column -> staying.none(column)
                        && column.remaps().stream()
                                        .map(Remap::domain)
                                        .distinct()
                                        .count()
                                == 1
                        && column.remaps().stream()
                                .noneMatch(remap -> Uniques.lead(draft, draft.domain(remap.domain()))));
        long sources = draft.sources().stream()
                .filter(source -> game.table(source, table.name()).isPresent())
                .count();
        return moves || sources < 2;
    }

    /** Whether references are cleared to a value that stands for none, and that several rows may have. */
    private boolean becomesNone(TablePlan table, ColumnPlan column) {
        Survival survival = new Survival(draft, dialect);
        return !column.column().nullable()
                && referencesOf(table, column)
                        .anyMatch(reference ->
                                draft.sources().stream().anyMatch(source -> survival.clears(reference, source)));
    }

    private Stream<ReferencePlan> referencesOf(TablePlan table, ColumnPlan column) {
        return draft.referencesOf(table.name()).stream()
                .filter(reference -> reference.columns().stream().anyMatch(column.name()::equalsIgnoreCase));
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
        List<String> conditions = new ArrayList<>(NoName.excluded(dialect, unique, table, "s"));
        List<String> selected = new ArrayList<>();
        for (ColumnPlan column : columnsOf(unique, table)) {
            String value = planned(table, column, source);
            conditions.add(value + " IS NOT NULL");
            selected.add(
                    column.column().kind() == Column.Kind.INTEGER ? value : dialect.sortKey(value, column.column()));
        }
        Stream.concat(unique.columns().stream(), table.key().stream())
                .map(name -> columnOf(table, name))
                .forEach(column -> selected.add(shown(dialect, column)));
        String order = IntStream.rangeClosed(1, unique.columns().size())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "SELECT " + String.join(", ", selected) + going(table, source, conditions) + " ORDER BY " + order;
    }

    /** A value of the row {@code s} as people read it. */
    private static String shown(Dialect dialect, ColumnPlan column) {
        String raw = "s." + dialect.quote(column.name());
        return column.column().kind() == Column.Kind.BINARY ? "HEX(" + raw + ")" : dialect.text(raw);
    }

    /** What will stand in the column, as far as two sources' values can be compared. */
    private String planned(TablePlan table, ColumnPlan column, SourcePlan source) {
        String raw = "s." + dialect.quote(column.name());
        StringBuilder cases = new StringBuilder();
        for (Remap remap : staying.moves(column) ? column.remaps() : List.<Remap>of()) {
            IdDomain domain = draft.domain(remap.domain());
            cases.append(" WHEN ")
                    .append(staying.applies(remap, source, raw))
                    .append(" THEN ")
                    .append(domain.mode() == IdMode.STATIC ? raw : followed(domain, source, raw));
        }
        String value = cases.isEmpty() ? raw : "CASE" + cases + " ELSE " + raw + " END";
        Survival survival = new Survival(draft, dialect);
        for (ReferencePlan reference : referencesOf(table, column).toList()) {
            if (survival.clears(reference, source)) {
                value = survival.cleared(column, reference, source, "s", value);
            }
        }
        return value;
    }

    /** The id of the row that is kept in place of one that is not. */
    private String followed(IdDomain domain, SourcePlan source, String raw) {
        StringBuilder choices = new StringBuilder();
        KeepFirst rows = new KeepFirst(draft, dialect);
        for (UniquePlan unique : draft.uniques()) {
            for (ColumnName root : domain.roots()) {
                if (unique.leadsReferences() && root.table().equals(unique.table())) {
                    String id = dialect.quote(root.column());
                    for (SourcePlan earlier : draft.sources().subList(0, source.number() - 1)) {
                        if (game.table(earlier, unique.table()).isPresent()) {
                            choices.append("(SELECT MIN(%s) FROM %s JOIN %s ON %s WHERE fs.%s = %s), "
                                    .formatted(
                                            moved(domain, earlier, "fe." + id),
                                            rows.keyed(unique, source, "fs"),
                                            rows.kept(unique, earlier, "fe"),
                                            rows.sameKey(unique, "fs", "fe"),
                                            id,
                                            raw));
                        }
                    }
                }
            }
        }
        String moved = moved(domain, source, raw);
        return choices.isEmpty() ? moved : "COALESCE(" + choices + moved + ")";
    }

    /** A fresh id is one of its source alone: a number that stands for both, beyond all that are 64 bits wide. */
    private static String moved(IdDomain domain, SourcePlan source, String raw) {
        SourceIds ids = domain.of(source.number());
        return ids.freshFrom() == 0
                ? raw + " + " + ids.shift()
                : "CAST(" + raw + " AS DECIMAL(30)) * 1024 + 10000000000000000000000 + " + source.number();
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

    private void report(UniquePlan unique, TablePlan table, Tally tally) {
        FindingCode code = codeOf(unique, table);
        String clashing = tally.clashes() + " values are on more than one source";
        if (unique.onClash() == OnClash.FAIL) {
            boolean cleared = columnsOf(unique, table).stream().anyMatch(column -> becomesNone(table, column));
            String orTwice = ", or twice on one, when references are cleared to a value that stands for none";
            findings.error(
                    code,
                    unique.name(),
                    clashing + (cleared ? orTwice : "") + ": " + advice(unique, table),
                    tally.clashes(),
                    tally.samples());
        } else {
            findings.warning(
                    code,
                    unique.name(),
                    clashing + "; the first source's rows are kept"
                            + (unique.mayLeadReferences() ? ", and what refers to the others follows" : ""),
                    tally.clashes(),
                    tally.samples());
        }
    }
}
