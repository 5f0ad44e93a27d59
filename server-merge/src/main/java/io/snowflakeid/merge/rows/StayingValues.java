package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.sql.Dialect;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which values of a column stay as they are, and so may be the same on several sources. The others are ids that move: those of two
 * sources never meet, unless one's row was kept for the other's.
 */
public final class StayingValues {

    private final MergePlan plan;
    private final Dialect dialect;

    /** Of a plan's columns. */
    public StayingValues(MergePlan plan, Dialect dialect) {
        this.plan = plan;
        this.dialect = dialect;
    }

    /** Whether every value of the column is an id that moves. */
    public boolean none(ColumnPlan column) {
        return moves(column) && !stays(column);
    }

    /** Whether some values of the column are ids that move, and some are not. */
    public boolean some(ColumnPlan column) {
        return moves(column) && stays(column);
    }

    /** Whether the column holds ids that move. */
    public boolean moves(ColumnPlan column) {
        return column.remaps().stream().anyMatch(this::moves);
    }

    private boolean moves(Remap remap) {
        return plan.domain(remap.domain()).mode() != IdMode.STATIC;
    }

    private boolean stays(ColumnPlan column) {
        for (Remap remap : column.remaps()) {
            if (!moves(remap)) {
                return true;
            }
            if (remap.when() == null && remap.none().isEmpty()) {
                return false;
            }
        }
        return true;
    }

    /** The condition under which the value of a row stays; it names columns without an alias where the operator's do. */
    String condition(ColumnPlan column, SourcePlan source, String alias) {
        String value = alias + "." + dialect.quote(column.name());
        return column.remaps().stream()
                .map(remap -> " WHEN " + applies(remap, source, value) + " THEN " + (moves(remap) ? 1 : 0))
                .collect(Collectors.joining("", "CASE", " ELSE 0 END = 0"));
    }

    /** The condition under which a value is an id of that domain. */
    public String applies(Remap remap, SourcePlan source, String value) {
        String isId = isId(value, remap.none());
        return remap.when() == null ? isId : "(" + asked(dialect, remap.when(), source) + ") AND " + isId;
    }

    /** The condition that a value is there, and none of those that stand for no id. */
    public static String isId(String value, List<Long> none) {
        String values = none.stream().map(String::valueOf).collect(Collectors.joining(", "));
        return value + " IS NOT NULL" + (none.isEmpty() ? "" : " AND " + value + " NOT IN (" + values + ")");
    }

    /** A condition of the operator's, in which {source} stands for the source's database. */
    static String asked(Dialect dialect, String condition, SourcePlan source) {
        return condition.replace("{source}", dialect.quote(source.database()));
    }
}
