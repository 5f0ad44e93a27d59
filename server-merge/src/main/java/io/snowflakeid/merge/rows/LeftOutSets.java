package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.ReferenceConfig.Orphans;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.Databases;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Dialect.HashedColumn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the rows that are left out, and puts their keys into tables of the target.
 *
 * <p>The order is fixed, and each step looks at what earlier ones have found: rows that their {@code where} leaves out or that refer to
 * nothing; then rows that refer to rows that are left out, until no more are found, so that circles of references do no harm; then, source
 * by source, rows that give way to a row of an earlier source that stays, each time with the rows that refer to them. All of it depends on
 * the sources alone, so plan, run and verification find the same.
 */
public final class LeftOutSets {

    private final MergePlan plan;
    private final Dialect dialect;
    private final String names;
    private final List<LeftOutSet> wanted;
    private final MergePlan growing;

    /** Of a plan, in tables whose names begin with this. */
    public LeftOutSets(MergePlan plan, Dialect dialect, String names) {
        this.plan = plan;
        this.dialect = dialect;
        this.names = names;
        wanted = wanted();
        growing = plan.withLeftOut(wanted);
    }

    // ------------------------------------------------------------------------------------------------------- wanted

    /** Whether a plan may need any. */
    public boolean none() {
        return wanted.isEmpty();
    }

    private List<LeftOutSet> wanted() {
        List<LeftOutSet> sets = new ArrayList<>();
        for (TablePlan table : plan.tables()) {
            for (SourcePlan source : plan.sources()) {
                boolean complete = isReferredTo(table) && !table.key().isEmpty() && mayLose(table, source);
                if (table.copiedFrom(source.number()) && (complete || mayGiveWay(table, source))) {
                    sets.add(new LeftOutSet(table.name(), source.number(), complete, 1, ""));
                }
            }
        }
        return List.copyOf(sets);
    }

    /** Tables without a key of which rows are left out, and to which others refer that would not be led to other rows. */
    public List<String> withoutKey() {
        return plan.tables().stream()
                .filter(table -> table.key().isEmpty() && isReferredTo(table) && !leadsReferences(table))
                .filter(table -> plan.sources().stream()
                        .anyMatch(source -> table.copiedFrom(source.number()) && mayLose(table, source)))
                .map(TablePlan::name)
                .toList();
    }

    private boolean isReferredTo(TablePlan table) {
        return plan.references().stream()
                .anyMatch(reference -> reference.parent().equals(table.name()));
    }

    private boolean leadsReferences(TablePlan table) {
        return plan.uniques().stream()
                .anyMatch(unique -> unique.leadsReferences() && unique.table().equals(table.name()));
    }

    private boolean mayGiveWay(TablePlan table, SourcePlan source) {
        return !source.main()
                && plan.uniques().stream()
                        .anyMatch(
                                unique -> unique.keepsFirst() && unique.table().equals(table.name()));
    }

    private boolean mayLose(TablePlan table, SourcePlan source) {
        return mayLose(table, source, new HashSet<>());
    }

    /**
     * Whether rows may be left out.
     *
     * @param seen tables with the number of a source, of which this was asked already
     */
    private boolean mayLose(TablePlan table, SourcePlan source, Set<String> seen) {
        return seen.add(source.number() + " " + table.name())
                && (table.where() != null
                        || mayGiveWay(table, source)
                        || plan.referencesOf(table.name()).stream()
                                .anyMatch(reference -> losesBy(reference, source)
                                        || (reference.whenLeftOut() == WhenLeftOut.DROP
                                                && mayLoseParent(reference, source, seen))));
    }

    private static boolean losesBy(ReferencePlan reference, SourcePlan source) {
        return reference.orphans() == Orphans.DROP && reference.orphanRows().get(source.number() - 1) > 0;
    }

    private boolean mayLoseParent(ReferencePlan reference, SourcePlan source, Set<String> seen) {
        TablePlan parent = plan.table(reference.parent());
        return switch (parent.tableClass()) {
            case SKIP -> true;
            case MAIN_ONLY -> mayLose(parent, plan.sources().get(0), seen);
            case UNION -> mayLose(parent, source, seen);
        };
    }

