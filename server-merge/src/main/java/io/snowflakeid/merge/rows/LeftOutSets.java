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
import java.util.Optional;
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

    private static final String ROW = RowSelect.ROW;

    private final MergePlan plan;
    private final Dialect dialect;
    private final String names;
    private final MergePlan growing;
    private final Survival survival;
    private final KeepFirst keepFirst;

    /** Sets to which rows were added, and of which it was not looked yet what refers to these. */
    private final Deque<LeftOutSet> grown = new ArrayDeque<>();

    /** Of a plan, in tables whose names begin with this. */
    public LeftOutSets(MergePlan plan, Dialect dialect, String names) {
        this.plan = plan;
        this.dialect = dialect;
        this.names = names;
        growing = plan.withLeftOut(wanted());
        survival = new Survival(growing, dialect, names);
        keepFirst = new KeepFirst(growing, dialect, survival);
    }

    // ------------------------------------------------------------------------------------------------------- wanted

    /** Whether a plan may need any. */
    public boolean none() {
        return growing.leftOut().isEmpty();
    }

    private List<LeftOutSet> wanted() {
        List<LeftOutSet> sets = new ArrayList<>();
        for (TablePlan table : plan.tables()) {
            for (SourcePlan source : plan.sources()) {
                boolean complete =
                        isReferredTo(table) && !table.key().isEmpty() && mayLose(table, source, new HashSet<>());
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
                .filter(table -> table.key().isEmpty()
                        && isReferredTo(table)
                        && KeepFirst.keysOf(plan, table).noneMatch(UniquePlan::leadsReferences))
                .filter(table -> plan.sources().stream()
                        .anyMatch(
                                source -> table.copiedFrom(source.number()) && mayLose(table, source, new HashSet<>())))
                .map(TablePlan::name)
                .toList();
    }

    private boolean isReferredTo(TablePlan table) {
        return plan.references().stream()
                .anyMatch(reference -> reference.parent().equals(table.name()));
    }

    private boolean mayGiveWay(TablePlan table, SourcePlan source) {
        return !source.main() && KeepFirst.keysOf(plan, table).findAny().isPresent();
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
        for (LeftOutSet set : growing.leftOut()) {
            create(session, set);
        }
        for (LeftOutSet set : growing.leftOut()) {
            if (set.complete()) {
                addOthers(session, set, survival.own(tableOf(set), sourceOf(set), ROW));
            }
        }
        close(session);
        for (SourcePlan source : plan.sources().subList(1, plan.sources().size())) {
            for (UniquePlan unique : plan.uniques()) {
                giveWay(session, unique, source);
            }
        }
        return filled(session);
    }

    private TablePlan tableOf(LeftOutSet set) {
        return plan.table(set.table());
    }

    private SourcePlan sourceOf(LeftOutSet set) {
        return plan.sources().get(set.source() - 1);
    }

    private String rowsOf(LeftOutSet set) {
        return " FROM " + SourceTable.rows(dialect, tableOf(set), sourceOf(set), ROW);
    }

    private String columnsOf(LeftOutSet set) {
        return survival.keyOf(set).stream().map(dialect::quote).collect(Collectors.joining(", "));
    }

    private void create(Connection session, LeftOutSet set) throws SQLException {
        List<String> key = survival.keyOf(set);
        SourceRows rows = tableOf(set).rowsOf(set.source());
        List<String> indexed = key.stream()
                .filter(name -> rows == null || !rows.lacking().containsKey(name))
                .map(name -> tableOf(set)
                        .find(name)
                        .map(column -> dialect.indexed(column.column(), key.size()))
                        .orElse(dialect.quote(name)))
                .toList();
        String like = "SELECT " + columnsOf(set) + rowsOf(set);
        Sql.update(session, dialect.createKeySet(survival.table(set), like, indexed));
    }

    /** Adds rows that are not in the set yet; where there are any, what refers to them has to be looked at. */
    private void add(Connection session, LeftOutSet set, int rule, String condition) throws SQLException {
        List<String> conditions = survival.going(tableOf(set), sourceOf(set), ROW);
        conditions.add(condition);
        dialect.use(session, sourceOf(set).database());
        long added = Sql.update(
                session,
                "INSERT INTO %s (%s, merge_rule) SELECT %2$s, %d%s WHERE %s"
                        .formatted(
                                survival.table(set),
                                columnsOf(set),
                                rule,
                                rowsOf(set),
                                String.join(" AND ", conditions)));
        if (added > 0) {
            grown.add(set);
        }
    }

    /** Adds rows that do not fulfil all of these conditions. */
    private void addOthers(Connection session, LeftOutSet set, List<String> conditions) throws SQLException {
        if (!conditions.isEmpty()) {
            add(session, set, 0, "NOT COALESCE(" + String.join(" AND ", conditions) + ", FALSE)");
        }
    }

    /** Until no row is found that refers to one that is left out. */
    private void close(Connection session) throws SQLException {
        while (!grown.isEmpty()) {
            LeftOutSet parent = grown.remove();
            for (ReferencePlan reference : plan.references()) {
                for (LeftOutSet child : growing.leftOut()) {
                    if (follows(reference, child, parent)) {
                        addOthers(session, child, survival.notLeftOutBy(reference, sourceOf(child), ROW));
                    }
                }
            }
        }
    }

    private boolean follows(ReferencePlan reference, LeftOutSet child, LeftOutSet parent) {
        return reference.parent().equals(parent.table())
                && reference.table().equals(child.table())
                && reference.whenLeftOut() == WhenLeftOut.DROP
                && child.complete()
                && (survival.ownerOf(tableOf(parent), sourceOf(child)).number() == parent.source()
                        || survival.meansTheSameEverywhere(reference, tableOf(parent)));
    }

    private void giveWay(Connection session, UniquePlan unique, SourcePlan source) throws SQLException {
        Optional<LeftOutSet> set = growing.leftOut(unique.table(), source);
        if (unique.keepsFirst() && set.isPresent()) {
            add(session, set.get(), unique.number(), someEarlier(keepFirst, unique, set.get()));
            close(session);
        }
    }

    private String someEarlier(KeepFirst rows, UniquePlan unique, LeftOutSet set) {
        return rows.rivals(unique, sourceOf(set), ROW).stream()
                .map(KeepFirst.Rival::some)
                .reduce((one, other) -> one + " OR " + other)
                .map(some -> "(" + some + ")")
                .orElse("(1 = 0)");
    }

    // --------------------------------------------------------------------------------------------------------- read

    private List<LeftOutSet> filled(Connection session) throws SQLException {
        List<LeftOutSet> filled = new ArrayList<>();
        for (LeftOutSet set : growing.leftOut()) {
            LeftOutSet read = read(session, set);
            if (read.rows() > 0) {
                filled.add(read);
            } else {
                Sql.update(session, "DROP TABLE " + survival.table(set));
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
        KeepFirst made = new KeepFirst(plan, dialect, new Survival(plan, dialect, names));
        long rows = 0;
        for (LeftOutSet set : plan.leftOut()) {
            if (unique.keepsFirst() && set.table().equals(unique.table())) {
                dialect.use(session, sourceOf(set).database());
                rows += Sql.number(
                        session,
                        "SELECT COUNT(*)" + rowsOf(set) + " WHERE "
                                + survival.in(set, ROW, " AND k.merge_rule = " + unique.number())
                                + " AND NOT " + someEarlier(made, unique, set));
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
