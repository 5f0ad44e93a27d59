package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Sql;
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
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the query that selects the rows of a source table with the values that the rows have in the target.
 *
 * <p>All columns of joined tables have names that begin with {@code merge_}, because conditions of {@code merge.yaml} contain column names without an
 * alias.
 */
public final class RowSelect {

    public static final String ROW = "s";

    private final MergePlan plan;
    private final Dialect dialect;
    private final TablePlan table;
    private final SourcePlan source;
    private final @Nullable String sets;
    private final RowRetention retention;
    private final List<String> joins = new ArrayList<>();
    private final Map<String, String> values = new LinkedHashMap<>();
    private final String keep;

    /** Creates a query that reads new ids and names from tables of the target. */
    public RowSelect(MergePlan plan, Dialect dialect, TablePlan table, SourcePlan source) {
        this(plan, dialect, table, source, null);
    }

    /**
     * Creates a query for a target that does not yet contain new ids and names. The query returns unchanged names, and a unique placeholder number
     * for each id that the merge has not yet assigned.
     *
     * @param sets the name prefix of the tables that {@link LeftOutSets} creates
     */
    public RowSelect(MergePlan plan, Dialect dialect, TablePlan table, SourcePlan source, @Nullable String sets) {
        this.plan = plan;
        this.dialect = dialect;
        this.table = table;
        this.source = source;
        this.sets = sets;
        retention = new RowRetention(plan, dialect, sets == null ? AuditNames.LEFT_OUT : sets);
        for (ColumnPlan column : table.columns()) {
            values.put(column.name(), valueOf(column));
        }
        keep = String.join(" AND ", retention.going(table, source));
    }

    public Map<String, String> values() {
        return values;
    }

    /** Returns a query for all copied rows that fulfil a condition. The query selects all copied rows if {@code condition} is an empty text. */
    public String query(String condition) {
        return "SELECT "
                + Sql.join(", ", values.entrySet(), value -> value.getValue() + " AS " + dialect.quote(value.getKey()))
                + " FROM " + from() + where(condition);
    }

    /** Returns the operand of a FROM clause, including joins with the tables of new ids and names. */
    public String from() {
        return rows() + String.join("", joins);
    }

    /** Returns the operand of a FROM clause without joins. An index hint makes the server read the rows in the order of the key. */
    public String rows() {
        SourceRows rows = table.rowsOf(source.number());
        String key = sets != null || rows == null || table.walk().isEmpty() ? null : rows.keyName();
        return rowsOf(dialect, table, source, ROW, dialect.forceIndex(key));
    }

    public static String rowsOf(Dialect dialect, TablePlan table, SourcePlan source, String alias) {
        return rowsOf(dialect, table, source, alias, "");
    }

    /** Returns the operand of a FROM clause that adds default values for columns that the source does not have. */
    private static String rowsOf(Dialect dialect, TablePlan table, SourcePlan source, String alias, String hint) {
        String stored = dialect.table(source.database(), table.name()) + " " + alias + hint;
        SourceRows rows = table.rowsOf(source.number());
        if (rows == null || rows.lacking().isEmpty()) {
            return stored;
        }
        List<String> selected = new ArrayList<>();
        rows.stored().forEach(column -> selected.add(alias + "." + dialect.quote(column)));
        rows.lacking().forEach((column, value) -> selected.add(value + " AS " + dialect.quote(column)));
        return "(SELECT " + String.join(", ", selected) + " FROM " + stored + ") " + alias;
    }

    /** Returns a {@code WHERE} clause for copied rows that fulfil a condition, or an empty text if no condition is necessary. */
    public String where(String condition) {
        String both = condition + (condition.isEmpty() || keep.isEmpty() ? "" : " AND ") + keep;
        return both.isEmpty() ? "" : " WHERE " + both;
    }

    private String valueOf(ColumnPlan column) {
        String value = renamed(column, remapped(column));
        for (ReferencePlan reference : plan.referencesOf(table.name())) {
            if (reference.has(column.name()) && retention.clears(reference, source)) {
                value = retention.cleared(column, reference, source, value);
            }
        }
        return value;
    }

