package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.IdDomain.SourceIds;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Follow;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of a source's table as they will stand in the target: what a run inserts, and what a verification expects.
 *
 * <p>The source's row is {@code s}. Conditions of the operator name columns without an alias; what is joined has no column whose
 * name does not begin with {@code merge_}.
 */
public final class RowSelect {

    /** The alias of the source's row. */
    public static final String ROW = "s";

    private final MergePlan plan;
    private final Dialect dialect;
    private final TablePlan table;
    private final SourcePlan source;
    private final Survival survival;
    private final StayingValues staying;
    private final List<String> joins = new ArrayList<>();
    private final Map<String, String> values = new LinkedHashMap<>();
    private final String keep;

    /** Of one table and source. */
    public RowSelect(MergePlan plan, Dialect dialect, TablePlan table, SourcePlan source) {
        this.plan = plan;
        this.dialect = dialect;
        this.table = table;
        this.source = source;
        survival = new Survival(plan, dialect);
        staying = new StayingValues(plan, dialect);
        for (ColumnPlan column : table.columns()) {
            values.put(column.name(), valueOf(column));
        }
        keep = survival.of(table, source, ROW);
    }

    /** What each column will hold. */
    public Map<String, String> values() {
        return values;
    }

    /** The values, comma-separated, in the order of the table's columns. */
    public String select() {
        return String.join(", ", values.values());
    }

    /** The values, each under the name of its column. */
    public String namedSelect() {
        return String.join(
                ", ",
                values.entrySet().stream()
                        .map(value -> value.getValue() + " AS " + dialect.quote(value.getKey()))
                        .toList());
    }

    /** What follows FROM: the source's rows, with what their values need. */
    public String from() {
        return rows() + String.join("", joins);
    }

    /** The same without what only the values need. */
    public String rows() {
        return table.walk().isEmpty()
                ? SourceTable.rows(dialect, table, source, ROW)
                : SourceTable.byKey(dialect, table, source, ROW);
    }

    /** {@code WHERE}, with the rows that go into the target, and more conditions; or empty. */
    public String where(String... more) {
        List<String> conditions = new ArrayList<>();
        for (String condition : more) {
            if (!condition.isEmpty()) {
                conditions.add(condition);
            }
        }
        if (!keep.isEmpty()) {
            conditions.add(keep);
        }
        return conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
    }

    // ------------------------------------------------------------------------------------------------------- values

    private String valueOf(ColumnPlan column) {
        String value = renamed(column, remapped(column));
        for (ReferencePlan reference : plan.referencesOf(table.name())) {
            if (names(reference.columns(), column.name()) && survival.clears(reference, source)) {
                value = survival.cleared(column, reference, source, ROW, value);
            }
        }
        return value;
    }

    private static boolean names(List<String> columns, String name) {
        return columns.stream().anyMatch(name::equalsIgnoreCase);
    }

    private String raw(ColumnPlan column) {
        return ROW + "." + dialect.quote(column.name());
    }

    private String remapped(ColumnPlan column) {
        String raw = raw(column);
        StringBuilder cases = new StringBuilder();
        for (Remap remap : column.remaps()) {
            String mapped = mapped(plan.domain(remap.domain()), raw);
            if (!mapped.equals(raw) || remap.when() != null) {
                cases.append(" WHEN ")
                        .append(staying.applies(remap, source, raw))
                        .append(" THEN ")
                        .append(mapped);
            }
        }
        return cases.isEmpty() ? raw : "CASE" + cases + " ELSE " + raw + " END";
    }

    private String mapped(IdDomain domain, String raw) {
        SourceIds ids = domain.of(source.number());
        String shifted = ids.shift() == 0 ? raw : "(" + raw + " + " + ids.shift() + ")";
        if (!ids.mapped()) {
            return shifted;
        }
        String fresh = join(
                dialect.table(plan.target(), domain.mapTable()),
                "m",
                alias -> alias + ".merge_source = " + source.number() + " AND " + alias + ".merge_old_id = " + raw);
        fresh += ".merge_new_id";
        return domain.mode() == IdMode.MAP && ids.freshFrom() != 0 ? fresh : "COALESCE(" + fresh + ", " + shifted + ")";
    }

    /**
     * New names have a collation of their own, which must not meet the column's: two that are binary do not go together. A smaller
     * character set gives way to theirs; to convert them to it would lose characters in silence.
     */
    private String renamed(ColumnPlan column, String value) {
        String result = value;
        for (Follow follow : column.follows()) {
            UniquePlan rule = plan.uniques().get(follow.rule() - 1);
            if (rule.renames() > 0) {
                String renamed = join(
                                dialect.table(plan.target(), AuditNames.RENAME),
                                "r",
                                alias -> alias + ".merge_rule = " + rule.number() + " AND " + alias + ".merge_source = "
                                        + source.number() + " AND " + alias + ".merge_old_value = "
                                        + dialect.exactText(raw(column)))
                        + ".merge_new_value";
                String when = follow.when() == null ? "" : "(" + survival.condition(follow.when(), source) + ") AND ";
                boolean sameCharset = "utf8mb4".equals(column.column().charset());
                String after = sameCharset ? dialect.comparedAs(renamed, column.column()) : renamed;
                String before =
                        sameCharset && column.collationsDiffer() ? dialect.comparedAs(result, column.column()) : result;
                result = "CASE WHEN " + when + renamed + " IS NOT NULL THEN " + after + " ELSE " + before + " END";
            }
        }
        return result;
    }

    private interface On {
        String condition(String alias);
    }

    /** Adds a join and returns its alias. */
    private String join(String joined, String kind, On on) {
        String alias = kind + (joins.size() + 1);
        joins.add(" LEFT JOIN " + joined + " " + alias + " ON " + on.condition(alias));
        return alias;
    }
}
