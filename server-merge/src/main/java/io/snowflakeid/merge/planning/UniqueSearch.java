package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.FindingCode;
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
import io.snowflakeid.merge.planning.KeyMerge.Tally;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.schema.Table;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.KeepFirst;
import io.snowflakeid.merge.sql.NoName;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.StayingValues;
import io.snowflakeid.merge.sql.Survival;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Counts values that clash, under the target's collations, and makes new names. */
final class UniqueSearch extends PlanCheck {

    private static final String MEET_BY_CHANCE =
            "a value that stays as it is, since the condition of its reference is not fulfilled or it stands for none, is the same"
                    + " as an id that moves, or as one that is cleared: change these rows before, or move the ids elsewhere, with"
                    + " id-range, reserved or ids under tables";

    /** What remains for rows of one source that have the same value. */
    static final String NONE_ADVICE = "; a value that stands for no name can be listed under none of this key";

    private final Path planPath;
    private final StayingValues staying;

    UniqueSearch(Game game, MergePlan draft, Findings findings, Path planPath) {
        super(game, draft, findings);
        this.planPath = planPath;
        staying = new StayingValues(draft, dialect);
    }

    UniquePlan search(UniquePlan unique) throws SQLException, IOException {
        TablePlan table = draft.table(unique.table());
        if (cannotClash(unique, table)) {
            return unique;
        }
        Set<String> changed = new ChangedColumns(game, draft).behind(unique);
        if (!changed.isEmpty()) {
            findings.warning(
                    FindingCode.UNIQUE_NOT_COMPARED,
                    unique.table() + "(" + String.join(", ", unique.columns()) + ")",
                    "unique key on a column that is computed from " + String.join(", ", changed)
                            + ", which changes, is not compared beforehand; a clash would end the run when the index is"
                            + " built");
            return unique;
        }
        new FreshIdsCheck(game, draft, findings).look(unique, table);
        KeyMerge merge = merge(unique, table);
        if (unique.onClash() == OnClash.RENAME) {
            return new Renames(game, draft, findings, planPath).make(unique, table, merge);
        }
        RenamedRows renamed = new RenamedRows(draft, planPath, unique.columns(), table);
        Tally tally = merge.tally(unique.columns().size(), renamed);
        if (tally.clashes() > 0) {
            report(unique, table, tally);
        }
        if (tally.within() > 0 && unique.onClash() == OnClash.KEEP_FIRST) {
            refuseTwice(unique, tally);
        }
        return unique.counted(tally.clashes(), 0, null, null);
    }

    private void refuseTwice(UniquePlan unique, Tally tally) {
        findings.error(
                FindingCode.UNIQUE_CLASH_WITHIN,
                subject(unique),
                tally.within()
                        + " values are on one source twice, as the target compares them; keep-first keeps the first source's"
                        + " row, not one of two: choose rename, or change the rows before"
                        + (mayStandForNone(game, unique) ? NONE_ADVICE : ""),
                tally.within(),
                tally.repeated());
    }

    /** Whether the operator can say so of values of a key. */
    static boolean mayStandForNone(Game game, UniquePlan unique) {
        Table table = game.mainTable(unique.table());
        return unique.columns().size() == 1
                && table.column(unique.columns().get(0)).kind() == Column.Kind.TEXT
                && Uniques.keyAlone(table, unique.columns().get(0)).isEmpty();
    }

    /** Names that are the same on two sources are not when one of them is a new one. To be asked once the new names are made. */
    void refuseNewNames(UniquePlan unique) {
        RenamedRows renamed = new RenamedRows(draft, planPath, unique.columns(), draft.table(unique.table()));
        if (unique.onClash() == OnClash.KEEP_FIRST && renamed.possible()) {
            findings.error(
                    FindingCode.KEY_CONDITIONAL,
                    subject(unique),
                    "keep-first compares rows by a name that a rename changes in some of them: choose another class or policy"
                            + " for this table, or leave the column out of followed-by");
        }
    }

    /**
     * Of the rows that are left, no two may have the same key, by values that change: ids that are led to one row, references that are cleared.
     * To be asked once the sets are made.
     */
    void requireOneOfEach(UniquePlan unique) throws SQLException {
        TablePlan table = draft.table(unique.table());
        if (cannotClash(unique, table)
                || !new ChangedColumns(game, draft).behind(unique).isEmpty()) {
            return;
        }
        Tally left = merge(unique, table)
                .tally(unique.columns().size(), new RenamedRows(draft, planPath, unique.columns(), table));
        if (left.clashes() > 0) {
            findings.error(
                    unique.columns().equals(table.key()) ? FindingCode.PRIMARY_CLASH : FindingCode.UNIQUE_CLASH,
                    subject(unique),
                    left.clashes() + " keys would be on more than one row, although keep-first keeps one of each: "
                            + MEET_BY_CHANCE,
                    left.clashes(),
                    left.samples());
        }
    }

