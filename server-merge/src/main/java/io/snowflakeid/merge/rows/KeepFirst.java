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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Rows that give way to a row of an earlier source with the same unique key, compared as keys will be in the target.
 *
 * <p>For each such key, a table of the target holds the keys of rows that stay, of the sources that were looked at. For ids to which
 * references follow, another holds the single replacements: the id of a row that gives way, and that of the row that is kept.
 */
public final class KeepFirst {

    private static final String ROW = RowSelect.ROW;

    private final MergePlan plan;
    private final Dialect dialect;
    private final String names;
    private final Survival survival;

    /** With tables whose names begin with this. */
    public KeepFirst(MergePlan plan, Dialect dialect, String names) {
        this.plan = plan;
        this.dialect = dialect;
        this.names = names;
        survival = new Survival(plan, dialect, names);
    }

    /** The key of a table for whose sake rows give way, of which it has at most one. */
    public static Optional<UniquePlan> keyOf(MergePlan plan, TablePlan table) {
        return plan.uniques().stream()
                .filter(unique -> unique.keepsFirst() && unique.table().equals(table.name()))
                .findFirst();
    }

    /** For the sake of a key, what refers to ids of that column is led to the rows that are kept. */
    public record Lead(UniquePlan unique, IdDomain domain, ColumnName root) {}

    /** Those by which references to ids of a domain are led to other rows. */
    public static List<Lead> leads(MergePlan plan, IdDomain domain) {
        return plan.uniques().stream()
                .filter(UniquePlan::leadsReferences)
                .flatMap(unique -> domain.roots().stream()
                        .filter(root -> root.table().equals(unique.table()))
                        .map(root -> new Lead(unique, domain, root)))
                .toList();
    }

    private List<Lead> leads(UniquePlan unique) {
        return plan.domains().stream()
                .flatMap(domain -> leads(plan, domain).stream())
                .filter(lead -> lead.unique().number() == unique.number())
                .toList();
    }

    /** The name of the table of replaced ids of a domain. */
    public static String replacements(String names, IdDomain domain) {
        return names + "ids_" + domain.number();
    }

    private String replacements(IdDomain domain) {
        return dialect.table(plan.target(), replacements(names, domain));
    }

    private String kept(UniquePlan unique) {
        return dialect.table(plan.target(), names + "kept_" + unique.number());
    }

    // --------------------------------------------------------------------------------------------------------- keys

    /** Columns that tell a row of the table, and those to which references are led. */
    private List<String> remembered(UniquePlan unique) {
        return Stream.concat(
                        plan.table(unique.table()).key().stream(),
                        leads(unique).stream().map(lead -> lead.root().column()))
                .distinct()
                .toList();
    }

    private String remembered(UniquePlan unique, String column) {
        return "merge_" + remembered(unique).indexOf(column);
    }

    /**
     * A query of a source's rows that fulfil a condition: their key as it will be, under its columns' names, and their other values as
     * {@code merge_N}. A key that has a NULL, or that stands for no name, is none.
     */
    private String keyed(UniquePlan unique, SourcePlan source, String condition) {
        TablePlan table = plan.table(unique.table());
        RowSelect rows = new RowSelect(plan, dialect, table, source, names);
        Map<String, String> values = rows.values();
        List<String> selected = new ArrayList<>(List.of(source.number() + " AS merge_source"));
        List<String> conditions = new ArrayList<>(named(unique));
        for (String name : unique.columns()) {
            ColumnPlan column = table.column(name);
            String value = keyValue(column, Objects.requireNonNull(values.get(column.name())));
            selected.add(value + " AS " + dialect.quote(column.name()));
            conditions.add(value + " IS NOT NULL");
        }
        for (String name : remembered(unique)) {
            selected.add(ROW + "." + dialect.quote(name) + " AS " + remembered(unique, name));
        }
        for (Lead lead : leads(unique)) {
            selected.add("CAST(" + values.get(lead.root().column()) + " AS DECIMAL(30)) AS merge_new_"
                    + lead.domain().number());
        }
        conditions.add(condition);
        return "SELECT " + String.join(", ", selected) + " FROM " + rows.from() + " WHERE "
                + String.join(" AND ", conditions);
    }

    /** An id may be a number that stands for a fresh one, beyond 64 bits. */
    private String keyValue(ColumnPlan column, String value) {
        return column.column().kind() == Column.Kind.INTEGER && !column.remaps().isEmpty()
                ? "CAST(" + value + " AS DECIMAL(30))"
                : compared(dialect, column, value);
    }

    private String sameKey(UniquePlan unique) {
        return unique.columns().stream()
                .map(dialect::quote)
                .map(column -> "f." + column + " = w." + column)
                .collect(Collectors.joining(" AND "));
    }

    /** By its index, whatever a server takes for the size of a table that was just filled. */
    private String keptByKey(UniquePlan unique) {
        return kept(unique) + " w" + dialect.forceIndex(Dialect.KEY_SET_INDEX);
    }

    private String someKept(UniquePlan unique) {
        return "EXISTS (SELECT 1 FROM " + keptByKey(unique) + " WHERE " + sameKey(unique)
                + " AND w.merge_source < f.merge_source)";
    }

    private String givesWay(UniquePlan unique, SourcePlan source) {
        return plan.leftOut(unique.table(), source)
                .map(set -> survival.givesWay(set, ROW))
                .orElse("1 = 0");
    }

    private String staying(UniquePlan unique, SourcePlan source) {
        List<String> conditions = survival.going(plan.table(unique.table()), source, ROW);
        return conditions.isEmpty() ? "1 = 1" : String.join(" AND ", conditions);
    }

    // -------------------------------------------------------------------------------------------------------- build

