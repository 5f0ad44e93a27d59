package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.planning.KeyMerge.Row;
import io.snowflakeid.merge.planning.KeyMerge.Tally;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.SourceTable;
import io.snowflakeid.merge.sql.Survival;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Tells of names that the game may tell its things apart by, although no unique key says so, and that several sources have. */
final class MeetingNames extends PlanCheck {

    /** Of a hundred names of a source, so many are there once. */
    private static final int MOSTLY_DIFFERENT_PERCENT = 99;

    MeetingNames(Game game, MergePlan draft, Findings findings) {
        super(game, draft, findings);
    }

    void look() throws SQLException {
        for (TablePlan table : draft.tables()) {
            if (table.tableClass() == TableClass.UNION && mayBeReferredTo(table) && !meansTheSameEverywhere(table)) {
                for (ColumnPlan column : table.columns()) {
                    if (isName(column) && !isLookedAfter(table, column)) {
                        look(table, column);
                    }
                }
            }
        }
    }

    /** The first plan has no references yet: then what the server counts may be referred to. */
    private boolean mayBeReferredTo(TablePlan table) {
        return draft.references().stream()
                        .anyMatch(reference -> reference.parent().equals(table.name()))
                || table.columns().stream().anyMatch(column -> column.column().autoIncrement());
    }

    private boolean meansTheSameEverywhere(TablePlan table) {
        return draft.domains().stream()
                .anyMatch(domain -> domain.mode() == IdMode.STATIC
                        && domain.roots().stream().anyMatch(root -> root.table().equals(table.name())));
    }

    private static boolean isName(ColumnPlan column) {
        return column.name().toLowerCase(Locale.ROOT).endsWith("name")
                && column.column().kind() == Column.Kind.TEXT
                && column.column().characters() != null;
    }

    /** Whether a rule or a key says already what becomes of it. */
    private boolean isLookedAfter(TablePlan table, ColumnPlan column) {
        return !column.follows().isEmpty()
                || draft.uniques().stream()
                        .anyMatch(unique -> unique.table().equals(table.name())
                                && unique.columns().contains(column.name()))
                || game.mainTable(table.name()).keys().stream()
                        .anyMatch(key ->
                                key.unique() && key.columns().stream().anyMatch(column.name()::equalsIgnoreCase));
    }

    private void look(TablePlan table, ColumnPlan column) throws SQLException {
        List<SourcePlan> sources = draft.sources().stream()
                .filter(source -> table.copiedFrom(source.number()))
                .toList();
        List<Long> different = new ArrayList<>();
        KeyMerge merge = new KeyMerge(game.sessions());
        for (SourcePlan source : sources) {
            String named =
                    " FROM " + SourceTable.rows(dialect, table, source, "s") + " WHERE " + named(table, column, source);
            Names names = count(column, source, named);
            if (names.different() * 100 < names.all() * MOSTLY_DIFFERENT_PERCENT) {
                return;
            }
            different.add(names.different());
            String value = "s." + dialect.quote(column.name());
            merge.add(
                    source,
                    "SELECT " + dialect.sortKey(value, column.column()) + ", " + dialect.text(value) + named
                            + " ORDER BY 1");
        }
        long[] everywhere = {0};
        Tally tally = merge.tally(1, group -> {
            long having = group.stream().map(Row::source).distinct().count();
            everywhere[0] += having == sources.size() ? 1 : 0;
            return having > 1 ? group : List.of();
        });
        boolean same = different.stream().allMatch(number -> number == everywhere[0]);
        if (tally.clashes() > 0 && !same) {
            report(table, column, tally);
        }
    }

    /** Rows that go into the target and have a name. */
    private String named(TablePlan table, ColumnPlan column, SourcePlan source) {
        String keep = new Survival(draft, dialect).of(table, source, "s");
        // what is NULL is not unlike an empty text either
        return "s." + dialect.quote(column.name()) + " <> ''" + (keep.isEmpty() ? "" : " AND " + keep);
    }

    /** How many rows have a name, and how many names these are. */
    private record Names(long all, long different) {}

    private Names count(ColumnPlan column, SourcePlan source, String named) throws SQLException {
        String value = "s." + dialect.quote(column.name());
        String compared = column.collationsDiffer() ? dialect.comparedAs(value, column.column()) : value;
        return game.sessions().with(session -> {
            dialect.use(session, source.database());
            try (Statement statement = session.createStatement();
                    var row = statement.executeQuery("SELECT COUNT(*), COUNT(DISTINCT " + compared + ")" + named)) {
                row.next();
                return new Names(row.getLong(1), row.getLong(2));
            }
        });
    }

    private void report(TablePlan table, ColumnPlan column, Tally tally) {
        findings.warning(
                "NAMES_MEET",
                table.name() + "." + column.name(),
                tally.clashes()
                        + " values are on more than one source, and no key of the database forbids that; if the game tells them"
                        + " apart by it, write under unique: - { key: " + table.name() + "." + column.name()
                        + ", on-clash: rename }",
                tally.clashes(),
                tally.samples());
    }
}