    private static String subject(UniquePlan unique) {
        return unique.table() + "(" + String.join(", ", unique.columns()) + ")";
    }

    /** Also one that is computed, which the sources have as well. */
    private ColumnPlan columnOf(TablePlan table, String name) {
        return table.find(name)
                .orElseGet(() ->
                        new ColumnPlan(game.mainTable(table.name()).column(name), false, false, List.of(), List.of()));
    }

    /** Ids of different sources are different afterwards, so a key that holds one is too. */
    private boolean cannotClash(UniquePlan unique, TablePlan table) {
        List<ColumnPlan> columns =
                unique.columns().stream().map(name -> columnOf(table, name)).toList();
        if (columns.stream().anyMatch(column -> becomesNone(table, column))) {
            return false;
        }
        boolean moves = columns.stream()
                .anyMatch(column -> staying.none(column)
                        && !staying.mixed(column)
                        && column.remaps().stream()
                                .noneMatch(remap -> Uniques.lead(draft, draft.domain(remap.domain()))));
        return moves
                || draft.sources().stream()
                                .filter(source ->
                                        game.table(source, table.name()).isPresent())
                                .count()
                        < 2;
    }

    /** Whether references are cleared to a value that stands for none, and that several rows may have. */
    private boolean becomesNone(TablePlan table, ColumnPlan column) {
        Survival survival = new Survival(draft, dialect);
        return !column.column().nullable()
                && clearable(table, column)
                        .anyMatch(reference ->
                                draft.sources().stream().anyMatch(source -> survival.clears(reference, source)));
    }

    private Stream<ReferencePlan> clearable(TablePlan table, ColumnPlan column) {
        return draft.referencesOf(table.name()).stream()
                .filter(reference -> reference.columns().stream().anyMatch(column.name()::equalsIgnoreCase));
    }

    private KeyMerge merge(UniquePlan unique, TablePlan table) {
        KeyMerge merge = new KeyMerge(game.sessions());
        RenamedRows renamed = new RenamedRows(draft, planPath, unique.columns(), table);
        for (SourcePlan source : sourcesOf(table)) {
            merge.add(source, query(unique, table, source, renamed.select(dialect, source)));
        }
        return merge;
    }

    private List<SourcePlan> sourcesOf(TablePlan table) {
        return draft.sources().stream()
                .filter(source -> table.copiedFromByClass(source.number())
                        && game.table(source, table.name()).isPresent())
                .toList();
    }

    /** The key as it sorts; then the key as it is read, that of the row, and what else is asked for. */
    private String query(UniquePlan unique, TablePlan table, SourcePlan source, List<String> further) {
        List<String> conditions = new ArrayList<>();
        List<String> selected = new ArrayList<>();
        for (String name : unique.columns()) {
            ColumnPlan column = columnOf(table, name);
            String value = planned(table, column, source);
            conditions.add(value + " IS NOT NULL");
            selected.add(
                    column.column().kind() == Column.Kind.INTEGER ? value : dialect.sortKey(value, column.column()));
        }
        for (String name : unique.columns()) {
            selected.add(shown(dialect, columnOf(table, name)));
        }
        for (String name : table.key()) {
            selected.add(shown(dialect, columnOf(table, name)));
        }
        selected.addAll(further);
        conditions.addAll(NoName.excluded(dialect, unique, table, "s"));
        String keep = new Survival(draft, dialect).of(table, source, "s");
        if (!keep.isEmpty()) {
            conditions.add(keep);
        }
        String order = IntStream.rangeClosed(1, unique.columns().size())
                .mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "SELECT " + String.join(", ", selected) + " FROM " + SourceTable.rows(dialect, table, source, "s")
                + " WHERE " + String.join(" AND ", conditions) + " ORDER BY " + order;
    }

    /** A value of the row {@code s} as people read it. */
    static String shown(Dialect dialect, ColumnPlan column) {
        String raw = "s." + dialect.quote(column.name());
        return column.column().kind() == Column.Kind.BINARY ? "HEX(" + raw + ")" : dialect.text(raw);
    }

