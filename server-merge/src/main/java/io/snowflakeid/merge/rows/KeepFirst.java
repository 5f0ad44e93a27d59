package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Column;
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
import java.util.stream.Stream;

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

    /** The keys of a table for whose sake rows give way. */
    static Stream<UniquePlan> keysOf(MergePlan plan, TablePlan table) {
        return plan.uniques().stream()
                .filter(unique -> unique.keepsFirst() && unique.table().equals(table.name()));
    }

    /** For the sake of a key, what refers to ids of that column is led to the rows that are kept. */
    public record Lead(UniquePlan unique, IdDomain domain, ColumnName root) {}

    public static List<Lead> leads(MergePlan plan) {
        List<Lead> leads = new ArrayList<>();
        for (UniquePlan unique : plan.uniques()) {
            for (IdDomain domain : plan.domains()) {
                for (ColumnName root : domain.roots()) {
                    if (unique.leadsReferences() && root.table().equals(unique.table())) {
                        leads.add(new Lead(unique, domain, root));
                    }
                }
            }
        }
        return leads;
    }

    public static List<Lead> leads(MergePlan plan, IdDomain domain) {
        return leads(plan).stream()
                .filter(lead -> lead.domain().number() == domain.number())
                .toList();
    }

    // ------------------------------------------------------------------------------------------------------- rivals

    /** What another source's rows can keep the row {@code alias} out by. */
    public List<Rival> rivals(TablePlan table, SourcePlan source, String alias) {
        return keysOf(plan, table)
                .flatMap(unique -> rivals(unique, source, alias).stream())
                .toList();
    }

    /** The same for the sake of one key. */
    List<Rival> rivals(UniquePlan unique, SourcePlan source, String alias) {
        TablePlan table = plan.table(unique.table());
        return plan.sources().subList(0, source.number() - 1).stream()
                .filter(earlier -> table.copiedFrom(earlier.number()))
                .flatMap(earlier -> rival(unique, source, earlier, alias).stream())
                .toList();
    }

    /**
     * Rows of another source that are kept in place of this one. Conditions of the operator name columns without an alias: those of one
     * row must not stand where the other is.
     *
     * @param table the other rows, with their alias
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
    private Optional<Rival> rival(UniquePlan unique, SourcePlan source, SourcePlan other, String alias) {
        TablePlan table = plan.table(unique.table());
        String o = "o" + ++aliases;
        List<String> both = new ArrayList<>();
        for (String name : unique.columns()) {
            ColumnPlan column = table.column(name);
            // of a column of which some values move, those that do never meet: no rule leads them elsewhere, or the
            // plan refuses
            Optional<String> equal = staying.none(column)
                    ? followed(column, source, alias, other, o)
                    : Optional.of(same(column, o, alias));
            if (equal.isEmpty()) {
                return Optional.empty();
            }
            both.add(equal.get());
        }
        List<String> theirs = survival.going(table, other, o);
        theirs.addAll(comparable(unique, other, o));
        String rows = SourceTable.rows(dialect, table, other, o);
        return Optional.of(new Rival(
                other, unique, o, rows, comparable(unique, source, alias), theirs, String.join(" AND ", both)));
    }

    /**
     * Ids of two sources are the same afterwards only where one's row was kept for the other's. Of rows that give way to the same row of a
     * third source, references are led to one row.
     */
    private Optional<String> followed(ColumnPlan column, SourcePlan source, String alias, SourcePlan other, String o) {
        int last = column.remaps().get(column.remaps().size() - 1).domain();
        String name = dialect.quote(column.name());
        return leads(plan, plan.domain(last)).stream().findFirst().map(lead -> {
            String mine = "f" + ++aliases;
            String kept = "g" + aliases;
            List<String> base = survival.base(plan.table(lead.unique().table()), other, kept);
            return "%s.%s = (SELECT MIN(%s.%s) FROM %s JOIN %s ON %s WHERE %s.%4$s = %s.%2$s)"
                    .formatted(
                            o,
                            name,
                            kept,
                            dialect.quote(lead.root().column()),
                            keyed(lead.unique(), source, mine),
                            keyed(lead.unique(), other, kept, base),
                            sameKey(lead.unique(), mine, kept),
                            mine,
                            alias);
        });
    }

    // --------------------------------------------------------------------------------------------------- same keys

    /**
     * All rows of a source of which another source can have one with the same unique key, to stand behind FROM or JOIN. Conditions of the
     * operator name columns without an alias, so they stand in a query of their own: the other rows may be of a table of the same name.
     */
    public String keyed(UniquePlan unique, SourcePlan source, String alias) {
        return keyed(unique, source, alias, List.of());
    }

    /** Those that go into the target. */
    public String kept(UniquePlan unique, SourcePlan source, String alias) {
        return keyed(unique, source, alias, survival.going(plan.table(unique.table()), source, alias));
    }

    /** Those that give way to a row of an earlier source. */
    public String givingWay(UniquePlan unique, SourcePlan source, String alias) {
        String given = plan.leftOut(unique.table(), source)
                .map(set -> survival.in(set, alias, " AND k.merge_rule = " + unique.number()))
                .orElse("1 = 0");
        return keyed(unique, source, alias, List.of(given));
    }

    private String keyed(UniquePlan unique, SourcePlan source, String alias, List<String> conditions) {
        List<String> all = new ArrayList<>(conditions);
        all.addAll(comparable(unique, source, alias));
        return among(alias, SourceTable.rows(dialect, plan.table(unique.table()), source, alias), all);
    }

    /** What must hold of a row alone, that one of another source can have the same key: the key's values stay, and are a name. */
    private List<String> comparable(UniquePlan unique, SourcePlan source, String alias) {
        return Stream.concat(
                        unique.columns().stream()
                                .map(plan.table(unique.table())::column)
                                .filter(staying::some)
                                .map(column -> staying.condition(column, source, alias)),
                        named(unique, alias).stream())
                .toList();
    }

    /** The condition that two rows of a table have the same unique key, if another source can have one with it. */
    public String sameKey(UniquePlan unique, String alias, String otherAlias) {
        return unique.columns().stream()
                .map(plan.table(unique.table())::column)
                .map(column -> same(column, otherAlias, alias))
                .collect(Collectors.joining(" AND "));
    }

    private String same(ColumnPlan column, String one, String other) {
        String name = "." + dialect.quote(column.name());
        return compared(dialect, column, one + name) + " = " + compared(dialect, column, other + name);
    }

    /** A value as the target compares it; without a conversion where that is not needed, so that an index serves. */
    public static String compared(Dialect dialect, ColumnPlan column, String value) {
        return column.collationsDiffer() ? dialect.comparedAs(value, column.column()) : value;
    }

    /** The condition that a row's key is none that stands for no name, as any number of rows may have; none where every value is one. */
    public List<String> named(UniquePlan unique, String alias) {
        if (unique.none().isEmpty()) {
            return List.of();
        }
        ColumnPlan column = plan.table(unique.table()).column(unique.columns().get(0));
        String value = compared(dialect, column, alias + "." + dialect.quote(column.name()));
        return List.of(value + " NOT IN (" + noNames(unique, column.column()) + ")");
    }

    /** The values that stand for no name, as the column compares them, with commas between. */
    public String noNames(UniquePlan unique, Column column) {
        return unique.none().stream()
                .map(value -> dialect.comparedAs(dialect.literal(value), column))
                .collect(Collectors.joining(", "));
    }
}