    void create(Connection session) throws SQLException {
        for (IdDomain domain : plan.domains()) {
            if (!leads(plan, domain).isEmpty()) {
                Sql.update(session, """
                        CREATE TABLE %s (merge_source SMALLINT NOT NULL, merge_old_id BIGINT NOT NULL,
                            merge_kept_source SMALLINT NOT NULL, merge_kept_id BIGINT NOT NULL, merge_new_id DECIMAL(30) NOT NULL,
                            CONSTRAINT %s PRIMARY KEY (merge_source, merge_old_id))%s""".formatted(
                                replacements(domain),
                                dialect.quote(replacements(names, domain) + "_key"),
                                dialect.auditTableOptions()));
            }
        }
        dialect.use(session, plan.sources().get(0).database());
        for (UniquePlan unique : plan.uniques()) {
            if (unique.keepsFirst()) {
                List<String> columns = unique.columns();
                List<String> indexed = columns.stream()
                        .map(plan.table(unique.table())::column)
                        .map(column -> dialect.indexed(column.column(), columns.size()))
                        .toList();
                String like = "SELECT f.* FROM (" + keyed(unique, plan.sources().get(0), "1 = 1") + ") f";
                Sql.update(session, dialect.createKeySet(kept(unique), like, indexed));
            }
        }
    }

    /** The keys, of rows of a source that have one in common with a kept row; to be added to its set. */
    String rivals(UniquePlan unique, SourcePlan source) {
        String key = plan.table(unique.table()).key().stream()
                .map(column -> "f." + remembered(unique, column))
                .collect(Collectors.joining(", "));
        return "SELECT " + key + ", " + unique.number() + " FROM (" + keyed(unique, source, staying(unique, source))
                + ") f WHERE " + someKept(unique);
    }

    /** Ids of rows that have given way since are replaced by those of the rows that are kept. */
    void lead(Connection session, UniquePlan unique, SourcePlan source) throws SQLException {
        for (Lead lead : leads(unique)) {
            String id = remembered(unique, lead.root().column());
            Sql.update(session, """
                    INSERT INTO %1$s (merge_source, merge_old_id, merge_kept_source, merge_kept_id, merge_new_id)
                    SELECT f.merge_source, f.%2$s, MIN(w.merge_source), MIN(w.%2$s), MIN(w.merge_new_%3$d)
                    FROM (%4$s) f JOIN %5$s ON %6$s
                    WHERE NOT EXISTS (SELECT 1 FROM %1$s l WHERE l.merge_source = f.merge_source AND l.merge_old_id = f.%2$s)
                    GROUP BY f.merge_source, f.%2$s
                    """.formatted(
                            replacements(lead.domain()),
                            id,
                            lead.domain().number(),
                            keyed(unique, source, givesWay(unique, source)),
                            keptByKey(unique),
                            sameKey(unique)));
        }
    }

    /** From now on, rows of later sources give way to the rows of this one that stay. */
    void keep(Connection session, UniquePlan unique, SourcePlan source) throws SQLException {
        dialect.use(session, source.database());
        Sql.update(session, "DELETE FROM " + kept(unique) + " WHERE merge_source = ?", source.number());
        List<String> columns = new ArrayList<>(List.of("merge_source"));
        unique.columns().forEach(name -> columns.add(dialect.quote(name)));
        remembered(unique).forEach(name -> columns.add(remembered(unique, name)));
        leads(unique).forEach(lead -> columns.add("merge_new_" + lead.domain().number()));
        Sql.update(
                session,
                "INSERT INTO " + kept(unique) + " (" + String.join(", ", columns) + ") "
                        + keyed(unique, source, staying(unique, source)));
    }

    // --------------------------------------------------------------------------------------------------------- read

    /** How many rows of a source gave way to a row that is left out itself, since sources' rows depend on each other in a circle. */
    String countWithoutKept(UniquePlan unique, SourcePlan source) {
        return "SELECT COUNT(*) FROM (" + keyed(unique, source, givesWay(unique, source)) + ") f WHERE NOT "
                + someKept(unique);
    }

    /** What follows FROM: the row {@code w} of the kept keys to which the row with a condition gives way. */
    public String winner(UniquePlan unique, SourcePlan source, String condition) {
        return "(" + keyed(unique, source, condition + " AND " + givesWay(unique, source)) + ") f JOIN "
                + keptByKey(unique) + " ON " + sameKey(unique);
    }

    /** The columns of that row that are its table's key, by the names of these. */
    public Map<String, String> winnersKey(UniquePlan unique) {
        Map<String, String> key = new LinkedHashMap<>();
        plan.table(unique.table()).key().forEach(column -> key.put(column, "w." + remembered(unique, column)));
        return key;
    }

    /** A value as the target compares it; without a conversion where that is not needed, so that an index serves. */
    public static String compared(Dialect dialect, ColumnPlan column, String value) {
        return column.collationsDiffer() ? dialect.comparedAs(value, column.column()) : value;
    }

    /** The condition that a row's key is none that stands for no name, as any number of rows may have; none where every value is one. */
    public List<String> named(UniquePlan unique) {
        if (unique.none().isEmpty()) {
            return List.of();
        }
        ColumnPlan column = plan.table(unique.table()).column(unique.columns().get(0));
        String value = compared(dialect, column, ROW + "." + dialect.quote(column.name()));
        return List.of(value + " NOT IN (" + noNames(unique, column.column()) + ")");
    }

    /** The values that stand for no name, as the column compares them, with commas between. */
    public String noNames(UniquePlan unique, Column column) {
        return unique.none().stream()
                .map(value -> dialect.comparedAs(dialect.literal(value), column))
                .collect(Collectors.joining(", "));
    }
}
