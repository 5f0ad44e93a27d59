package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Survival;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Columns that get other values in the target, as far as the plan knows before a run. */
final class ChangedColumns {

    private final Game game;
    private final MergePlan draft;
    private final Dialect dialect;

    ChangedColumns(Game game, MergePlan draft) {
        this.game = game;
        this.draft = draft;
        dialect = game.sessions().dialect();
    }

    /** Those from which a column of the key is computed. */
    Set<String> behind(UniquePlan unique) {
        TablePlan table = draft.table(unique.table());
        List<Column> generated = game.mainTable(table.name()).columns().stream()
                .filter(column -> column.generated() != null)
                .toList();
        Set<String> changed = new LinkedHashSet<>();
        for (String name : unique.columns()) {
            Column column = game.mainTable(table.name()).column(name);
            if (column.generated() != null) {
                for (Column behind : computedFrom(column, generated, new LinkedHashSet<>())) {
                    String expression = String.valueOf(behind.generated());
                    table.columns().stream()
                            .filter(each -> names(expression, each.name()))
                            .filter(each -> changes(each) || followsOrIsCleared(table, each))
                            .forEach(each -> changed.add(each.name()));
                }
            }
        }
        return changed;
    }

    /** The column and those that it is computed from, if they are computed too. */
    private Set<Column> computedFrom(Column column, List<Column> generated, Set<Column> seen) {
        seen.add(column);
        for (Column other : generated) {
            if (!seen.contains(other) && names(String.valueOf(column.generated()), other.name())) {
                computedFrom(other, generated, seen);
            }
        }
        return seen;
    }

    /** Whether an expression of the catalog names a column; it quotes them all. */
    private boolean names(String expression, String column) {
        return expression
                .toLowerCase(Locale.ROOT)
                .contains(dialect.quote(column).toLowerCase(Locale.ROOT));
    }

    /** Whether ids in this column get other numbers, or names in it other names. */
    private boolean changes(ColumnPlan column) {
        return column.remaps().stream().anyMatch(remap -> moves(draft.domain(remap.domain())))
                || column.follows().stream()
                        .anyMatch(
                                follow -> draft.uniques().get(follow.rule() - 1).renames() > 0);
    }

    private static boolean moves(IdDomain domain) {
        return domain.sources().stream().anyMatch(ids -> ids.shift() != 0 || ids.mapped());
    }

    private boolean followsOrIsCleared(TablePlan table, ColumnPlan column) {
        Survival survival = new Survival(draft, dialect);
        return column.remaps().stream().anyMatch(remap -> Uniques.lead(draft, draft.domain(remap.domain())))
                || draft.referencesOf(table.name()).stream()
                        .filter(reference -> reference.columns().contains(column.name()))
                        .anyMatch(reference ->
                                draft.sources().stream().anyMatch(source -> survival.clears(reference, source)));
    }
}