    private String raw(ColumnPlan column) {
        return ROW + "." + dialect.quote(column.name());
    }

    private String remapped(ColumnPlan column) {
        String raw = raw(column);
        String cases = "";
        boolean same = true;
        for (Remap remap : column.remaps()) {
            String mapped = mapped(plan.domain(remap.domain()), raw);
            cases += " WHEN " + retention.applies(remap, source, raw) + " THEN " + mapped;
            same &= mapped.equals(raw);
        }
        return same ? raw : "CASE" + cases + " ELSE " + raw + " END";
    }

    private String mapped(IdDomain domain, String raw) {
        SourceIds ids = domain.of(source.number());
        boolean fresh = ids.freshFrom() != 0;
        String moved =
                fresh && sets != null ? standIn(raw) : ids.shift() == 0 ? raw : "(" + raw + " + " + ids.shift() + ")";
        if (sets == null ? !ids.mapped() : !isLed(domain)) {
            return moved;
        }
        String found = joined(
                sets == null
                        ? dialect.table(plan.target(), domain.mapTable())
                        : KeepFirst.replacements(plan, dialect, sets, domain),
                "%s.merge_source = " + source.number() + " AND %<s.merge_old_id = ",
                raw,
                "merge_new_id");
        return sets == null && fresh && domain.mode() == IdMode.MAP ? found : "COALESCE(" + found + ", " + moved + ")";
    }

    /** Returns an SQL expression for a placeholder number that is greater than all 64-bit numbers. */
    private String standIn(String id) {
        return "(CAST(" + id + " AS DECIMAL(30)) * 1024 + 10000000000000000000000 + " + source.number() + ")";
    }

    private boolean isLed(IdDomain domain) {
        return KeepFirst.leads(plan, domain).stream()
                .anyMatch(lead -> plan.leftOut(lead.root().table(), source).isPresent());
    }

    /**
     * The expression converts a replacement name to the column's collation, because the server cannot combine different binary collations in one
     * expression. A name in another character set than utf8mb4 is not converted, because the conversion could lose characters.
     */
    private String renamed(ColumnPlan column, String value) {
        boolean sameCharset = "utf8mb4".equals(column.column().charset());
        String result = value;
        for (Follow follow : column.follows()) {
            UniquePlan rule = plan.uniques().get(follow.rule() - 1);
            if (rule.renames() > 0 && sets == null) {
                String name = newName(rule, follow.refers() ? nameOf(rule, column) : raw(column));
                String when = follow.when() == null ? "" : "(" + retention.condition(follow.when(), source) + ") AND ";
                result = "CASE WHEN " + when + name + " IS NOT NULL THEN "
                        + (sameCharset ? dialect.comparedAs(name, column.column()) : name) + " ELSE "
                        + (sameCharset ? KeepFirst.compared(dialect, column, result) : result)
                        + " END";
            }
        }
        return result;
    }

    /** Returns the name to which a column refers as the key spells the name, or the column's value if the name is missing. */
    private String nameOf(UniquePlan rule, ColumnPlan column) {
        String names = "(SELECT " + dialect.quote(rule.columns().get(0)) + " AS merge_name FROM "
                + dialect.table(source.database(), rule.table()) + ")";
        return "COALESCE(" + joined(names, "%s.merge_name = ", raw(column), "merge_name") + ", " + raw(column) + ")";
    }

    private String newName(UniquePlan rule, String oldName) {
        String on = "%s.merge_rule = " + rule.number() + " AND %<s.merge_source = " + source.number()
                + " AND %<s.merge_old_value = ";
        String renames = dialect.table(plan.target(), AuditNames.RENAME);
        return joined(renames, on, dialect.exactText(oldName), "merge_new_value");
    }

    /** Adds a join with an audit table, and returns the qualified name of a column of the audit table. */
    private String joined(String audit, String on, String value, String column) {
        String alias = "j" + (joins.size() + 1);
        joins.add(" LEFT JOIN " + audit + " " + alias + " ON " + on.formatted(alias) + value);
        return alias + "." + column;
    }
}
