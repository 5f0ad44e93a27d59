package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The tables of one database as the driver's metadata tell them, without those of the audit. */
final class Catalog {

    private final boolean h2;
    private final String database;
    private final Map<String, Table> tables = new TreeMap<>();
    private final List<ReferenceFact> foreignKeys = new ArrayList<>();

    record Column(String name, boolean nullable, boolean autoIncrement, boolean generated, boolean bytes) {}

    record Table(String name, List<Column> columns, List<String> primaryKey, Collection<List<String>> uniqueKeys) {

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

        /** The primary key, else the first unique one, else nothing. */
        List<String> anyKey() {
            return !primaryKey.isEmpty()
                    ? primaryKey
                    : uniqueKeys.stream().findFirst().orElse(List.of());
        }
    }

    Catalog(Connection connection, String database) throws SQLException {
        this.database = database;
        DatabaseMetaData metadata = connection.getMetaData();
        h2 = metadata.getDatabaseProductName().equals("H2");
        for (Map.Entry<String, List<Column>> table : columns(metadata).entrySet()) {
            String name = table.getKey();
            tables.put(name, new Table(name, table.getValue(), primaryKey(metadata, name), uniqueKeys(metadata, name)));
            readForeignKeys(metadata, name);
        }
    }

    Map<String, Table> tables() {
        return tables;
    }

    Table table(String name) {
        Table table = tables.get(name);
        if (table == null) {
            throw new IllegalArgumentException(database + " has no table " + name + " but " + tables.keySet());
        }
        return table;
    }

    List<ReferenceFact> foreignKeys() {
        return foreignKeys;
    }

    boolean isH2() {
        return h2;
    }

    private String catalog() {
        return h2 ? null : database;
    }

    private String schema() {
        return h2 ? database : null;
    }

    private Map<String, List<Column>> columns(DatabaseMetaData metadata) throws SQLException {
        Map<String, List<Column>> columns = new LinkedHashMap<>();
        try (ResultSet found = metadata.getTables(catalog(), schema(), "%", new String[] {"TABLE", "BASE TABLE"})) {
            while (found.next()) {
                if (!found.getString("TABLE_NAME").startsWith("snowflake_merge_")) {
                    columns.put(found.getString("TABLE_NAME"), new ArrayList<>());
                }
            }
        }
        try (ResultSet found = metadata.getColumns(catalog(), schema(), "%", "%")) {
            while (found.next()) {
                List<Column> ofTable = columns.get(found.getString("TABLE_NAME"));
                if (ofTable != null) {
                    ofTable.add(column(found));
                }
            }
        }
        return columns;
    }

    private static Column column(ResultSet found) throws SQLException {
        int type = found.getInt("DATA_TYPE");
        return new Column(
                found.getString("COLUMN_NAME"),
                found.getInt("NULLABLE") == DatabaseMetaData.columnNullable,
                "YES".equals(found.getString("IS_AUTOINCREMENT")),
                "YES".equals(found.getString("IS_GENERATEDCOLUMN")),
                type == Types.BINARY || type == Types.VARBINARY || type == Types.LONGVARBINARY || type == Types.BLOB);
    }

    private List<String> primaryKey(DatabaseMetaData metadata, String table) throws SQLException {
        Map<Integer, String> columns = new TreeMap<>();
        try (ResultSet found = metadata.getPrimaryKeys(catalog(), schema(), table)) {
            while (found.next()) {
                columns.put(found.getInt("KEY_SEQ"), found.getString("COLUMN_NAME"));
            }
        }
        return List.copyOf(columns.values());
    }

    private Collection<List<String>> uniqueKeys(DatabaseMetaData metadata, String table) throws SQLException {
        Map<String, List<String>> keys = new TreeMap<>();
        try (ResultSet found = metadata.getIndexInfo(catalog(), schema(), table, true, true)) {
            while (found.next()) {
                if (found.getString("COLUMN_NAME") != null) {
                    keys.computeIfAbsent(found.getString("INDEX_NAME"), name -> new ArrayList<>())
                            .add(found.getString("COLUMN_NAME"));
                }
            }
        }
        return keys.values();
    }

    private void readForeignKeys(DatabaseMetaData metadata, String table) throws SQLException {
        Map<String, ReferenceFact> byName = new TreeMap<>();
        try (ResultSet found = metadata.getImportedKeys(catalog(), schema(), table)) {
            while (found.next()) {
                String parent = found.getString("PKTABLE_NAME");
                Lost leftOut =
                        found.getInt("DELETE_RULE") == DatabaseMetaData.importedKeySetNull ? Lost.CLEAR : Lost.DROP;
                ReferenceFact key = byName.computeIfAbsent(
                        found.getString("FK_NAME"),
                        name -> new ReferenceFact(
                                table,
                                new ArrayList<>(),
                                parent,
                                new ArrayList<>(),
                                "",
                                List.of(),
                                Lost.FAIL,
                                leftOut,
                                false));
                key.columns().add(found.getString("FKCOLUMN_NAME"));
                key.parentColumns().add(found.getString("PKCOLUMN_NAME"));
            }
        }
        foreignKeys.addAll(byName.values());
    }
}
