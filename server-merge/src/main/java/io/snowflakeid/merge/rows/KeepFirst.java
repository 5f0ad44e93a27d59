package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Rows of several sources that have the same unique key, of which the first that goes into the target is kept, in SQL. */
public final class KeepFirst {

    private final MergePlan plan;
    private final Dialect dialect;
    private final Survival survival;
    private final StayingValues staying;
    private int aliases;

    /** For one statement at a time; not thread-safe. */
    public KeepFirst(MergePlan plan, Dialect dialect) {
        this(plan, dialect, new Survival(plan, dialect));
    }

    KeepFirst(MergePlan plan, Dialect dialect, Survival survival) {
        this.plan = plan;
        this.dialect = dialect;
        this.survival = survival;
        staying = new StayingValues(plan, dialect);
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
        List<String> theirs = survival.going(table, other, o);
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
     * of which some values move, those that do never meet: no rule leads them elsewhere, or the plan refuses.
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
                            + ") FROM " + keyed(unique, source, mine) + " JOIN " + based(unique, other, kept)
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

    /**
     * Rows of a source that go into the target, or would if no row of another source had the same unique key. Of rows that give way to the
     * same row of a third source, references are led to one row.
     */
    private String based(UniquePlan unique, SourcePlan source, String alias) {
        TablePlan table = plan.table(unique.table());
        List<String> conditions = survival.base(table, source, alias);
        conditions.addAll(keyStays(unique, source, alias));
        return among(alias, SourceTable.rows(dialect, table, source, alias), conditions);
    }

    /** Rows of a source that go into the target, and of which another source can have one with the same unique key. */
    public String kept(UniquePlan unique, SourcePlan source, String alias) {
        List<String> conditions = survival.going(plan.table(unique.table()), source, alias);
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
                .map(set -> survival.in(set, alias, " AND k.merge_rule = " + unique.number()))
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
