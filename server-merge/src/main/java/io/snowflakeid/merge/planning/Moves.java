package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What will stand in a column, as far as the plan tells before a run. */
final class Moves {

    private final MergePlan draft;
    private final Dialect dialect;

    Moves(MergePlan draft, Dialect dialect) {
        this.draft = draft;
        this.dialect = dialect;
    }

    /** Whether ids in this column get other numbers, or names in it other names. */
    boolean changes(ColumnPlan column) {
        return column.remaps().stream().anyMatch(remap -> moves(draft.domain(remap.domain()))) || renamed(column);
    }

    private boolean renamed(ColumnPlan column) {
        return column.follows().stream()
                .anyMatch(follow -> draft.uniques().get(follow.rule() - 1).renames() > 0);
    }

    private static boolean moves(IdDomain domain) {
        return domain.sources().stream().anyMatch(ids -> ids.shift() != 0 || ids.mapped());
    }

    /** The column and those that it is computed from, as far as they are computed too. */
    Set<Column> behind(Column column, List<Column> generated, Set<Column> seen) {
        seen.add(column);
        for (Column other : generated) {
            if (!seen.contains(other) && names(String.valueOf(column.generated()), other.name())) {
                behind(other, generated, seen);
            }
        }
        return seen;
    }

    /** Whether an expression, as the catalog tells it, names a column; it quotes them all. */
    boolean names(String expression, String column) {
        return expression
                .toLowerCase(Locale.ROOT)
                .contains(dialect.quote(column).toLowerCase(Locale.ROOT));
    }
}
