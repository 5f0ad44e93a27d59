package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which rows go into the target, as conditions in SQL.
 *
 * <p>The keys of rows that are left out are in sets ({@link LeftOutSets}) where other tables refer to these rows, and where a row gives way
 * to that of an earlier source. Of other tables no set is needed: their rows are told by their own {@code where}, and by the sets of the
 * tables that they refer to.
 */
public final class Survival {

    private final MergePlan plan;
    private final Dialect dialect;
    private final String sets;
    private final StayingValues staying;
    private int aliases;

    /** For one statement at a time; not thread-safe. */
    public Survival(MergePlan plan, Dialect dialect) {
        this(plan, dialect, AuditNames.LEFT_OUT);
    }

    /** The same with sets whose names begin with this. */
    Survival(MergePlan plan, Dialect dialect, String sets) {
        this.plan = plan;
        this.dialect = dialect;
        this.sets = sets;
        staying = new StayingValues(plan, dialect);
    }

    /** The condition under which the row {@code alias} of a source's table goes into the target; empty for always. */
    public String of(TablePlan table, SourcePlan source, String alias) {
        return String.join(" AND ", going(table, source, alias));
    }

    /** The same as conditions, each of which must hold. */
    public List<String> going(TablePlan table, SourcePlan source, String alias) {
        Optional<LeftOutSet> set = plan.leftOut(table.name(), source);
        List<String> conditions = new ArrayList<>();
        if (set.filter(LeftOutSet::complete).isEmpty()) {
            conditions.addAll(own(table, source, alias));
        }
        set.ifPresent(keys -> conditions.add(notIn(keys, alias, "")));
        return conditions;
    }

    /** Without regard to rows of other sources with the same unique key. */
    List<String> base(TablePlan table, SourcePlan source, String alias) {
        Optional<LeftOutSet> set = plan.leftOut(table.name(), source).filter(LeftOutSet::complete);
        return set.isPresent()
                ? new ArrayList<>(List.of(notIn(set.get(), alias, " AND k.merge_rule = 0")))
                : own(table, source, alias);
    }

    /** The conditions on the row itself, and on the rows that it refers to. */
    List<String> own(TablePlan table, SourcePlan source, String alias) {
        List<String> conditions = new ArrayList<>();
        if (table.where() != null) {
            conditions.add("(" + condition(table.where(), source) + ")");
        }
        for (ReferencePlan reference : plan.referencesOf(table.name())) {
            conditions.addAll(notLeftOutBy(reference, source, alias));
        }
        return conditions;
    }

    /** The table that holds a set, with the target's name, in quotes. */
    String table(LeftOutSet set) {
        List<String> names = plan.tables().stream().map(TablePlan::name).toList();
        return dialect.table(plan.target(), sets + (names.indexOf(set.table()) + 1) + "_" + set.source());
    }

    /** The columns by which a set tells rows apart: the table's key, or the one for whose sake rows give way. */
    List<String> keyOf(LeftOutSet set) {
        TablePlan table = plan.table(set.table());
        return !table.key().isEmpty()
                ? table.key()
                : plan.uniques().stream()
                        .filter(unique -> unique.keepsFirst() && unique.table().equals(table.name()))
                        .map(UniquePlan::columns)
                        .findFirst()
                        .orElse(List.of());
    }

    /** The condition that a row is in a set. Of a table without a key, rows with equal values that move are other rows. */
    String in(LeftOutSet set, String alias, String further) {
        TablePlan table = plan.table(set.table());
        SourcePlan source = plan.sources().get(set.source() - 1);
        List<String> same = new ArrayList<>();
        List<String> stay = new ArrayList<>();
        for (String name : keyOf(set)) {
            String key = "k." + dialect.quote(name);
            String value = alias + "." + dialect.quote(name);
            Optional<ColumnPlan> column = table.key().isEmpty() ? table.find(name) : Optional.empty();
            boolean text = column.filter(found -> found.column().kind() == Column.Kind.TEXT)
                    .isPresent();
            same.add(text ? dialect.exactText(key) + " = " + dialect.exactText(value) : key + " = " + value);
            column.filter(staying::some).ifPresent(found -> stay.add(staying.condition(found, source, alias)));
        }
        stay.add("EXISTS (SELECT 1 FROM " + table(set) + " k WHERE " + String.join(" AND ", same) + further + ")");
        return stay.size() == 1 ? stay.get(0) : "(" + String.join(" AND ", stay) + ")";
    }

