package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.ReferencePlan.Link;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.AuditNames;
import io.snowflakeid.merge.sql.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
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

    /** The conditions under which the row {@code alias} of a source's table goes into the target: all must hold. */
    public List<String> going(TablePlan table, SourcePlan source, String alias) {
        List<String> conditions = new ArrayList<>();
        if (completeSet(table, source).isEmpty()) {
            conditions.addAll(own(table, source, alias));
        }
        plan.leftOut(table.name(), source).ifPresent(set -> conditions.add("NOT " + in(set, alias, "")));
        return conditions;
    }

    /** Without regard to rows of other sources with the same unique key. */
    List<String> base(TablePlan table, SourcePlan source, String alias) {
        return completeSet(table, source)
                .map(set -> List.of("NOT " + in(set, alias, " AND k.merge_rule = 0")))
                .orElseGet(() -> own(table, source, alias));
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

    /** A condition of the operator's, in which {source} stands for the source's database. */
    public String condition(String condition, SourcePlan source) {
        return StayingValues.asked(dialect, condition, source);
    }

    // --------------------------------------------------------------------------------------------------------- sets

    private Optional<LeftOutSet> completeSet(TablePlan table, SourcePlan source) {
        return plan.leftOut(table.name(), source).filter(LeftOutSet::complete);
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
                : KeepFirst.keysOf(plan, table)
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
        return "(" + String.join(" AND ", stay) + ")";
    }

    // --------------------------------------------------------------------------------------------------- references

    /** The condition under which the columns of a reference hold one. */
    public String active(ReferencePlan reference, SourcePlan source, String alias) {
        return active(reference, reference.columns(), source, alias);
    }

    /** The same, as far as these of its columns go. */
    public String active(ReferencePlan reference, List<String> columns, SourcePlan source, String alias) {
        String ids = columns.stream()
                .map(column -> StayingValues.isId(alias + "." + dialect.quote(column), reference.none()))
                .collect(Collectors.joining(" AND "));
        return reference.when() == null
                ? "(" + ids + ")"
                : "(" + ids + " AND COALESCE((" + condition(reference.when(), source) + "), FALSE))";
    }

    /** The conditions under which a row is not left out because of a reference. */
    public List<String> notLeftOutBy(ReferencePlan reference, SourcePlan source, String alias) {
        return lost(reference, source, alias, Orphans.DROP, WhenLeftOut.DROP).stream()
                .map(lost -> "NOT " + lost)
                .toList();
    }

    /** Whether rows are left out because of this reference. */
    public boolean leavesOut(ReferencePlan reference, SourcePlan source) {
        return !notLeftOutBy(reference, source, "s").isEmpty();
    }

    /** Whether the columns of this reference are emptied in some rows. */
    public boolean clears(ReferencePlan reference, SourcePlan source) {
        return !lost(reference, source, "s", Orphans.CLEAR, WhenLeftOut.CLEAR).isEmpty();
    }

    /** What will stand in a column of a reference that is emptied in some rows, where otherwise it were this value. */
    public String cleared(ColumnPlan column, ReferencePlan reference, SourcePlan source, String alias, String value) {
        String lost = String.join(" OR ", lost(reference, source, alias, Orphans.CLEAR, WhenLeftOut.CLEAR));
        String empty = column.column().nullable()
                ? "NULL"
                : String.valueOf(reference.none().get(0));
        return "CASE WHEN " + lost + " THEN " + empty + " ELSE " + value + " END";
    }

    /**
     * The conditions under which a reference leads to no row of the target, as far as its policies are these; none where it cannot. Rows
     * that refer to nothing, and rows whose row is left out, are two things, each with a policy of its own.
     */
    private List<String> lost(
            ReferencePlan reference, SourcePlan source, String alias, Orphans orphans, WhenLeftOut whenLeftOut) {
        // of orphans that are kept, only those are counted that the target will have
        boolean mayBeOrphan =
                reference.orphans() == Orphans.KEEP || reference.orphanRows().get(source.number() - 1) > 0;
        String active = "(" + active(reference, source, alias) + " AND ";
        List<String> lost = new ArrayList<>();
        if (reference.orphans() == orphans && mayBeOrphan) {
            lost.add(active + "NOT " + parentExists(reference, source, alias) + ")");
        }
        if (reference.whenLeftOut() == whenLeftOut && losesParent(reference, source)) {
            String there = mayBeOrphan ? parentExists(reference, source, alias) + " AND " : "";
            lost.add(active + there + "NOT " + parentSurvives(reference, source, alias) + ")");
        }
        return lost;
    }

    private boolean losesParent(ReferencePlan reference, SourcePlan source) {
        TablePlan parent = plan.table(reference.parent());
        return parent.tableClass() == TableClass.SKIP
                || completeSet(parent, ownerOf(parent, source)).isPresent();
    }

    // ---------------------------------------------------------------------------------------------- row referred to

    /** The condition under which the row that is referred to is there, wherever it goes. */
    public String parentExists(ReferencePlan reference, SourcePlan source, String alias) {
        TablePlan parent = plan.table(reference.parent());
        if (parent.tableClass() == TableClass.SKIP) {
            return "(1 = 1)";
        }
        SourcePlan owner = ownerOf(parent, source);
        return parent.rowsOf(owner.number()) == null
                ? "(1 = 0)"
                : parentWith(reference, owner, alias, other -> List.of());
    }

    /** The condition under which the row that is referred to is there and goes into the target. */
    public String parentSurvives(ReferencePlan reference, SourcePlan source, String alias) {
        TablePlan parent = plan.table(reference.parent());
        List<String> ways = new ArrayList<>();
        SourcePlan owner = ownerOf(parent, source);
        if (parent.tableClass() != TableClass.SKIP && parent.rowsOf(owner.number()) != null) {
            ways.add(parentWith(reference, owner, alias, other -> survivesOrIsLed(parent, owner, other)));
        }
        if (KeepFirst.keysOf(plan, parent).noneMatch(UniquePlan::dropsReferences)) {
            ways.addAll(broughtByOthers(reference, source, alias));
        }
        return ways.isEmpty() ? "(1 = 0)" : "(" + String.join(" OR ", ways) + ")";
    }

    /** What refers to a row that gives way is led to the row that is kept, or is left out with it. */
    private List<String> survivesOrIsLed(TablePlan parent, SourcePlan owner, String alias) {
        String led = KeepFirst.keysOf(plan, parent)
                .filter(UniquePlan::leadsReferences)
                .map(unique -> " AND k.merge_rule <> " + unique.number())
                .collect(Collectors.joining());
        return completeSet(parent, owner).map(set -> "NOT " + in(set, alias, led)).stream()
                .toList();
    }

    /**
     * The conditions, any of which is enough, under which another source brings a row of the same static id, so that the target has
     * what is referred to; none where ids do not mean the same everywhere.
     */
    public List<String> broughtByOthers(ReferencePlan reference, SourcePlan source, String alias) {
        TablePlan parent = plan.table(reference.parent());
        return plan.sources().stream()
                .filter(owner -> owner.number() != source.number()
                        && parent.copiedFrom(owner.number())
                        && meansTheSameEverywhere(reference, parent))
                .map(owner -> parentWith(reference, owner, alias, other -> going(parent, owner, other)))
                .toList();
    }

    /** The condition that a source has the row that is referred to, and that this holds of the row besides, under its alias. */
    private String parentWith(
            ReferencePlan reference, SourcePlan owner, String alias, Function<String, List<String>> besides) {
        String other = "p" + ++aliases;
        List<String> conditions = refersTo(reference, other, alias);
        conditions.addAll(besides.apply(other));
        return "EXISTS (SELECT 1 FROM " + SourceTable.rows(dialect, plan.table(reference.parent()), owner, other)
                + " WHERE " + String.join(" AND ", conditions) + ")";
    }

    /**
     * The conditions that the row {@code other} is the one that a row refers to, as the target compares values. The row that is referred
     * to stands without a conversion, so that its index serves; only texts of another character set than the target's cannot be
     * compared so.
     */
    public List<String> refersTo(ReferencePlan reference, String other, String alias) {
        List<String> conditions = new ArrayList<>();
        for (Link link : reference.links()) {
            Optional<ColumnPlan> parent =
                    plan.table(reference.parent()).find(link.parent().column());
            Optional<ColumnPlan> child =
                    plan.table(reference.table()).find(link.column().column());
            String referred = other + "." + dialect.quote(link.parent().column());
            String value = alias + "." + dialect.quote(link.column().column());
            if (parent.isPresent() && child.isPresent() && differ(parent.get(), child.get())) {
                Column as = parent.get().column();
                referred = parent.get().charsetsDiffer() ? dialect.comparedAs(referred, as) : referred;
                value = dialect.comparedAs(value, as);
            }
            conditions.add(referred + " = " + value);
        }
        return conditions;
    }

    /** Texts of two collations cannot be compared as they are. */
    private static boolean differ(ColumnPlan parent, ColumnPlan child) {
        return parent.column().kind() == Column.Kind.TEXT
                && child.column().kind() == Column.Kind.TEXT
                && (parent.collationsDiffer()
                        || child.collationsDiffer()
                        || !Objects.equals(
                                parent.column().collation(), child.column().collation()));
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
