package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.CatalogQuery;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.config.ReferenceConfig.WhenLeftOut;
import io.snowflakeid.merge.plan.LeftOutSet;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.ReferencePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.SourceRows;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.rows.RowRetention.Condition;
import io.snowflakeid.merge.sql.Dialect;
import io.snowflakeid.merge.sql.Dialect.HashedColumn;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Finds the source rows that the merge does not copy, and stores the keys of these rows in tables of the target.
 *
 * <p>The merge can leave out a row that fails a {@code where} condition, refers to a missing or left-out row, or duplicates a row of an earlier
 * source.
 *
 * <p>The result depends only on the sources, so that {@code plan}, {@code run} and {@code verify} find the same rows.
 */
public final class LeftOutSets {

    private static final String ROW = RowSelect.ROW;

    private final Dialect dialect;
    private final String names;

    private MergePlan plan;

    /** The sets to which rows were added after the last search for referring rows. */
    private final Deque<LeftOutSet> grown = new ArrayDeque<>();

    /** The numbers (from 1) of the sources with newly found left-out rows. */
    private final Set<Integer> changed = new TreeSet<>();

    /** Creates an object that stores the keys of left-out rows in tables whose names begin with the given prefix. */
    public LeftOutSets(MergePlan plan, Dialect dialect, String names) {
        this.plan = plan;
        this.dialect = dialect;
        this.names = names;
    }

    private RowRetention retention() {
        return new RowRetention(plan, dialect, names);
    }

    private KeepFirst keepFirst(UniquePlan unique) {
        return new KeepFirst(plan, dialect, names, unique);
    }

    /** Returns true if the merge does not need to store the keys of left-out rows. */
    public boolean none() {
        return plan.tables().stream().noneMatch(this::isLookedAt);
    }

    /** Returns the names of tables that lack the key for storing left-out rows. The caller must call {@link #build} before this method. */
    public List<String> withoutKey() {
        return plan.tables().stream()
                .filter(table -> table.key().isEmpty() && isLookedAt(table))
                .map(TablePlan::name)
                .toList();
    }

    private boolean isLookedAt(TablePlan table) {
        return KeepFirst.keyOf(plan, table).isPresent()
                || (matters(table)
                        && plan.sourcesOf(table).stream()
                                .anyMatch(source ->
                                        !retention().own(table, source).isEmpty()));
    }

    /** Finds all left-out rows, stores their keys, and returns the sets that are not empty. */
    public List<LeftOutSet> build(Connection session) throws SQLException {
        drop(session);
        plan = plan.withLeftOut(List.of());
        for (UniquePlan unique :
                plan.uniques().stream().filter(UniquePlan::keepsFirst).toList()) {
            keepFirst(unique).create(session);
        }
        for (TablePlan table : plan.tables()) {
            for (SourcePlan source : plan.sourcesOf(table)) {
                addOthers(session, table, source, retention().own(table, source));
            }
        }
        close(session);
        for (SourcePlan source : plan.sources()) {
            giveWay(session, source);
        }
        return filled(session);
    }

    /** Adds each row that violates at least one condition to the table's set of left-out rows. */
    private void addOthers(Connection session, TablePlan table, SourcePlan source, List<Condition> conditions)
            throws SQLException {
        if (!table.key().isEmpty() && matters(table) && !conditions.isEmpty()) {
            LeftOutSet set = setOf(session, table, source);
            String keys = "SELECT " + columnsOf(table) + ", 0 FROM " + RowSelect.rowsOf(dialect, table, source, ROW)
                    + " WHERE NOT " + retention().in(set, ROW, "") + " AND NOT COALESCE("
                    + Sql.join(" AND ", conditions, Condition::sql) + ", FALSE)";
            add(session, set, keys);
        }
    }

    private boolean matters(TablePlan table) {
        return KeepFirst.keyOf(plan, table).isPresent()
                || plan.references().stream()
                        .anyMatch(reference -> reference.parent().equals(table.name()));
    }

    private boolean add(Connection session, LeftOutSet set, String keys) throws SQLException {
        dialect.use(session, plan.source(set.source()).database());
        String into =
                "INSERT INTO " + retention().table(set) + " (" + columnsOf(plan.table(set.table())) + ", merge_rule) ";
        boolean some = Sql.update(session, into + keys) > 0;
        if (some) {
            grown.add(set);
            changed.add(set.source());
        }
        return some;
    }

    private String columnsOf(TablePlan table) {
        return Sql.join(", ", table.key(), dialect::quote);
    }

    private LeftOutSet setOf(Connection session, TablePlan table, SourcePlan source) throws SQLException {
        LeftOutSet made = plan.leftOut(table.name(), source).orElse(null);
        if (made != null) {
            return made;
        }
        LeftOutSet set = new LeftOutSet(table.name(), source.number(), 1, "");
        plan = plan.withLeftOut(
                Stream.concat(plan.leftOut().stream(), Stream.of(set)).toList());
        List<String> key = table.key();
        SourceRows rows = table.rowsOf(source.number());
        List<String> indexed = key.stream()
                .filter(name -> rows == null || !rows.lacking().containsKey(name))
                .map(name -> dialect.indexed(table.column(name).column(), key.size()))
                .toList();
        String like = "SELECT " + columnsOf(table) + " FROM " + RowSelect.rowsOf(dialect, table, source, ROW);
        Sql.update(session, dialect.createKeySet(retention().table(set), like, indexed));
        return set;
    }