    private String notIn(LeftOutSet set, String alias, String further) {
        return "NOT " + in(set, alias, further);
    }

    /**
     * The conditions under which a row is not left out because of a reference. Rows that refer to nothing, and rows whose row
     * is left out, are two things, each with a policy of its own.
     */
    public List<String> notLeftOutBy(ReferencePlan reference, SourcePlan source, String alias) {
        List<String> conditions = new ArrayList<>();
        boolean orphans = mayBeOrphan(reference, source);
        String inactive = "(NOT " + active(reference, source, alias) + " OR ";
        if (reference.orphans() == Orphans.DROP && orphans) {
            conditions.add(inactive + parentExists(reference, source, alias) + ")");
        }
        if (reference.whenLeftOut() == WhenLeftOut.DROP && losesParent(reference, source)) {
            String orphan = orphans ? "NOT " + parentExists(reference, source, alias) + " OR " : "";
            conditions.add(inactive + orphan + parentSurvives(reference, source, alias) + ")");
        }
        return conditions;
    }

    /** What will stand in a column of a reference that is emptied in some rows, where otherwise it were this value. */
    public String cleared(ColumnPlan column, ReferencePlan reference, SourcePlan source, String alias, String value) {
        String empty = column.column().nullable()
                ? "NULL"
                : String.valueOf(reference.none().get(0));
        return "CASE WHEN " + emptied(reference, source, alias) + " THEN " + empty + " ELSE " + value + " END";
    }

    private String emptied(ReferencePlan reference, SourcePlan source, String alias) {
        List<String> reasons = new ArrayList<>();
        boolean orphans = mayBeOrphan(reference, source);
        if (reference.orphans() == Orphans.CLEAR && orphans) {
            reasons.add("NOT " + parentExists(reference, source, alias));
        }
        if (reference.whenLeftOut() == WhenLeftOut.CLEAR && losesParent(reference, source)) {
            String there = orphans ? parentExists(reference, source, alias) + " AND " : "";
            reasons.add("(" + there + "NOT " + parentSurvives(reference, source, alias) + ")");
        }
        return active(reference, source, alias) + " AND (" + String.join(" OR ", reasons) + ")";
    }

    /** The condition under which the row that is referred to is there, wherever it goes. */
    public String parentExists(ReferencePlan reference, SourcePlan source, String alias) {
        TablePlan parent = plan.table(reference.parent());
        if (parent.tableClass() == TableClass.SKIP) {
            return "(1 = 1)";
        }
        SourcePlan owner = ownerOf(parent, source);
        if (parent.rowsOf(owner.number()) == null) {
            return "(1 = 0)";
        }
        String other = "p" + ++aliases;
        return "EXISTS (SELECT 1 FROM " + SourceTable.rows(dialect, parent, owner, other) + " WHERE "
                + String.join(" AND ", Referred.by(plan, dialect, reference, other, alias)) + ")";
    }

    /** A condition of the operator's, in which {source} stands for the source's database. */
    public String condition(String condition, SourcePlan source) {
        return condition.replace("{source}", dialect.quote(source.database()));
    }

    /** Whether rows are left out because of this reference. */
    public boolean leavesOut(ReferencePlan reference, SourcePlan source) {
        return (reference.orphans() == Orphans.DROP && orphansOf(reference, source) > 0)
                || (reference.whenLeftOut() == WhenLeftOut.DROP && losesParent(reference, source));
    }

    /** Whether the columns of this reference are emptied in some rows. */
    public boolean clears(ReferencePlan reference, SourcePlan source) {
        return (reference.orphans() == Orphans.CLEAR && orphansOf(reference, source) > 0)
                || (reference.whenLeftOut() == WhenLeftOut.CLEAR && losesParent(reference, source));
    }

    /** Of orphans that are kept, only those are counted that the target will have. */
    private static boolean mayBeOrphan(ReferencePlan reference, SourcePlan source) {
        return reference.orphans() == Orphans.KEEP || orphansOf(reference, source) > 0;
    }

    private static long orphansOf(ReferencePlan reference, SourcePlan source) {
        return reference.orphanRows().get(source.number() - 1);
    }

    private boolean losesParent(ReferencePlan reference, SourcePlan source) {
        TablePlan parent = plan.table(reference.parent());
        return parent.tableClass() == TableClass.SKIP
                || plan.leftOut(parent.name(), ownerOf(parent, source))
                        .filter(LeftOutSet::complete)
                        .isPresent();
    }

