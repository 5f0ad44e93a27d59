package io.snowflakeid.merge.catalog;

import static io.snowflakeid.merge.catalog.CatalogQuery.text;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads keys, foreign keys and checks of MySQL and MariaDB, by table. */
record MySqlKeys(CatalogQuery catalog, boolean mariaDb) {

    Map<String, List<Key>> keys() throws SQLException {
        String sql = """
                SELECT TABLE_NAME, INDEX_NAME, INDEX_NAME = 'PRIMARY' AS IS_PRIMARY, NON_UNIQUE = 0 AS IS_UNIQUE, COLUMN_NAME,
                    COLUMN_NAME IS NOT NULL AND SUB_PART IS NULL AND INDEX_TYPE IN ('BTREE', 'HASH') AS IS_PLAIN
                FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ?
                ORDER BY INDEX_NAME <> 'PRIMARY', CAST(INDEX_NAME AS BINARY), SEQ_IN_INDEX""";
        return joined(
                catalog.byTable(
                        sql,
                        row -> new Key(
                                text(row, "INDEX_NAME"),
                                row.getBoolean("IS_PRIMARY"),
                                row.getBoolean("IS_UNIQUE"),
                                Stream.ofNullable(row.getString("COLUMN_NAME")).toList(),
                                row.getBoolean("IS_PLAIN"))),
                Key::name,
                Key::and);
    }

    /** Makes one of those of a table that have the same name. */
    private static <T> Map<String, List<T>> joined(
            Map<String, List<T>> byTable, Function<T, String> name, BinaryOperator<T> join) {
        byTable.replaceAll((table, parts) -> {
            Map<String, T> byName = new LinkedHashMap<>();
            parts.forEach(part -> byName.merge(name.apply(part), part, join));
            return List.copyOf(byName.values());
        });
        return byTable;
    }

    /** Names of tables may differ by their case alone. On MariaDB, to say RESTRICT is not the same as to say nothing. */
    Map<String, List<ForeignKey>> foreignKeys() throws SQLException {
        String sql = """
                SELECT k.TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA,
                    k.REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME,
                    TRIM(CONCAT(IF(DELETE_RULE = '%1$s', '', CONCAT('ON DELETE ', DELETE_RULE)),
                        IF(UPDATE_RULE = '%1$s', '', CONCAT(' ON UPDATE ', UPDATE_RULE)))) AS RULES
                FROM information_schema.KEY_COLUMN_USAGE k
                JOIN information_schema.REFERENTIAL_CONSTRAINTS r USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)
                WHERE k.TABLE_SCHEMA = ? AND r.CONSTRAINT_SCHEMA = ?
                    AND CAST(k.TABLE_NAME AS BINARY) = CAST(r.TABLE_NAME AS BINARY)
                ORDER BY CAST(CONSTRAINT_NAME AS BINARY), ORDINAL_POSITION""";
        return joined(
                catalog.byTable(
                        sql.formatted(mariaDb ? "RESTRICT" : "NO ACTION"),
                        row -> new ForeignKey(
                                text(row, "CONSTRAINT_NAME"),
                                List.of(text(row, "COLUMN_NAME")),
                                text(row, "REFERENCED_TABLE_SCHEMA"),
                                text(row, "REFERENCED_TABLE_NAME"),
                                List.of(text(row, "REFERENCED_COLUMN_NAME")),
                                text(row, "RULES"))),
                ForeignKey::name,
                ForeignKey::and);
    }

    /** Sorted by their texts, since a server may choose their names. */
    Map<String, List<String>> checks() throws SQLException {
        String sql = mariaDb
                ? "SELECT TABLE_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = ?"
                : """
                SELECT TABLE_NAME, CONCAT(CHECK_CLAUSE, IF(ENFORCED = 'NO', ' NOT ENFORCED', '')) AS CHECK_CLAUSE
                FROM information_schema.CHECK_CONSTRAINTS
                JOIN information_schema.TABLE_CONSTRAINTS USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)
                WHERE CONSTRAINT_SCHEMA = ? AND CONSTRAINT_TYPE = 'CHECK'""";
        Map<String, List<String>> checks = catalog.byTable(sql, row -> SqlText.folded(text(row, "CHECK_CLAUSE")));
        checks.replaceAll((table, clauses) -> clauses.stream().sorted().toList());
        return checks;
    }
}
