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
 * Builds SQL conditions that decide whether a row is copied into the target.
 *
 * <p>A set of {@link LeftOutSets} contains the keys of a table's left-out rows if other tables refer to the table, or if a keep-first rule applies. A
 * table without references to it needs no set, because its condition {@code where} and its parent tables' sets determine the left-out rows.
 *
 * @param sets the prefix of the table names for the sets
 */
public record RowRetention(MergePlan plan, Dialect dialect, String sets) {

    private static final String ROW = RowSelect.ROW;

    private static final String PARENT = "p";

    /** A condition on a left-out row, which is false if a row with an equal unique key replaces the row. */
    private static final String LEFT_OUT_ITSELF = " AND k.merge_rule = 0";

    public RowRetention(MergePlan plan, Dialect dialect) {
        this(plan, dialect, AuditNames.LEFT_OUT);
    }

    /** Returns conditions that are all true if the row {@code s} of a source's table is copied into the target. */
    public List<String> going(TablePlan table, SourcePlan source) {
        return going(table, source, "");
    }

    /** Returns conditions that are all true if a row is copied into the target, or if a row with an equal unique key replaces the row. */
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
     * @param reference the reference that can cause the row to be left out, or null for the table's {@code where}
     * @param orphan true if the row is left out because it refers to a missing row, false if it refers to a left-out row
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

    /** Replaces {source} in an operator's condition by the quoted name of the source's database. */
    public String condition(String condition, SourcePlan source) {
        return condition.replace("{source}", dialect.quote(source.database()));
    }

    String table(LeftOutSet set) {
        List<String> names = plan.tables().stream().map(TablePlan::name).toList();
        return dialect.table(plan.target(), sets + (names.indexOf(set.table()) + 1) + "_" + set.source());
    }

    /** Returns the condition that a row is left out because a row with an equal unique key replaces the row. */
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

    /** Returns the condition under which the columns of a reference contain ids. */
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

    /** Returns the condition that a value is an id, and neither NULL nor a value that means "no reference". */
    public static String isId(String value, List<Long> none) {
        String values = Sql.join(", ", none, String::valueOf);
        return value + " IS NOT NULL" + (none.isEmpty() ? "" : " AND " + value + " NOT IN (" + values + ")");
    }

    List<Condition> notLeftOutBy(ReferencePlan reference, SourcePlan source) {
        return lost(reference, source, Orphans.DROP, WhenLeftOut.DROP);
    }

    /** Returns true if the merge may clear the columns of a reference in some rows. */
    public boolean clears(ReferencePlan reference, SourcePlan source) {
        return !lost(reference, source, Orphans.CLEAR, WhenLeftOut.CLEAR).isEmpty();
    }

    /** Returns an expression for a referring column, which is {@code value} in rows whose reference is not cleared. */
    public String cleared(ColumnPlan column, ReferencePlan reference, SourcePlan source, String value) {
        List<Condition> conditions = lost(reference, source, Orphans.CLEAR, WhenLeftOut.CLEAR);
        String lost = Sql.join(" OR ", conditions, condition -> "NOT " + condition.sql());
        Object empty = column.column().nullable() ? "NULL" : reference.none().get(0);
        return "CASE WHEN " + lost + " THEN " + empty + " ELSE " + value + " END";
    }

    /** Returns conditions that are false if a given policy applies to a row's reference, or an empty list if no policy can apply. */
    private List<Condition> lost(ReferencePlan reference, SourcePlan source, Orphans orphans, WhenLeftOut whenLeftOut) {
        // orphans that are kept are always checked, because the plan counts only the orphans of the target
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

    /** Returns the condition that the parent row exists on its source, even if the parent row is not copied. */
    public String parentExists(ReferencePlan reference, SourcePlan source) {
        TablePlan parent = plan.table(reference.parent());
        return parent.tableClass() == TableClass.SKIP ? "(1 = 1)" : parentWith(reference, ownerOf(parent, source), "");
    }

    /** Returns the condition that the parent row is copied, or is replaced by a kept row that the references follow. */
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

    /** Returns a condition that excludes the left-out rows of a parent table. */
    private String notInSet(TablePlan parent, SourcePlan owner, String further) {
        return plan.leftOut(parent.name(), owner)
                .map(set -> " AND NOT " + in(set, PARENT, further))
                .orElse("");
    }

    /** Returns a condition for each other source, which is true if the source copies a row with an equal static id. */
    public List<String> broughtByOthers(ReferencePlan reference, SourcePlan source) {
        TablePlan parent = plan.table(reference.parent());
        return plan.sources().stream()
                .filter(owner -> owner.number() != source.number()
                        && parent.copiedFrom(owner.number())
                        && meansTheSameEverywhere(reference, parent))
                .map(owner -> parentWith(reference, owner, notInSet(parent, owner, "")))
                .toList();
    }

    /** Returns the condition that a source has the parent row, and that the parent row fulfils another condition. */
    private String parentWith(ReferencePlan reference, SourcePlan owner, String besides) {
        TablePlan parent = plan.table(reference.parent());
        if (parent.rowsOf(owner.number()) == null) {
            return "(1 = 0)";
        }
        return "EXISTS (SELECT 1 FROM " + RowSelect.rowsOf(dialect, parent, owner, PARENT) + " WHERE "
                + refersTo(reference, PARENT, ROW) + besides + ")";
    }

    /** Returns the condition that a row refers to the row {@code other}, whose text columns are converted only for different character sets. */
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

    /** Returns true if the ids of a reference are static, so that a row of another source may be the parent row. */
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

    /** Returns the source whose rows a reference means, which is the main server for a main-only table. */
    public SourcePlan ownerOf(TablePlan parent, SourcePlan source) {
        return parent.tableClass() == TableClass.MAIN_ONLY ? plan.source(1) : source;
    }
}