    // -------------------------------------------------------------------------------------------------------- build

    /** Makes the tables anew and fills them; returns the sets that are not empty. */
    public List<LeftOutSet> build(Connection session) throws SQLException {
        drop(session);
        for (LeftOutSet set : wanted) {
            create(session, set);
        }
        Deque<LeftOutSet> grown = new ArrayDeque<>();
        for (LeftOutSet set : wanted) {
            if (set.complete()) {
                Survival survival = survival();
                addOthers(session, survival, set, survival.own(tableOf(set), sourceOf(set), "s"), grown);
            }
        }
        close(session, grown);
        for (SourcePlan source : plan.sources().subList(1, plan.sources().size())) {
            for (UniquePlan unique : plan.uniques()) {
                giveWay(session, unique, source, grown);
            }
        }
        return filled(session);
    }

    private Survival survival() {
        return new Survival(growing, dialect, names);
    }

    private TablePlan tableOf(LeftOutSet set) {
        return plan.table(set.table());
    }

    private SourcePlan sourceOf(LeftOutSet set) {
        return plan.sources().get(set.source() - 1);
    }

    private void create(Connection session, LeftOutSet set) throws SQLException {
        Survival survival = survival();
        List<String> key = survival.keyOf(set);
        String like = "SELECT " + key.stream().map(dialect::quote).collect(Collectors.joining(", ")) + " FROM "
                + SourceTable.rows(dialect, tableOf(set), sourceOf(set), "s");
        SourceRows rows = tableOf(set).rowsOf(set.source());
        List<String> indexed = key.stream()
                .filter(name -> rows == null || !rows.lacking().containsKey(name))
                .map(name -> tableOf(set)
                        .find(name)
                        .map(column -> dialect.indexed(column.column(), key.size()))
                        .orElse(dialect.quote(name)))
                .toList();
        Sql.update(session, dialect.createKeySet(survival.table(set), like, indexed));
    }

    /** Adds rows {@code s} that are not in the set yet; where there are any, what refers to them has to be looked at. */
    private void add(
            Connection session, Survival survival, LeftOutSet set, int rule, String condition, Deque<LeftOutSet> grown)
            throws SQLException {
        TablePlan table = tableOf(set);
        SourcePlan source = sourceOf(set);
        String columns = survival.keyOf(set).stream().map(dialect::quote).collect(Collectors.joining(", "));
        String values = survival.keyOf(set).stream()
                .map(column -> "s." + dialect.quote(column))
                .collect(Collectors.joining(", "));
        dialect.use(session, source.database());
        long added = Sql.update(
                session,
                "INSERT INTO " + survival.table(set) + " (" + columns + ", merge_rule) SELECT " + values + ", " + rule
                        + " FROM " + SourceTable.rows(dialect, table, source, "s") + " WHERE "
                        + survival.of(table, source, "s") + " AND " + condition);
        if (added > 0) {
            grown.add(set);
        }
    }

    /** Adds rows that do not fulfil all of these conditions, on a row {@code s}. */
    private void addOthers(
            Connection session, Survival survival, LeftOutSet set, List<String> conditions, Deque<LeftOutSet> grown)
            throws SQLException {
        if (!conditions.isEmpty()) {
            String others = "NOT COALESCE(" + String.join(" AND ", conditions) + ", FALSE)";
            add(session, survival, set, 0, others, grown);
        }
    }

    /** Until no row is found that refers to one that is left out. */
    private void close(Connection session, Deque<LeftOutSet> grown) throws SQLException {
        while (!grown.isEmpty()) {
            LeftOutSet parent = grown.remove();
            for (ReferencePlan reference : plan.references()) {
                if (reference.parent().equals(parent.table()) && reference.whenLeftOut() == WhenLeftOut.DROP) {
                    for (LeftOutSet child : wanted) {
                        if (child.complete()
                                && child.table().equals(reference.table())
                                && mayReferTo(reference, child, parent)) {
                            follow(session, reference, child, grown);
                        }
                    }
                }
            }
        }
    }

