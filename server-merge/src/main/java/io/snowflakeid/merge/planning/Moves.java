package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.sql.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

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

    /** The columns of a table that an expression names and that change. */
    List<String> changedIn(TablePlan table, String expression) {
        return table.columns().stream()
                .filter(column -> names(expression, column.name()) && changes(column))
                .map(ColumnPlan::name)
                .toList();
    }

    /** The columns that change and that another one is computed from, also through others that are computed. */
    Set<String> changedBehind(TablePlan table, Column column, List<Column> generated) {
        Set<String> changed = new LinkedHashSet<>();
        for (Column each : behind(column, generated, new LinkedHashSet<>())) {
            changed.addAll(changedIn(table, String.valueOf(each.generated())));
        }
        return changed;
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

    /** The value in SQL, of the row {@code s}; the greatest fresh id stands for any of them, and a renamed value as it is. */
    String planned(ColumnPlan column, SourcePlan source) {
        String raw = "s." + dialect.quote(column.name());
        StringBuilder cases = new StringBuilder();
        for (Remap remap : column.remaps()) {
            SourceIds ids = draft.domain(remap.domain()).of(source.number());
            String moved = ids.freshFrom() != 0
                    ? String.valueOf(ids.freshFrom() + ids.ids() - 1)
                    : ids.shift() == 0 ? raw : "(" + raw + " + " + ids.shift() + ")";
            if (!moved.equals(raw) || remap.when() != null) {
                cases.append(" WHEN ")
                        .append(applies(remap, raw, source))
                        .append(" THEN ")
                        .append(moved);
            }
        }
        return cases.isEmpty() ? raw : "CASE" + cases + " ELSE " + raw + " END";
    }

    private String applies(Remap remap, String raw, SourcePlan source) {
        List<String> conditions = new ArrayList<>(List.of(raw + " IS NOT NULL"));
        if (remap.when() != null) {
            conditions.add("(" + remap.when().replace("{source}", dialect.quote(source.database())) + ")");
        }
        if (!remap.none().isEmpty()) {
            conditions.add(raw + " NOT IN ("
                    + remap.none().stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")");
        }
        return String.join(" AND ", conditions);
    }
}
