package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.config.TableConfig.TableClass;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Which rows go into the target, as conditions in SQL.
 *
 * <p>The keys of rows that stay behind are in sets ({@link LeftOutSets}) where other tables refer to these rows, and where a row gives way
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

    private List<String> going(TablePlan table, SourcePlan source, String alias) {
        Optional<LeftOutSet> set = plan.leftOut(table.name(), source);
        List<String> conditions = new ArrayList<>();
        if (set.filter(LeftOutSet::complete).isEmpty()) {
            conditions.addAll(own(table, source, alias));
        }
        set.ifPresent(keys -> conditions.add(notIn(keys, alias, "")));
        return conditions;
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

    /** The condition that a row is in a set. */
    String in(LeftOutSet set, String alias, String further) {
        String same = keyOf(set).stream()
                .map(dialect::quote)
                .map(column -> "k." + column + " = " + alias + "." + column)
                .collect(Collectors.joining(" AND "));
        return "EXISTS (SELECT 1 FROM " + table(set) + " k WHERE " + same + further + ")";
    }

    private String notIn(LeftOutSet set, String alias, String further) {
        return "NOT " + in(set, alias, further);
    }

    /**
     * The conditions under which a row does not stay behind because of a reference. Rows that refer to nothing, and rows whose row
     * stays behind, are two things, each with a policy of its own.
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

    /** Whether rows stay behind because of this reference. */
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
        List<String> conditions = new ArrayList<>();
        for (String column : reference.columns()) {
            String value = alias + "." + dialect.quote(column);
            conditions.add(value + " IS NOT NULL");
            if (!reference.none().isEmpty()) {
                conditions.add(value + " NOT IN (" + numbers(reference.none()) + ")");
            }
        }
        if (reference.when() != null) {
            conditions.add("COALESCE((" + condition(reference.when(), source) + "), FALSE)");
        }
        return "(" + String.join(" AND ", conditions) + ")";
    }

    static String numbers(List<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(", "));
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

    /** What refers to a row that gives way is led to the row that is kept, or stays behind with it. */
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

    /** What earlier sources' rows keep the row {@code alias} out by. */
    List<Rival> earlier(UniquePlan unique, TablePlan table, SourcePlan source, String alias) {
        List<Rival> rivals = new ArrayList<>();
        for (SourcePlan earlier : plan.sources().subList(0, source.number() - 1)) {
            if (table.copiedFrom(earlier.number())) {
                rival(table, source, earlier, unique, alias).ifPresent(rivals::add);
            }
        }
        return rivals;
    }

    /** What another source's rows can keep the row {@code alias} out by. */
    public List<Rival> rivals(TablePlan table, SourcePlan source, String alias) {
        List<Rival> rivals = new ArrayList<>();
        for (UniquePlan unique : plan.uniques()) {
            if (unique.keepsFirst() && unique.table().equals(table.name())) {
                rivals.addAll(earlier(unique, table, source, alias));
            }
        }
        return rivals;
    }

    /**
     * Rows of another source that are kept in place of this one. Conditions of the operator name columns without an alias: those of one
     * row must not stand where the other is.
     *
     * @param source whose
     * @param unique the key that both have
     * @param alias of the other row
     * @param table the other rows, with that alias
     * @param own what must hold of this row alone, or there is no such other
     * @param theirs what must hold of the other row alone
     * @param both what must hold between them; all columns have their alias
     */
    public record Rival(
            SourcePlan source,
            UniquePlan unique,
            String alias,
            String table,
            List<String> own,
            List<String> theirs,
            String both) {

        /** The other rows, to stand behind FROM or JOIN; {@link #both} remains to be asked. */
        public String rows() {
            return among(alias, table, theirs);
        }

        /** The condition that there is such another row. */
        public String some() {
            List<String> conditions = new ArrayList<>(theirs);
            conditions.add(both);
            List<String> all = new ArrayList<>(own);
            all.add("EXISTS (SELECT 1 FROM " + table + " WHERE " + String.join(" AND ", conditions) + ")");
            return "(" + String.join(" AND ", all) + ")";
        }
    }

    private static String among(String alias, String rows, List<String> conditions) {
        return conditions.isEmpty()
                ? rows
                : "(SELECT " + alias + ".* FROM " + rows + " WHERE " + String.join(" AND ", conditions) + ") " + alias;
    }

    /** Rows of another source that have the same key afterwards; empty where none can. */
    private Optional<Rival> rival(
            TablePlan table, SourcePlan source, SourcePlan other, UniquePlan unique, String alias) {
        String o = "o" + ++aliases;
        List<String> own = new ArrayList<>();
        List<String> theirs = going(table, other, o);
        List<String> both = new ArrayList<>();
        for (String name : unique.columns()) {
            ColumnPlan column = table.column(name);
            Optional<String> equal = equalAfterwards(column, source, alias, other, o);
            if (equal.isEmpty()) {
                return Optional.empty();
            }
            both.add(equal.get());
            if (staying.some(column)) {
                own.add(staying.condition(column, source, alias));
                theirs.add(staying.condition(column, other, o));
            }
        }
        own.addAll(NoName.excluded(dialect, unique, table, alias));
        theirs.addAll(NoName.excluded(dialect, unique, table, o));
        String rows = SourceTable.rows(dialect, table, other, o);
        return Optional.of(new Rival(other, unique, o, rows, own, theirs, String.join(" AND ", both)));
    }

    /**
     * The condition that a value of another source will be the same, where both stay or all move; empty where it never is. Of a column
     * of which some values move, those that do never meet: nobody leads them elsewhere, or the plan refuses.
     */
    private Optional<String> equalAfterwards(
            ColumnPlan column, SourcePlan source, String alias, SourcePlan other, String o) {
        return staying.none(column) ? followed(column, source, alias, other, o) : Optional.of(same(column, o, alias));
    }

    /** Ids of two sources are the same afterwards only where one's row was kept for the other's. */
    private Optional<String> followed(ColumnPlan column, SourcePlan source, String alias, SourcePlan other, String o) {
        IdDomain domain =
                plan.domain(column.remaps().get(column.remaps().size() - 1).domain());
        for (UniquePlan unique : plan.uniques()) {
            for (ColumnName root : domain.roots()) {
                if (unique.leadsReferences() && root.table().equals(unique.table())) {
                    int number = ++aliases;
                    String mine = "f" + number;
                    String kept = "g" + number;
                    String id = dialect.quote(root.column());
                    return Optional.of(o + "." + dialect.quote(column.name()) + " = (SELECT MIN(" + kept + "." + id
                            + ") FROM " + keyed(unique, source, mine) + " JOIN " + kept(unique, other, kept)
                            + " ON "
                            + sameKey(unique, mine, kept) + " WHERE " + mine
                            + "."
                            + id + " = " + alias + "." + dialect.quote(column.name()) + ")");
                }
            }
        }
        return Optional.empty();
    }

    /** Equal as the target compares; without a conversion where that is not needed, so that an index serves. */
    private String same(ColumnPlan column, String one, String other) {
        String left = one + "." + dialect.quote(column.name());
        String right = other + "." + dialect.quote(column.name());
        return column.collationsDiffer()
                ? dialect.comparedAs(left, column.column()) + " = " + dialect.comparedAs(right, column.column())
                : left + " = " + right;
    }

    /** Rows of a source that go into the target, and of which another source can have one with the same unique key. */
    public String kept(UniquePlan unique, SourcePlan source, String alias) {
        List<String> conditions = going(plan.table(unique.table()), source, alias);
        conditions.addAll(keyStays(unique, source, alias));
        return among(alias, SourceTable.rows(dialect, plan.table(unique.table()), source, alias), conditions);
    }

    /**
     * All rows of a source of which another source can have one with the same unique key, to stand behind FROM or JOIN. Conditions of the
     * operator name columns without an alias, so they stand in a query of their own: the other rows may be of a table of the same name.
     */
    public String keyed(UniquePlan unique, SourcePlan source, String alias) {
        String rows = SourceTable.rows(dialect, plan.table(unique.table()), source, alias);
        return among(alias, rows, keyStays(unique, source, alias));
    }

    /** Rows of a source that give way to a row of an earlier source with the same unique key. */
    public String givingWay(UniquePlan unique, SourcePlan source, String alias) {
        TablePlan table = plan.table(unique.table());
        String given = plan.leftOut(table.name(), source)
                .map(set -> in(set, alias, " AND k.merge_rule = " + unique.number()))
                .orElse("1 = 0");
        return among(alias, SourceTable.rows(dialect, table, source, alias), List.of(given));
    }

    private List<String> keyStays(UniquePlan unique, SourcePlan source, String alias) {
        TablePlan table = plan.table(unique.table());
        return unique.columns().stream()
                .map(table::column)
                .filter(staying::some)
                .map(column -> staying.condition(column, source, alias))
                .toList();
    }

    /** The condition that two rows of a table have the same unique key, and not one that stands for none. */
    public String sameKey(UniquePlan unique, String alias, String otherAlias) {
        TablePlan table = plan.table(unique.table());
        List<String> conditions = unique.columns().stream()
                .map(column -> same(table.column(column), otherAlias, alias))
                .collect(Collectors.toCollection(ArrayList::new));
        conditions.addAll(NoName.excluded(dialect, unique, table, alias));
        conditions.addAll(NoName.excluded(dialect, unique, table, otherAlias));
        return String.join(" AND ", conditions);
    }
}
