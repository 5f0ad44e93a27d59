package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.TablePlan.Remap;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Builds SQL conditions that are true for the source rows that the merge copies.
 *
 * <p>The SQL conditions query the tables of {@link LeftOutSets}, which contain the keys of the rows that the merge does not copy.
 *
 * @param sets the name prefix of the tables that {@link LeftOutSets} creates
 */
public record RowRetention(MergePlan plan, Dialect dialect, String sets) {

    private static final String ROW = RowSelect.ROW;

    private static final String PARENT = "p";

    /** Excludes rows that are left out because of a duplicate in an earlier source. */
    private static final String LEFT_OUT_ITSELF = " AND k.merge_rule = 0";

    public RowRetention(MergePlan plan, Dialect dialect) {
        this(plan, dialect, AuditNames.LEFT_OUT);
    }

    /** Returns conditions that are all true if the merge copies a row. Each SQL condition uses {@code s} as the alias of the source table. */
    public List<String> going(TablePlan table, SourcePlan source) {
        return going(table, source, "");
    }

    /** Returns SQL conditions for copied rows and for duplicates of rows in an earlier source. */
    public List<String> goingOrGivingWay(UniquePlan unique, SourcePlan source) {
        return going(plan.table(unique.table()), source, unique.keepsFirst() ? LEFT_OUT_ITSELF : "");
    }

    private List<String> going(TablePlan table, SourcePlan source, String further) {
        return plan.leftOut(table.name(), source)
                .map(set -> List.of("NOT " + in(set, ROW, further)))
                .orElseGet(() -> own(table, source).stream().map(Condition::sql).toList());
    }

    /**
     * A condition that a row must fulfil to be copied.
     *
     * @param reference the reference that the condition checks, or null for the {@code where} condition of the table
     * @param orphan true if the condition rejects references to missing rows, false if the condition rejects references to left-out rows
     */
    public record Condition(String sql, @Nullable ReferencePlan reference, boolean orphan) {}

    public List<Condition> own(TablePlan table, SourcePlan source) {
        List<Condition> conditions = new ArrayList<>();
        if (table.where() != null) {
            conditions.add(new Condition("(" + condition(table.where(), source) + ")", null, false));
        }
        plan.referencesOf(table.name()).forEach(reference -> conditions.addAll(notLeftOutBy(reference, source)));
        return conditions;
    }

    /** Replaces {@code {source}} in a condition of {@code merge.yaml} by the quoted name of the source database. */
    public String condition(String condition, SourcePlan source) {
        return condition.replace("{source}", dialect.quote(source.database()));
    }

    String table(LeftOutSet set) {
        List<String> names = plan.tables().stream().map(TablePlan::name).toList();
        return dialect.table(plan.target(), sets + (names.indexOf(set.table()) + 1) + "_" + set.source());
    }

    /** Returns an SQL condition that is true if a row is left out because of a duplicate in an earlier source. */
    public String givesWay(LeftOutSet set) {
        return in(set, ROW, " AND k.merge_rule <> 0");
    }

    String in(LeftOutSet set, String alias, String further) {
        String same = Sql.join(
                " AND ",
                plan.table(set.table()).key(),
                column -> "k.%1$s = %2$s.%1$s".formatted(dialect.quote(column), alias));
        return "EXISTS (SELECT 1 FROM " + table(set) + " k WHERE " + same + further + ")";
    }

    /** Returns an SQL condition that is true if the columns of a reference contain ids. */
    public String active(ReferencePlan reference, SourcePlan source) {
        return active(reference, reference.columns(), source);
    }

    public String active(ReferencePlan reference, List<String> columns, SourcePlan source) {
        String ids = Sql.join(" AND ", columns, column -> isId(ROW + "." + dialect.quote(column), reference.none()));
        return active(ids, reference.when(), source);
    }

    public String applies(Remap remap, SourcePlan source, String value) {
        return active(isId(value, remap.none()), remap.when(), source);
    }

    private String active(String ids, @Nullable String when, SourcePlan source) {
        return when == null ? "(" + ids + ")" : "(" + ids + " AND COALESCE((" + condition(when, source) + "), FALSE))";
    }

    /** Returns an SQL condition that is true if a value is neither NULL nor a number in the list {@code none}. */
    public static String isId(String value, List<Long> none) {
        String values = Sql.join(", ", none, String::valueOf);
        return value + " IS NOT NULL" + (none.isEmpty() ? "" : " AND " + value + " NOT IN (" + values + ")");
    }

    List<Condition> notLeftOutBy(ReferencePlan reference, SourcePlan source) {
        return lost(reference, source, Orphans.DROP, WhenLeftOut.DROP);
    }

    /** Returns true if the merge may set the columns of a reference to NULL or to a value that means "no reference". */
    public boolean clears(ReferencePlan reference, SourcePlan source) {
        return !lost(reference, source, Orphans.CLEAR, WhenLeftOut.CLEAR).isEmpty();
    }

    /** Returns an SQL expression that replaces a reference to a missing or omitted row with NULL or a value for "no reference". */
    public String cleared(ColumnPlan column, ReferencePlan reference, SourcePlan source, String value) {
        List<Condition> conditions = lost(reference, source, Orphans.CLEAR, WhenLeftOut.CLEAR);
        String lost = Sql.join(" OR ", conditions, condition -> "NOT " + condition.sql());
        Object empty = column.column().nullable() ? "NULL" : reference.none().get(0);
        return "CASE WHEN " + lost + " THEN " + empty + " ELSE " + value + " END";
    }

