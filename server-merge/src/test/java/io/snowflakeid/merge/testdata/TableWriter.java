package io.snowflakeid.merge.testdata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * Writes rows into one table, many by one statement. The caller gives the columns that matter; every other column gets a value of its
 * type by chance, so that no two columns hold the same. Counted, generated and ENUM columns that are not given are left to the server.
 */
final class TableWriter implements AutoCloseable {

    private static final int VALUES_PER_STATEMENT = 6_000;
    private static final String[] ZERO = {"0000-00-00", "0000-00-00 00:00:00"};

    private final Connection connection;
    private final Random random;
    private final String quote;
    private final String table;
    private final boolean zeroDates;
    private final List<String> given;
    private final List<Filled> filled = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private final int rowsPerStatement;

    private record Filled(String name, int type, int size, int scale, boolean unsigned, boolean nullable) {}

    TableWriter(Connection connection, Random random, String table, String... given) throws SQLException {
        this.connection = connection;
        this.random = random;
        this.table = table;
        this.given = List.of(given);
        DatabaseMetaData database = connection.getMetaData();
        quote = database.getIdentifierQuoteString();
        zeroDates = quote.equals("`");
        readColumns(database);
        rowsPerStatement = Math.max(1, VALUES_PER_STATEMENT / width());
    }

    private void readColumns(DatabaseMetaData database) throws SQLException {
        List<String> missing = new ArrayList<>(given);
        String pattern = table.replace("_", "\\_");
        try (ResultSet columns = database.getColumns(connection.getCatalog(), connection.getSchema(), pattern, null)) {
            while (columns.next()) {
                String name = columns.getString("COLUMN_NAME");
                if (!missing.remove(name) && isFilled(columns)) {
                    filled.add(new Filled(
                            name,
                            columns.getInt("DATA_TYPE"),
                            columns.getInt("COLUMN_SIZE"),
                            columns.getInt("DECIMAL_DIGITS"),
                            columns.getString("TYPE_NAME").contains("UNSIGNED"),
                            columns.getInt("NULLABLE") == DatabaseMetaData.columnNullable));
                }
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("table " + table + " has no columns " + missing);
        }
    }

    private static boolean isFilled(ResultSet column) throws SQLException {
        return !"YES".equals(column.getString("IS_AUTOINCREMENT"))
                && !"YES".equals(column.getString("IS_GENERATEDCOLUMN"))
                && !column.getString("TYPE_NAME").toUpperCase(Locale.ROOT).contains("ENUM");
    }

    private int width() {
        return given.size() + filled.size();
    }

    /** Adds a row: values of the given columns, in their order. */
    void add(Object... row) throws SQLException {
        if (row.length != given.size()) {
            throw new IllegalArgumentException(table + " is given " + given + ", not " + row.length + " values");
        }
        values.addAll(Arrays.asList(row));
        for (Filled column : filled) {
            values.add(byChance(column));
        }
        if (values.size() >= rowsPerStatement * width()) {
            flush();
        }
    }

    private Object byChance(Filled column) {
        if (column.nullable() && random.nextInt(7) == 0) {
            return null;
        }
        return switch (column.type()) {
            case Types.BIT, Types.BOOLEAN -> random.nextInt(2);
            case Types.TINYINT -> number(column, 100);
            case Types.SMALLINT -> number(column, 30_000);
            case Types.INTEGER -> number(column, 1_000_000);
            case Types.BIGINT -> number(column, random.nextInt(10) == 0 ? Long.MAX_VALUE : 1_000_000_000);
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> random.nextInt(100_000) / 8.0;
            case Types.DECIMAL, Types.NUMERIC -> random.nextInt(10_000) + "." + "5".repeat(Math.min(1, column.scale()));
            case Types.DATE -> day();
            case Types.TIME -> "12:" + (10 + random.nextInt(50)) + ":07";
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> moment();
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> bytes(column.size());
            default -> text(column.size());
        };
    }

    private Object number(Filled column, long bound) {
        long number = Math.floorMod(random.nextLong(), bound);
        return !column.unsigned() && random.nextInt(20) == 0 ? -number : number;
    }

    private String day() {
        if (zeroDates && random.nextInt(30) == 0) {
            return ZERO[0];
        }
        return String.format(
                Locale.ROOT,
                "20%02d-%02d-%02d",
                10 + random.nextInt(25),
                1 + random.nextInt(12),
                1 + random.nextInt(28));
    }

    private String moment() {
        if (zeroDates && random.nextInt(30) == 0) {
            return ZERO[1];
        }
        return String.format(
                Locale.ROOT,
                "20%02d-%02d-%02d %02d:%02d:%02d",
                10 + random.nextInt(25),
                1 + random.nextInt(12),
                1 + random.nextInt(28),
                random.nextInt(24),
                random.nextInt(60),
                random.nextInt(60));
    }

    private byte[] bytes(int atMost) {
        byte[] bytes = new byte[random.nextInt(Math.max(1, Math.min(atMost, 48)))];
        random.nextBytes(bytes);
        return bytes;
    }

    private String text(int atMost) {
        String text = Words.spoken(random);
        return text.length() <= atMost ? text : text.substring(0, atMost);
    }

    private void flush() throws SQLException {
        int rows = values.size() / width();
        if (rows == 0) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(insert(rows))) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            statement.executeUpdate();
        }
        values.clear();
    }

    private String insert(int rows) {
        List<String> names = new ArrayList<>(given);
        filled.forEach(column -> names.add(column.name()));
        String columns = names.stream().map(this::quoted).collect(Collectors.joining(", "));
        String row = "(" + String.join(", ", Collections.nCopies(width(), "?")) + ")";
        return "INSERT INTO " + quoted(table) + " (" + columns + ") VALUES "
                + String.join(", ", Collections.nCopies(rows, row));
    }

    private String quoted(String name) {
        return quote + name.replace(quote, quote + quote) + quote;
    }

    /** Writes what is left; commits, if the connection does not by itself. */
    @Override
    public void close() throws SQLException {
        flush();
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    /** The rows of a query as numbers, in its order. */
    static List<long[]> numbers(Connection connection, String query) throws SQLException {
        List<long[]> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            int width = result.getMetaData().getColumnCount();
            while (result.next()) {
                long[] row = new long[width];
                for (int i = 0; i < width; i++) {
                    row[i] = result.getLong(i + 1);
                }
                rows.add(row);
            }
        }
        return rows;
    }
}
