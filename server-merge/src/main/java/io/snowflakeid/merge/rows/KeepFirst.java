package io.snowflakeid.merge.rows;

import io.snowflakeid.merge.catalog.Column;
import io.snowflakeid.merge.catalog.Sql;
import io.snowflakeid.merge.plan.IdDomain;
import io.snowflakeid.merge.plan.IdDomain.ColumnName;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.merge.plan.TablePlan;
import io.snowflakeid.merge.plan.TablePlan.ColumnPlan;
import io.snowflakeid.merge.plan.UniquePlan;
import io.snowflakeid.merge.sql.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the rows that a merge does not copy, because an earlier source contains a row with an equal unique key.
 *
 * <p>The keys of the kept rows are stored in a table of the target. A separate table of the target maps the id of each replaced row to the id of the
 * kept row.
 *
 * @param names the name prefix of the tables that this class creates
 */
public record KeepFirst(MergePlan plan, Dialect dialect, String names, UniquePlan unique) {

    private static final String ROW = RowSelect.ROW;

    /** Returns the {@code keep-first} rule of a table. A table has at most one {@code keep-first} rule. */
    public static Optional<UniquePlan> keyOf(MergePlan plan, TablePlan table) {
        return plan.uniques().stream()
                .filter(unique -> unique.keepsFirst() && unique.table().equals(table.name()))
                .findFirst();
    }

    /** An id column of a table with a {@code keep-first} rule. */
    public record Lead(UniquePlan unique, IdDomain domain, ColumnName root) {}

    public static List<Lead> leads(MergePlan plan, IdDomain domain) {
        return plan.uniques().stream()
                .filter(UniquePlan::leadsReferences)
                .flatMap(unique -> domain.roots().stream()
                        .filter(root -> root.table().equals(unique.table()))
                        .map(root -> new Lead(unique, domain, root)))
                .toList();
    }

    /** Returns the quoted name of the table that maps the ids of replaced rows to the ids of kept rows. */
    public static String replacements(MergePlan plan, Dialect dialect, String names, IdDomain domain) {
        return dialect.table(plan.target(), names + "ids_" + domain.number());
    }

    private TablePlan table() {
        return plan.table(unique.table());
    }

    private RowRetention retention() {
        return new RowRetention(plan, dialect, names);
    }

    private List<Lead> leads() {
        return plan.domains().stream()
                .flatMap(domain -> leads(plan, domain).stream())
                .filter(lead -> lead.unique().number() == unique.number())
                .toList();
    }

    private String kept() {
        return dialect.table(plan.target(), names + "kept_" + unique.number());
    }

    /** Returns SQL expressions for the unique key of a row in the target, its ordering key, and its ids. */
    private Map<String, String> known(SourcePlan source, RowSelect rows) {
        Map<String, String> known = new LinkedHashMap<>();
        known.put("merge_source", String.valueOf(source.number()));
        for (String name : unique.columns()) {
            known.put(dialect.quote(name), keyValue(table().column(name), rows));
        }
        table().key().forEach(name -> known.put(ofKey(name), ROW + "." + dialect.quote(name)));
        for (Lead lead : leads()) {
            String root = lead.root().column();
            int domain = lead.domain().number();
            known.put("merge_old_" + domain, ROW + "." + dialect.quote(root));
            known.put("merge_new_" + domain, "CAST(" + rows.values().get(root) + " AS DECIMAL(30))");
        }
        return known;
    }

    public String ofKey(String column) {
        return "merge_key_" + table().key().indexOf(column);
    }

    /**
     * Returns a query for the keys of all rows that can be duplicates. A row is no duplicate if its unique key contains NULL or a text that
     * means "no name".
     */
    public String keyed(SourcePlan source, String condition) {
        RowSelect rows = new RowSelect(plan, dialect, table(), source, names);
        Map<String, String> known = known(source, rows);
        List<String> conditions = new ArrayList<>(named(plan, dialect, unique));
        unique.columns().forEach(name -> conditions.add(known.get(dialect.quote(name)) + " IS NOT NULL"));
        conditions.add(condition);
        return "SELECT " + Sql.join(", ", known.entrySet(), each -> each.getValue() + " AS " + each.getKey()) + " FROM "
                + rows.from() + " WHERE " + String.join(" AND ", conditions);
    }

    /** An id is converted to DECIMAL, because a placeholder for a fresh id needs more than 64 bits. */
    private String keyValue(ColumnPlan column, RowSelect rows) {
        String value = Objects.requireNonNull(rows.values().get(column.name()));
        return column.column().kind() == Column.Kind.INTEGER && !column.remaps().isEmpty()
                ? "CAST(" + value + " AS DECIMAL(30))"
                : compared(dialect, column, value);
    }

    /** The query needs an index hint, because the server has no statistics about a newly filled table. */
    private String keptByKey() {
        return kept() + " w" + dialect.forceIndex(Dialect.KEY_SET_INDEX);
    }

