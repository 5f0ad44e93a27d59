package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.MergeFacts.Columns;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The tables of one database as the driver's metadata tell them, without those of the audit. */
final class Catalog {

    private static final Set<Integer> BYTES = Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);

    final Map<String, Table> tables = new TreeMap<>();
    final List<ReferenceFact> foreignKeys = new ArrayList<>();
    private final DatabaseMetaData metadata;
    private final String catalog;
    private final String schema;

    record Column(String name, boolean nullable, boolean generated, boolean bytes) {}

    /** {@code key} is the primary key, else the first unique one, else nothing. */
    record Table(String name, List<Column> columns, List<String> key) {

        /** The columns that a merge writes. */
        List<String> written() {
            return columns.stream()
                    .filter(column -> !column.generated())
                    .map(Column::name)
                    .toList();
        }

        Column column(String name) {
            return columns.stream()
                    .filter(column -> column.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("table " + this.name + " has no column " + name));
        }
    }

    Catalog(Connection connection, String database) throws SQLException {
        metadata = connection.getMetaData();
        boolean h2 = metadata.getDatabaseProductName().equals("H2");
        catalog = h2 ? null : database;
        schema = h2 ? database : null;
        String[] types = {"TABLE", "BASE TABLE"};
        for (List<String> found : rows(metadata.getTables(catalog, schema, "%", types), "TABLE_NAME")) {
            String table = found.get(0);
            if (!table.startsWith("snowflake_merge_")) {
                tables.put(table, new Table(table, new ArrayList<>(), key(table)));
                readForeignKeys(table);
            }
        }
        readColumns();
    }

    private static List<List<String>> rows(ResultSet found, String... columns) throws SQLException {
        try (found) {
            List<List<String>> rows = new ArrayList<>();
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (String column : columns) {
                    row.add(found.getString(column));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    private void readColumns() throws SQLException {
        for (List<String> found : rows(
                metadata.getColumns(catalog, schema, "%", "%"),
                "TABLE_NAME",
                "COLUMN_NAME",
                "IS_NULLABLE",
                "IS_GENERATEDCOLUMN",
                "DATA_TYPE")) {
            if (tables.containsKey(found.get(0))) {
                boolean bytes = BYTES.contains(Integer.valueOf(found.get(4)));
                Column column = new Column(found.get(1), "YES".equals(found.get(2)), "YES".equals(found.get(3)), bytes);
                tables.get(found.get(0)).columns().add(column);
            }
        }
    }

    private List<String> key(String table) throws SQLException {
        Map<Integer, String> primary = new TreeMap<>();
        for (List<String> found : rows(metadata.getPrimaryKeys(catalog, schema, table), "KEY_SEQ", "COLUMN_NAME")) {
            primary.put(Integer.valueOf(found.get(0)), found.get(1));
        }
        if (!primary.isEmpty()) {
            return List.copyOf(primary.values());
        }
        TreeMap<String, List<String>> unique = new TreeMap<>();
        ResultSet indexes = metadata.getIndexInfo(catalog, schema, table, true, true);
        for (List<String> found : rows(indexes, "INDEX_NAME", "COLUMN_NAME")) {
            if (found.get(1) != null) {
                unique.computeIfAbsent(found.get(0), name -> new ArrayList<>()).add(found.get(1));
            }
        }
        return unique.isEmpty() ? List.of() : unique.firstEntry().getValue();
    }

    private void readForeignKeys(String table) throws SQLException {
        Map<String, ReferenceFact> byName = new TreeMap<>();
        for (List<String> found : rows(
                metadata.getImportedKeys(catalog, schema, table),
                "FK_NAME",
                "PKTABLE_NAME",
                "DELETE_RULE",
                "FKCOLUMN_NAME",
                "PKCOLUMN_NAME")) {
            boolean setsNull = Integer.parseInt(found.get(2)) == DatabaseMetaData.importedKeySetNull;
            ReferenceFact key = byName.computeIfAbsent(found.get(0), name -> {
                Columns from = new Columns(table, new ArrayList<>());
                Columns to = new Columns(found.get(1), new ArrayList<>());
                Lost leftOut = setsNull ? Lost.CLEAR : Lost.DROP;
                return new ReferenceFact(from, to, "", List.of(), Lost.FAIL, leftOut, false);
            });
            key.from().names().add(found.get(3));
            key.to().names().add(found.get(4));
        }
        foreignKeys.addAll(byName.values());
    }
}
