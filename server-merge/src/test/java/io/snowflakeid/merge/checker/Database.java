package io.snowflakeid.merge.checker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.snowflakeid.merge.checker.MergeFacts.Columns;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.ReferenceFact;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One database, read through the driver's metadata and plain SELECTs, without the tables of the audit. A value is null, or a text with
 * one character for each byte that the server sends, so that texts of any character set and bytes are compared alike.
 */
final class Database {

    private static final Set<Integer> BYTES = Set.of(Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB);

    final Map<String, Table> tables = new TreeMap<>();
    private final Connection connection;
    private final DatabaseMetaData metadata;
    private final boolean h2;
    private final String quote;
    private final String name;

    /** The columns are those that a merge writes. */
    record Table(String name, List<String> columns, Set<String> nullable) {}

    /** Values by the names of columns, and of the expressions that were read beside them. Equal to itself alone. */
    static final class Row {

        final Table table;
        final int source;
        private final Map<String, Integer> places;
        private final String[] values;

        private Row(Table table, int source, Map<String, Integer> places) {
            this.table = table;
            this.source = source;
            this.places = places;
            values = new String[places.size()];
        }

        String get(String column) {
            Integer place = places.get(column);
            if (place == null) {
                throw new IllegalArgumentException("table " + table.name() + " has no column " + column);
            }
            return values[place];
        }

        /** By the columns that a merge writes, in their order. */
        Map<String, String> values() {
            Map<String, String> all = new LinkedHashMap<>();
            table.columns().forEach(column -> all.put(column, get(column)));
            return all;
        }

        /** Some values, with null for NULL. */
        List<String> get(List<String> columns) {
            return columns.stream().map(this::get).collect(Collectors.toList());
        }

        /** Whether a condition is fulfilled that was read beside the columns; an empty one is. */
        boolean holds(String condition) {
            return condition.isEmpty() || "1".equals(get(condition));
        }
    }

    Database(Connection connection, String name) throws SQLException {
        this.connection = connection;
        this.name = name;
        metadata = connection.getMetaData();
        h2 = metadata.getDatabaseProductName().equals("H2");
        quote = metadata.getIdentifierQuoteString();
        String[] types = {"TABLE", "BASE TABLE"};
        for (List<String> found : rows(metadata.getTables(catalog(), schema(), "%", types), "TABLE_NAME")) {
            String table = found.get(0);
            if (!table.startsWith("snowflake_merge_")) {
                tables.put(table, new Table(table, new ArrayList<>(), new HashSet<>()));
            }
        }
        readColumns();
    }

    boolean isH2() {
        return h2;
    }

    private String catalog() {
        return h2 ? null : name;
    }

    private String schema() {
        return h2 ? name : null;
    }

    private void readColumns() throws SQLException {
        for (List<String> found : rows(
                metadata.getColumns(catalog(), schema(), "%", "%"),
                "TABLE_NAME",
                "COLUMN_NAME",
                "IS_NULLABLE",
                "IS_GENERATEDCOLUMN")) {
            Table table = tables.get(found.get(0));
            if (table != null && !"YES".equals(found.get(3))) {
                table.columns().add(found.get(1));
                if ("YES".equals(found.get(2))) {
                    table.nullable().add(found.get(1));
                }
            }
        }
    }

    /** The foreign keys that are declared. */
    List<ReferenceFact> foreignKeys() throws SQLException {
        List<ReferenceFact> keys = new ArrayList<>();
        for (String table : tables.keySet()) {
            Map<String, ReferenceFact> byName = new TreeMap<>();
            for (List<String> found : rows(
                    metadata.getImportedKeys(catalog(), schema(), table),
                    "FK_NAME",
                    "PKTABLE_NAME",
                    "DELETE_RULE",
                    "FKCOLUMN_NAME",
                    "PKCOLUMN_NAME")) {
                boolean setsNull = Integer.parseInt(found.get(2)) == DatabaseMetaData.importedKeySetNull;
                Columns from = new Columns(table, new ArrayList<>());
                Columns to = new Columns(found.get(1), new ArrayList<>());
                Lost leftOut = setsNull ? Lost.CLEAR : Lost.DROP;
                ReferenceFact key = byName.computeIfAbsent(
                        found.get(0), any -> new ReferenceFact(from, to, "", List.of(), Lost.FAIL, leftOut, false));
                key.from().names().add(found.get(3));
                key.to().names().add(found.get(4));
            }
            keys.addAll(byName.values());
        }
        return keys;
    }