    private void close(Connection session) throws SQLException {
        while (!grown.isEmpty()) {
            LeftOutSet parent = grown.remove();
            for (ReferencePlan reference : plan.references()) {
                TablePlan table = plan.table(reference.table());
                for (SourcePlan source : plan.sourcesOf(table)) {
                    if (follows(reference, source, parent)) {
                        addOthers(session, table, source, retention().notLeftOutBy(reference, source));
                    }
                }
            }
        }
    }

    private boolean follows(ReferencePlan reference, SourcePlan source, LeftOutSet parent) {
        TablePlan table = plan.table(parent.table());
        return reference.parent().equals(parent.table())
                && reference.whenLeftOut() == WhenLeftOut.DROP
                && (retention().ownerOf(table, source).number() == parent.source()
                        || retention().meansTheSameEverywhere(reference, table));
    }

    /**
     * Leaves out the rows of a source that have a duplicate in an earlier source. The method repeats the search for duplicates, because the
     * replacement of a row can change the unique keys of referring rows.
     */
    private void giveWay(Connection session, SourcePlan source) throws SQLException {
        changed.clear();
        changed.add(source.number());
        boolean more = !source.main();
        while (more) {
            more = false;
            for (UniquePlan unique : rulesOf(source)) {
                more |= giveWay(session, source, unique);
            }
        }
        for (int number : changed) {
            if (number <= source.number() && number < plan.sources().size()) {
                keep(session, plan.source(number));
            }
        }
    }

    private boolean giveWay(Connection session, SourcePlan source, UniquePlan unique) throws SQLException {
        LeftOutSet set = setOf(session, plan.table(unique.table()), source);
        boolean some = add(session, set, keepFirst(unique).rivals(source));
        if (some) {
            keepFirst(unique).lead(session, source);
            close(session);
        }
        return some;
    }

    private void keep(Connection session, SourcePlan source) throws SQLException {
        for (UniquePlan unique : rulesOf(source)) {
            keepFirst(unique).keep(session, source);
        }
    }

    private List<UniquePlan> rulesOf(SourcePlan source) {
        return plan.uniques().stream()
                .filter(unique -> unique.keepsFirst()
                        && plan.table(unique.table()).copiedFrom(source.number())
                        && !plan.table(unique.table()).key().isEmpty())
                .toList();
    }

    /** Returns the number of left-out duplicates for which the merge keeps no row with an equal unique key. */
    public long giveWayToNone(Connection session, UniquePlan unique) throws SQLException {
        long rows = 0;
        for (LeftOutSet set : plan.leftOut()) {
            if (unique.keepsFirst() && set.table().equals(unique.table())) {
                SourcePlan source = plan.source(set.source());
                dialect.use(session, source.database());
                rows += Sql.number(session, keepFirst(unique).countWithoutKept(source));
            }
        }
        return rows;
    }

    private List<LeftOutSet> filled(Connection session) throws SQLException {
        List<LeftOutSet> read = read(session);
        for (LeftOutSet set : read) {
            if (set.rows() == 0) {
                Sql.update(session, "DROP TABLE " + retention().table(set));
            }
        }
        plan = plan.withLeftOut(read.stream().filter(set -> set.rows() > 0).toList());
        return plan.leftOut();
    }

    public List<LeftOutSet> read(Connection session) throws SQLException {
        List<LeftOutSet> read = new ArrayList<>();
        for (LeftOutSet set : plan.leftOut()) {
            read.add(read(session, set));
        }
        return read;
    }

    private LeftOutSet read(Connection session, LeftOutSet set) throws SQLException {
        TablePlan table = plan.table(set.table());
        List<HashedColumn> key = table.key().stream()
                .map(name -> new HashedColumn(
                        "k." + dialect.quote(name), table.column(name).column(), true))
                .toList();
        String sql = "SELECT COUNT(*), SUM(merge_rule), SUM(%s) FROM %s k"
                .formatted(dialect.rowHash(key), retention().table(set));
        return Sql.list(session, sql, row -> {
                    String checksum = row.getString(2) + ":" + row.getBigDecimal(3);
                    return new LeftOutSet(set.table(), set.source(), row.getLong(1), checksum);
                })
                .get(0);
    }

    /** Drops all tables of the target whose names begin with the prefix of this object. */
    public void drop(Connection session) throws SQLException {
        for (String table : CatalogQuery.tables(session, plan.target())) {
            if (table.startsWith(names)) {
                Sql.update(session, "DROP TABLE " + dialect.table(plan.target(), table));
            }
        }
    }
}
