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
 * Finds the rows that a keep-first rule replaces, because a kept row of an earlier source has an equal key in the target.
 *
 * <p>A table of the target contains the keys of kept rows from all sources that were already compared. If references follow the kept rows, another
 * table contains the id of each replaced row with the id of the kept row.
 *
 * @param names the prefix of the table names for kept keys and replaced ids
 */
public record KeepFirst(MergePlan plan, Dialect dialect, String names, UniquePlan unique) {

    private static final String ROW = RowSelect.ROW;

    /** Returns the unique key by which keep-first compares a table's rows. A table has at most one keep-first rule. */
    public static Optional<UniquePlan> keyOf(MergePlan plan, TablePlan table) {
        return plan.uniques().stream()
                .filter(unique -> unique.keepsFirst() && unique.table().equals(table.name()))
                .findFirst();
    }

    /** A keep-first rule, and a root column whose references follow the kept rows. */
    public record Lead(UniquePlan unique, IdDomain domain, ColumnName root) {}

    public static List<Lead> leads(MergePlan plan, IdDomain domain) {
        return plan.uniques().stream()
                .filter(UniquePlan::leadsReferences)
                .flatMap(unique -> domain.roots().stream()
                        .filter(root -> root.table().equals(unique.table()))
                        .map(root -> new Lead(unique, domain, root)))
                .toList();
    }

    /** Returns the quoted name of the table that contains the replaced ids of a domain. */
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

    /** Returns SQL expressions for a row's unique key as in the target, ordering key and ids. */
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

    /** Returns a query for the compared values of rows, except rows whose key contains NULL or means "no name". */
    public String keyed(SourcePlan source, String condition) {
        RowSelect rows = new RowSelect(plan, dialect, table(), source, names);
        Map<String, String> known = known(source, rows);
        List<String> conditions = new ArrayList<>(named(plan, dialect, unique));
        unique.columns().forEach(name -> conditions.add(known.get(dialect.quote(name)) + " IS NOT NULL"));
        conditions.add(condition);
        return "SELECT " + Sql.join(", ", known.entrySet(), each -> each.getValue() + " AS " + each.getKey()) + " FROM "
                + rows.from() + " WHERE " + String.join(" AND ", conditions);
    }

    /** Returns the compared value of a key column. An id is converted, because a placeholder for a fresh id needs more than 64 bits. */
    private String keyValue(ColumnPlan column, RowSelect rows) {
        String value = Objects.requireNonNull(rows.values().get(column.name()));
        return column.column().kind() == Column.Kind.INTEGER && !column.remaps().isEmpty()
                ? "CAST(" + value + " AS DECIMAL(30))"
                : compared(dialect, column, value);
    }

    /** Returns the table of kept keys with an index hint, because the server does not know the size of a table that was just filled. */
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

    /** Returns a query for the keys of a source's rows that a kept row replaces. */
    String rivals(SourcePlan source) {
        return "SELECT " + Sql.join(", ", table().key(), this::ofKey) + ", " + unique.number() + " FROM ("
                + keyed(source, staying(source)) + ") f WHERE " + someKept();
    }

    /** Stores the ids of the rows that were replaced since the last call, with the ids of the kept rows. */
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

    /** Stores the keys of a source's remaining rows as kept keys, and replaces keys that an earlier call stored. */
    void keep(Connection session, SourcePlan source) throws SQLException {
        dialect.use(session, source.database());
        Sql.update(session, "DELETE FROM " + kept() + " WHERE merge_source = ?", source.number());
        Set<String> columns = known(source, new RowSelect(plan, dialect, table(), source, names))
                .keySet();
        String insert = "INSERT INTO " + kept() + " (" + String.join(", ", columns) + ") ";
        Sql.update(session, insert + keyed(source, staying(source)));
    }

    /** Returns a query that counts the replaced rows of a source for which no kept row exists, because references form a circle. */
    String countWithoutKept(SourcePlan source) {
        return "SELECT COUNT(*) FROM (" + keyed(source, givesWay(source)) + ") f WHERE NOT " + someKept();
    }

    /**
     * Returns a value with the collation that the target uses for comparisons. The expression contains no unnecessary conversion, so that the server
     * can use an index.
     */
    public static String compared(Dialect dialect, ColumnPlan column, String value) {
        return column.collationsDiffer() ? dialect.comparedAs(value, column.column()) : value;
    }

    /** Returns the condition that a row's key is a name, or an empty list if every value is a name. */
    public static List<String> named(MergePlan plan, Dialect dialect, UniquePlan unique) {
        if (unique.none().isEmpty()) {
            return List.of();
        }
        ColumnPlan column = plan.table(unique.table()).column(unique.columns().get(0));
        String value = compared(dialect, column, ROW + "." + dialect.quote(column.name()));
        return List.of(value + " NOT IN (" + noNames(dialect, unique, column.column()) + ")");
    }

    /** Returns the values that mean "no name", separated by commas, with the column's collation. */
    public static String noNames(Dialect dialect, UniquePlan unique, Column column) {
        return Sql.join(", ", unique.none(), value -> dialect.comparedAs(dialect.literal(value), column));
    }
}