    private String sameKey() {
        return Sql.join(" AND ", unique.columns(), column -> "f.%1$s = w.%1$s".formatted(dialect.quote(column)));
    }

    private String someKept() {
        return "EXISTS (SELECT 1 FROM " + keptByKey() + " WHERE " + sameKey() + " AND w.merge_source < f.merge_source)";
    }

    private String givesWay(SourcePlan source) {
        return plan.leftOut(table().name(), source).map(retention()::givesWay).orElse("1 = 0");
    }

    private String staying(SourcePlan source) {
        List<String> conditions = retention().going(table(), source);
        return conditions.isEmpty() ? "1 = 1" : String.join(" AND ", conditions);
    }

    void create(Connection session) throws SQLException {
        for (Lead lead : leads()) {
            String table = replacements(plan, dialect, names, lead.domain());
            String key = dialect.quote(names + "ids_" + lead.domain().number() + "_key");
            Sql.update(session, """
                    CREATE TABLE IF NOT EXISTS %s (merge_source SMALLINT NOT NULL, merge_old_id BIGINT NOT NULL,
                        merge_kept_source SMALLINT NOT NULL, merge_kept_id BIGINT NOT NULL, merge_new_id DECIMAL(30) NOT NULL,
                        CONSTRAINT %s PRIMARY KEY (merge_source, merge_old_id))%s""".formatted(table, key, dialect.auditTableOptions()));
        }
        SourcePlan main = plan.source(1);
        dialect.use(session, main.database());
        int width = unique.columns().size();
        List<String> indexed = unique.columns().stream()
                .map(column -> dialect.indexed(table().column(column).column(), width))
                .toList();
        String like = "SELECT f.* FROM (" + keyed(main, "1 = 1") + ") f";
        Sql.update(session, dialect.createKeySet(kept(), like, indexed));
    }

    /** Returns a query for the ordering keys of the source rows that have a duplicate in an earlier source. */
    String rivals(SourcePlan source) {
        return "SELECT " + Sql.join(", ", table().key(), this::ofKey) + ", " + unique.number() + " FROM ("
                + keyed(source, staying(source)) + ") f WHERE " + someKept();
    }

    /** Stores the ids of newly replaced rows and the ids of the corresponding kept rows. */
    void lead(Connection session, SourcePlan source) throws SQLException {
        for (Lead lead : leads()) {
            Sql.update(session, """
                    INSERT INTO %1$s (merge_source, merge_old_id, merge_kept_source, merge_kept_id, merge_new_id)
                    SELECT f.merge_source, f.merge_old_%2$d, MIN(w.merge_source), MIN(w.merge_old_%2$d), MIN(w.merge_new_%2$d)
                    FROM (%3$s) f JOIN %4$s ON %5$s
                    WHERE NOT EXISTS (SELECT 1 FROM %1$s l WHERE l.merge_source = f.merge_source AND l.merge_old_id = f.merge_old_%2$d)
                    GROUP BY f.merge_source, f.merge_old_%2$d
                    """.formatted(
                            replacements(plan, dialect, names, lead.domain()),
                            lead.domain().number(),
                            keyed(source, givesWay(source)),
                            keptByKey(),
                            sameKey()));
        }
    }

    /** Stores the keys of the rows of a source that the merge copies, and deletes the keys that an earlier call stored. */
    void keep(Connection session, SourcePlan source) throws SQLException {
        dialect.use(session, source.database());
        Sql.update(session, "DELETE FROM " + kept() + " WHERE merge_source = ?", source.number());
        Set<String> columns = known(source, new RowSelect(plan, dialect, table(), source, names))
                .keySet();
        String insert = "INSERT INTO " + kept() + " (" + String.join(", ", columns) + ") ";
        Sql.update(session, insert + keyed(source, staying(source)));
    }

    String countWithoutKept(SourcePlan source) {
        return "SELECT COUNT(*) FROM (" + keyed(source, givesWay(source)) + ") f WHERE NOT " + someKept();
    }

    /** Converts a value to the collation of the target column if the collations differ. */
    public static String compared(Dialect dialect, ColumnPlan column, String value) {
        return column.collationsDiffer() ? dialect.comparedAs(value, column.column()) : value;
    }

    /** Returns an SQL condition that excludes texts that mean "no name", or an empty list if the rule lists no texts. */
    public static List<String> named(MergePlan plan, Dialect dialect, UniquePlan unique) {
        if (unique.none().isEmpty()) {
            return List.of();
        }
        ColumnPlan column = plan.table(unique.table()).column(unique.columns().get(0));
        String value = compared(dialect, column, ROW + "." + dialect.quote(column.name()));
        return List.of(value + " NOT IN (" + noNames(dialect, unique, column.column()) + ")");
    }

    /** Returns the texts that mean "no name" as SQL expressions with the collation of the column. */
    public static String noNames(Dialect dialect, UniquePlan unique, Column column) {
        return Sql.join(", ", unique.none(), value -> dialect.comparedAs(dialect.literal(value), column));
    }
}