    private static List<List<String>> rows(ResultSet found, String... columns) throws SQLException {
        try (found) {
            int width =
                    columns.length > 0 ? columns.length : found.getMetaData().getColumnCount();
            List<List<String>> rows = new ArrayList<>();
            while (found.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 0; i < width; i++) {
                    row.add(columns.length > 0 ? found.getString(columns[i]) : found.getString(i + 1));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    /** The rows of a query as texts; a parameter stands for each {@code ?} in it. */
    List<List<String>> texts(String query, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            return rows(statement.executeQuery());
        }
    }

    /** All rows of a table with the columns that another database's table has, and beside them SQL expressions by their names. */
    List<Row> rows(Table table, int source, Map<String, String> expressions) throws SQLException {
        Map<String, String> selected = new LinkedHashMap<>();
        table.columns().forEach(column -> selected.put(column, quoted(column)));
        selected.putAll(expressions);
        Map<String, Integer> places = new LinkedHashMap<>();
        selected.keySet().forEach(column -> places.put(column, places.size()));
        String query = "SELECT " + String.join(", ", selected.values()) + " FROM " + quoted(name, table.name());
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet result = statement.executeQuery()) {
            List<Row> rows = new ArrayList<>();
            while (result.next()) {
                Row row = new Row(table, source, places);
                for (int i = 0; i < row.values.length; i++) {
                    boolean bytes = !h2 || BYTES.contains(result.getMetaData().getColumnType(i + 1));
                    row.values[i] = bytes ? ofBytes(result.getBytes(i + 1)) : encoded(result.getString(i + 1));
                }
                rows.add(row);
            }
            return rows;
        }
    }

    /** An expression for a column of this database that is equal for texts which the column's collation takes for equal. */
    String weight(String table, String column) throws SQLException {
        String quoted = quoted(column);
        List<List<String>> found = h2
                ? List.of()
                : texts(
                        "SELECT character_set_name, collation_name FROM information_schema.columns"
                                + " WHERE table_schema = ? AND table_name = ? AND column_name = ?",
                        name,
                        table,
                        column);
        if (found.isEmpty() || found.get(0).get(1) == null) {
            return quoted;
        }
        String collation = found.get(0).get(1);
        boolean blanksCount =
                collation.contains("_0900_") || collation.contains("_nopad_") || collation.equals("binary");
        String converted = "CONVERT(" + quoted + " USING " + found.get(0).get(0) + ")";
        String compared = blanksCount ? converted : "TRIM(TRAILING ' ' FROM " + converted + ")";
        return "HEX(WEIGHT_STRING(" + compared + " COLLATE " + collation + "))";
    }

    String quoted(String... names) {
        return Arrays.stream(names)
                .map(each -> quote + each.replace(quote, quote + quote) + quote)
                .collect(Collectors.joining("."));
    }

    private static String ofBytes(byte[] bytes) {
        return bytes == null ? null : new String(bytes, ISO_8859_1);
    }

    /** A text as a value. */
    static String encoded(String text) {
        return text == null ? null : ofBytes(text.getBytes(UTF_8));
    }

    /** A value as the text that it is in UTF-8. */
    static String decoded(String value) {
        return value == null ? "null" : new String(value.getBytes(ISO_8859_1), UTF_8);
    }
}