    private boolean dropsReferences(TablePlan table) {
        return plan.uniques().stream()
                .anyMatch(unique -> unique.dropsReferences() && unique.table().equals(table.name()));
    }

    /** The condition under which the columns of a reference hold one. */
    public String active(ReferencePlan reference, SourcePlan source, String alias) {
        return active(reference, reference.columns(), source, alias);
    }

    /** The same, as far as these of its columns go. */
    public String active(ReferencePlan reference, List<String> columns, SourcePlan source, String alias) {
        List<String> conditions = new ArrayList<>();
        for (String column : columns) {
            String value = alias + "." + dialect.quote(column);
            conditions.add(value + " IS NOT NULL");
            if (!reference.none().isEmpty()) {
                conditions.add(value + " NOT IN ("
                        + reference.none().stream().map(String::valueOf).collect(Collectors.joining(", ")) + ")");
            }
        }
        if (reference.when() != null) {
            conditions.add("COALESCE((" + condition(reference.when(), source) + "), FALSE)");
        }
        return "(" + String.join(" AND ", conditions) + ")";
    }

    /** The condition under which the row that is referred to is there and goes into the target. */
    public String parentSurvives(ReferencePlan reference, SourcePlan source, String alias) {
        TablePlan parent = plan.table(reference.parent());
        if (parent.tableClass() == TableClass.SKIP) {
            return "(1 = 0)";
        }
        SourcePlan owner = ownerOf(parent, source);
        List<String> ways = new ArrayList<>();
        if (parent.rowsOf(owner.number()) != null) {
            ways.add(survives(reference, parent, owner, alias));
        }
        if (!dropsReferences(parent)) {
            ways.addAll(broughtByOthers(reference, source, alias));
        }
        return ways.isEmpty() ? "(1 = 0)" : "(" + String.join(" OR ", ways) + ")";
    }

    /** What refers to a row that gives way is led to the row that is kept, or is left out with it. */
    private String survives(ReferencePlan reference, TablePlan parent, SourcePlan owner, String alias) {
        String other = "p" + ++aliases;
        List<String> conditions = Referred.by(plan, dialect, reference, other, alias);
        String led = plan.uniques().stream()
                .filter(unique -> unique.leadsReferences() && unique.table().equals(parent.name()))
                .map(unique -> " AND k.merge_rule <> " + unique.number())
                .collect(Collectors.joining());
        plan.leftOut(parent.name(), owner)
                .filter(LeftOutSet::complete)
                .ifPresent(set -> conditions.add(notIn(set, other, led)));
        return "EXISTS (SELECT 1 FROM " + SourceTable.rows(dialect, parent, owner, other) + " WHERE "
                + String.join(" AND ", conditions) + ")";
    }

    /**
     * The conditions, any of which is enough, under which another source brings a row of the same static id, so that the target has
     * what is referred to; none where ids do not mean the same everywhere.
     */
    public List<String> broughtByOthers(ReferencePlan reference, SourcePlan source, String alias) {
        TablePlan parent = plan.table(reference.parent());
        List<String> ways = new ArrayList<>();
        for (SourcePlan owner : meansTheSameEverywhere(reference, parent) ? plan.sources() : List.<SourcePlan>of()) {
            if (owner.number() != source.number() && parent.copiedFrom(owner.number())) {
                String other = "p" + ++aliases;
                List<String> conditions = Referred.by(plan, dialect, reference, other, alias);
                conditions.addAll(going(parent, owner, other));
                ways.add("EXISTS (SELECT 1 FROM " + SourceTable.rows(dialect, parent, owner, other) + " WHERE "
                        + String.join(" AND ", conditions) + ")");
            }
        }
        return ways;
    }

    /** Whether the ids of a reference stay as they are, so that another source's row may be the one that is referred to. */
    boolean meansTheSameEverywhere(ReferencePlan reference, TablePlan parent) {
        List<ColumnPlan> columns =
                reference.parentColumns().stream().map(parent::column).toList();
        return parent.tableClass() != TableClass.MAIN_ONLY
                && columns.stream()
                        .allMatch(column ->
                                !staying.moves(column) && column.follows().isEmpty())
                && columns.stream().anyMatch(column -> !column.remaps().isEmpty());
    }

    /** Of a table that is taken from the main server alone, the main server's rows are those that others refer to. */
    public SourcePlan ownerOf(TablePlan parent, SourcePlan source) {
        return parent.tableClass() == TableClass.MAIN_ONLY ? plan.sources().get(0) : source;
    }
}
