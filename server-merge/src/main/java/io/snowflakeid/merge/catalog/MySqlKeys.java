package io.snowflakeid.merge.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads keys, foreign keys and checks of MySQL and MariaDB, by table. */
record MySqlKeys(CatalogQuery catalog, boolean mariaDb) {

    /** One column of a key. */
    private record KeyColumn(
            String key, boolean unique, @Nullable String name, boolean whole) {
        static KeyColumn of(ResultSet row) throws SQLException {
            String column = row.getString("COLUMN_NAME");
            String type = CatalogQuery.text(row, "INDEX_TYPE");
            boolean ordered = type.equals("BTREE") || type.equals("HASH");
            return new KeyColumn(
                    CatalogQuery.text(row, "INDEX_NAME"),
                    row.getInt("NON_UNIQUE") == 0,
                    column,
                    column != null && row.getString("SUB_PART") == null && ordered);
        }
    }

    Map<String, List<Key>> keys() throws SQLException {
        return joined(
                catalog.byTable(
                        "SELECT TABLE_NAME, INDEX_NAME, NON_UNIQUE, COLUMN_NAME, SUB_PART, INDEX_TYPE"
                                + " FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ? ORDER BY SEQ_IN_INDEX",
                        KeyColumn::of),
                KeyColumn::key,
                MySqlKeys::key,
                Comparator.comparing(Key::primary).reversed().thenComparing(Key::name));
    }

    private static Key key(List<KeyColumn> columns) {
        String name = columns.get(0).key();
        return new Key(
                name,
                name.equals("PRIMARY"),
                columns.get(0).unique(),
                columns.stream().map(KeyColumn::name).filter(Objects::nonNull).toList(),
                columns.stream().allMatch(KeyColumn::whole));
    }

    /** Makes one thing of the rows of a table that have the same name. */
    private static <R, T> Map<String, List<T>> joined(
            Map<String, List<R>> rows, Function<R, String> name, Function<List<R>, T> join, Comparator<T> order) {
        Map<String, List<T>> byTable = new LinkedHashMap<>();
        rows.forEach((table, ofTable) -> byTable.put(
                table,
                ofTable.stream().collect(Collectors.groupingBy(name)).values().stream()
                        .map(join)
                        .sorted(order)
                        .toList()));
        return byTable;
    }

    Map<String, List<ForeignKey>> foreignKeys() throws SQLException {
        return joined(
                catalog.byTable(
                        "SELECT k.TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA,"
                                + " k.REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME, DELETE_RULE"
                                + " FROM information_schema.KEY_COLUMN_USAGE k"
                                + " JOIN information_schema.REFERENTIAL_CONSTRAINTS r USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)"
                                // names of tables may differ by their case alone
                                + " WHERE k.TABLE_SCHEMA = ? AND r.CONSTRAINT_SCHEMA = ?"
                                + " AND CAST(k.TABLE_NAME AS BINARY) = CAST(r.TABLE_NAME AS BINARY)"
                                + " ORDER BY ORDINAL_POSITION",
                        row -> new ForeignKey(
                                CatalogQuery.text(row, "CONSTRAINT_NAME"),
                                List.of(CatalogQuery.text(row, "COLUMN_NAME")),
                                CatalogQuery.text(row, "REFERENCED_TABLE_SCHEMA"),
                                CatalogQuery.text(row, "REFERENCED_TABLE_NAME"),
                                List.of(CatalogQuery.text(row, "REFERENCED_COLUMN_NAME")),
                                CatalogQuery.text(row, "DELETE_RULE"))),
                ForeignKey::name,
                MySqlKeys::foreignKey,
                Comparator.comparing(ForeignKey::name));
    }

    private static ForeignKey foreignKey(List<ForeignKey> ofOneColumn) {
        ForeignKey first = ofOneColumn.get(0);
        return new ForeignKey(
                first.name(),
                ofOneColumn.stream().map(key -> key.columns().get(0)).toList(),
                first.parentDatabase(),
                first.parentTable(),
                ofOneColumn.stream().map(key -> key.parentColumns().get(0)).toList(),
                first.onDelete());
    }

    /** Sorted by their texts, since a server may choose their names. */
    Map<String, List<String>> checks() throws SQLException {
        Map<String, List<String>> checks = catalog.byTable(
                mariaDb
                        ? "SELECT TABLE_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ?"
                        : "SELECT t.TABLE_NAME, CONCAT(c.CHECK_CLAUSE, IF(t.ENFORCED = 'NO', ' NOT ENFORCED', '')) AS CHECK_CLAUSE"
                                + " FROM information_schema.CHECK_CONSTRAINTS c"
                                + " JOIN information_schema.TABLE_CONSTRAINTS t USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)"
                                + " WHERE c.CONSTRAINT_SCHEMA = ? AND t.CONSTRAINT_TYPE = 'CHECK'",
                row -> CatalogQuery.text(row, "CHECK_CLAUSE"));
        checks.replaceAll((table, clauses) -> clauses.stream().sorted().toList());
        return checks;
    }
}