    /** What will stand in the column, as far as two sources' values can be compared: fresh ids are not made yet. */
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
        for (ReferencePlan reference : clearable(table, column).toList()) {
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
                    String id = "." + dialect.quote(root.column());
                    for (SourcePlan earlier : draft.sources().subList(0, source.number() - 1)) {
                        if (game.table(earlier, unique.table()).isPresent()) {
                            choices.append("(SELECT MIN(")
                                    .append(moved(domain, earlier, "fe" + id))
                                    .append(") FROM ")
                                    .append(rows.keyed(unique, source, "fs"))
                                    .append(" JOIN ")
                                    .append(rows.kept(unique, earlier, "fe"))
                                    .append(" ON ")
                                    .append(rows.sameKey(unique, "fs", "fe"))
                                    .append(" WHERE fs")
                                    .append(id)
                                    .append(" = ")
                                    .append(raw)
                                    .append("), ");
                        }
                    }
                }
            }
        }
        String moved = moved(domain, source, raw);
        return choices.isEmpty() ? moved : "COALESCE(" + choices + moved + ")";
    }

    /** A number that no source has, beyond all that are 64 bits wide, stands for a fresh id; {@link FreshIdsCheck} looks at these. */
    private String moved(IdDomain domain, SourcePlan source, String raw) {
        SourceIds ids = domain.of(source.number());
        if (ids.freshFrom() == 0) {
            return raw + " + " + ids.shift();
        }
        String fresh = "CAST(" + raw + " AS DECIMAL(30)) * 1024 + 10000000000000000000000 + " + source.number();
        return domain.mode() == IdMode.MAP
                ? fresh
                : "CASE WHEN " + earlierHas(domain, source, raw) + " THEN " + fresh + " ELSE " + raw + " END";
    }

    /** Only ids that clash get fresh ones. */
    private String earlierHas(IdDomain domain, SourcePlan source, String raw) {
        List<String> ways = new ArrayList<>();
        for (SourcePlan earlier : draft.sources().subList(0, source.number() - 1)) {
            for (ColumnName root : domain.roots()) {
                if (game.table(earlier, root.table()).isPresent()) {
                    ways.add("EXISTS (SELECT 1 FROM "
                            + SourceTable.rows(dialect, draft.table(root.table()), earlier, "me") + " WHERE me."
                            + dialect.quote(root.column()) + " = " + raw + ")");
                }
            }
        }
        return "(" + String.join(" OR ", ways) + ")";
    }

    /** What is possible for such a key: a text can be renamed, ids are moved once they are known as ids. */
    private String advice(UniquePlan unique, TablePlan table, boolean primary) {
        List<Column> columns = unique.columns().stream()
                .map(name -> columnOf(table, name).column())
                .toList();
        if (columns.size() == 1
                && columns.get(0).kind() == Column.Kind.TEXT
                && columns.get(0).characters() != null) {
            return "list it under unique with on-clash: rename or keep-first, or choose class main-only for the table";
        }
        String ids = columns.stream()
                .filter(column -> column.kind() == Column.Kind.INTEGER
                        && columnOf(table, column.name()).remaps().isEmpty())
                .map(Column::name)
                .collect(Collectors.joining(" or "));
        return (ids.isEmpty()
                        ? ""
                        : "if " + ids + " holds ids, list the reference from or to it, and they are moved"
                                + (primary && AskedIds.isOneNumber(table)
                                        ? "; if nothing refers to them, say ids: offset for the table under tables"
                                        : "")
                                + "; otherwise ")
                + "choose class main-only for the table, or list it under unique with on-clash: keep-first";
    }

    private void report(UniquePlan unique, TablePlan table, Tally tally) {
        String subject = subject(unique);
        boolean primary = unique.columns().equals(table.key());
        boolean cleared = unique.columns().stream().anyMatch(name -> becomesNone(table, columnOf(table, name)));
        if (unique.onClash() == OnClash.FAIL) {
            findings.error(
                    primary ? FindingCode.PRIMARY_CLASH : FindingCode.UNIQUE_CLASH,
                    subject,
                    tally.clashes()
                            + " values are on more than one source"
                            + (cleared
                                    ? ", or twice on one, when references are cleared to a value that stands for none"
                                    : "")
                            + ": " + advice(unique, table, primary),
                    tally.clashes(),
                    tally.samples());
        } else {
            findings.warning(
                    primary ? FindingCode.PRIMARY_CLASH : FindingCode.UNIQUE_CLASH,
                    subject,
                    tally.clashes() + " values are on more than one source; the first source's rows are kept"
                            + (unique.mayLeadReferences() ? ", and what refers to the others follows" : ""),
                    tally.clashes(),
                    tally.samples());
        }
    }
}