    private boolean mayReferTo(ReferencePlan reference, LeftOutSet child, LeftOutSet parent) {
        Survival survival = survival();
        return survival.ownerOf(tableOf(parent), sourceOf(child)).number() == parent.source()
                || survival.meansTheSameEverywhere(reference, tableOf(parent));
    }

    private void follow(Connection session, ReferencePlan reference, LeftOutSet child, Deque<LeftOutSet> grown)
            throws SQLException {
        Survival survival = survival();
        addOthers(session, survival, child, survival.notLeftOutBy(reference, sourceOf(child), "s"), grown);
    }

    private void giveWay(Connection session, UniquePlan unique, SourcePlan source, Deque<LeftOutSet> grown)
            throws SQLException {
        for (LeftOutSet set : wanted) {
            if (unique.keepsFirst() && set.table().equals(unique.table()) && set.source() == source.number()) {
                Survival survival = survival();
                String some = someEarlier(growing, survival, unique, set);
                if (!some.isEmpty()) {
                    add(session, survival, set, unique.number(), "(" + some + ")", grown);
                }
                close(session, grown);
            }
        }
    }

    private String someEarlier(MergePlan of, Survival survival, UniquePlan unique, LeftOutSet set) {
        return new KeepFirst(of, dialect, survival)
                .earlier(unique, tableOf(set), sourceOf(set), "s").stream()
                        .map(KeepFirst.Rival::some)
                        .collect(Collectors.joining(" OR "));
    }

    // --------------------------------------------------------------------------------------------------------- read

    private List<LeftOutSet> filled(Connection session) throws SQLException {
        List<LeftOutSet> filled = new ArrayList<>();
        for (LeftOutSet set : wanted) {
            LeftOutSet read = read(session, set);
            if (read.rows() > 0) {
                filled.add(read);
            } else {
                Sql.update(session, "DROP TABLE " + survival().table(set));
            }
        }
        return filled;
    }

    /** The sets of the plan, as their tables are now. */
    public List<LeftOutSet> read(Connection session) throws SQLException {
        List<LeftOutSet> read = new ArrayList<>();
        for (LeftOutSet set : plan.leftOut()) {
            read.add(read(session, set));
        }
        return read;
    }

    private LeftOutSet read(Connection session, LeftOutSet set) throws SQLException {
        Survival survival = survival();
        List<HashedColumn> key = survival.keyOf(set).stream()
                .flatMap(name -> tableOf(set).find(name).stream())
                .map(column -> new HashedColumn("k." + dialect.quote(column.name()), column.column()))
                .toList();
        String sql = "SELECT COUNT(*), SUM(merge_rule), SUM(%s) FROM %s k"
                .formatted(dialect.rowHash(key), survival.table(set));
        return Sql.one(
                        session,
                        sql,
                        row -> new LeftOutSet(
                                set.table(),
                                set.source(),
                                set.complete(),
                                row.getLong(1),
                                row.getString(2) + ":" + row.getBigDecimal(3)))
                .orElseThrow();
    }

    /** How many rows gave way to a row that is left out itself, since sources' rows depend on each other in a circle. */
    public long giveWayToNone(Connection session, UniquePlan unique) throws SQLException {
        long rows = 0;
        for (LeftOutSet set : plan.leftOut()) {
            if (unique.keepsFirst() && set.table().equals(unique.table())) {
                Survival survival = new Survival(plan, dialect, names);
                String some = someEarlier(plan, survival, unique, set);
                dialect.use(session, sourceOf(set).database());
                rows += Sql.number(
                        session,
                        "SELECT COUNT(*) FROM " + SourceTable.rows(dialect, tableOf(set), sourceOf(set), "s")
                                + " WHERE "
                                + survival.in(set, "s", " AND k.merge_rule = " + unique.number())
                                + (some.isEmpty() ? "" : " AND NOT (" + some + ")"));
            }
        }
        return rows;
    }

    /** Drops all tables whose names begin so, also those of a plan that was killed. */
    public void drop(Connection session) throws SQLException {
        for (String table : Databases.tables(session, plan.target())) {
            if (table.startsWith(names)) {
                Sql.update(session, "DROP TABLE " + dialect.table(plan.target(), table));
            }
        }
    }
}