    /** Returns conditions that are false if one of the given policies applies to the reference of a row. */
    private List<Condition> lost(ReferencePlan reference, SourcePlan source, Orphans orphans, WhenLeftOut whenLeftOut) {
        // with the policy KEEP, the plan does not count orphans in rows that the merge does not copy
        boolean mayBeOrphan =
                reference.orphans() == Orphans.KEEP || reference.orphanRows().get(source.number() - 1) > 0;
        String active = "NOT (" + active(reference, source) + " AND ";
        List<Condition> lost = new ArrayList<>();
        if (reference.orphans() == orphans && mayBeOrphan) {
            lost.add(new Condition(active + "NOT " + parentExists(reference, source) + ")", reference, true));
        }
        TablePlan parent = plan.table(reference.parent());
        boolean mayBeLeftOut = parent.tableClass() == TableClass.SKIP
                || plan.leftOut(parent.name(), ownerOf(parent, source)).isPresent();
        if (reference.whenLeftOut() == whenLeftOut && mayBeLeftOut) {
            String there = mayBeOrphan ? parentExists(reference, source) + " AND " : "";
            String gone = active + there + "NOT " + parentSurvives(reference, source) + ")";
            lost.add(new Condition(gone, reference, false));
        }
        return lost;
    }

    /** Returns an SQL condition that is true if the parent row exists in its source database. */
    public String parentExists(ReferencePlan reference, SourcePlan source) {
        TablePlan parent = plan.table(reference.parent());
        return parent.tableClass() == TableClass.SKIP ? "(1 = 1)" : parentWith(reference, ownerOf(parent, source), "");
    }

    /** Returns an SQL condition that is true if the target will contain the parent row or its replacement. */
    private String parentSurvives(ReferencePlan reference, SourcePlan source) {
        TablePlan parent = plan.table(reference.parent());
        if (parent.tableClass() == TableClass.SKIP) {
            return "(1 = 0)";
        }
        Optional<UniquePlan> keptBy = KeepFirst.keyOf(plan, parent);
        String further = keptBy.filter(UniquePlan::leadsReferences).isPresent() ? LEFT_OUT_ITSELF : "";
        SourcePlan owner = ownerOf(parent, source);
        List<String> ways = new ArrayList<>();
        ways.add(parentWith(reference, owner, notInSet(parent, owner, further)));
        if (keptBy.filter(UniquePlan::dropsReferences).isEmpty()) {
            ways.addAll(broughtByOthers(reference, source));
        }
        return "(" + String.join(" OR ", ways) + ")";
    }

    /** Returns a condition that is false for left-out rows of a parent table. */
    private String notInSet(TablePlan parent, SourcePlan owner, String further) {
        return plan.leftOut(parent.name(), owner)
                .map(set -> " AND NOT " + in(set, PARENT, further))
                .orElse("");
    }

    /**
     * Returns conditions that are true if the merge copies the parent row from another source. The method returns an empty list if the merge may
     * change the ids of the parent table.
     */
    public List<String> broughtByOthers(ReferencePlan reference, SourcePlan source) {
        TablePlan parent = plan.table(reference.parent());
        return plan.sources().stream()
                .filter(owner -> owner.number() != source.number()
                        && parent.copiedFrom(owner.number())
                        && meansTheSameEverywhere(reference, parent))
                .map(owner -> parentWith(reference, owner, notInSet(parent, owner, "")))
                .toList();
    }

    /** Returns an SQL condition that is true if a source contains a parent row that fulfils an additional condition. */
    private String parentWith(ReferencePlan reference, SourcePlan owner, String besides) {
        TablePlan parent = plan.table(reference.parent());
        if (parent.rowsOf(owner.number()) == null) {
            return "(1 = 0)";
        }
        return "EXISTS (SELECT 1 FROM " + RowSelect.rowsOf(dialect, parent, owner, PARENT) + " WHERE "
                + refersTo(reference, PARENT, ROW) + besides + ")";
    }

    /**
     * Returns an SQL condition that is true if one row refers to another row. Text columns of the referenced row are converted only if the
     * character sets differ.
     */
    public String refersTo(ReferencePlan reference, String other, String alias) {
        return Sql.join(" AND ", reference.links(), link -> {
            String referred = other + "." + dialect.quote(link.parent().column());
            String value = alias + "." + dialect.quote(link.column().column());
            Optional<ColumnPlan> parent = text(link.parent());
            if (parent.isEmpty() || text(link.column()).isEmpty()) {
                return referred + " = " + value;
            }
            Column as = parent.get().column();
            return (parent.get().charsetsDiffer() ? dialect.comparedAs(referred, as) : referred) + " = "
                    + dialect.comparedAs(value, as);
        });
    }

    private Optional<ColumnPlan> text(ColumnName name) {
        return plan.table(name.table())
                .find(name.column())
                .filter(column -> column.column().kind() == Column.Kind.TEXT);
    }

    /** Returns true if the ids of the parent table are static, so that an id identifies the same row in all sources. */
    boolean meansTheSameEverywhere(ReferencePlan reference, TablePlan parent) {
        List<ColumnPlan> columns =
                reference.parentColumns().stream().map(parent::column).toList();
        return parent.tableClass() != TableClass.MAIN_ONLY
                && columns.stream()
                        .allMatch(column -> column.follows().isEmpty()
                                && column.remaps().stream()
                                        .allMatch(remap ->
                                                plan.domain(remap.domain()).mode() == IdMode.STATIC))
                && columns.stream().anyMatch(column -> !column.remaps().isEmpty());
    }

    /** Returns the source that contains the parent rows of a reference, which is the main server for a main-only table. */
    public SourcePlan ownerOf(TablePlan parent, SourcePlan source) {
        return parent.tableClass() == TableClass.MAIN_ONLY ? plan.source(1) : source;
    }
}
