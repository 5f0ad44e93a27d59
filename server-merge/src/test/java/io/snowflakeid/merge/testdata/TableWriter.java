package io.snowflakeid.merge.testdata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Writes rows into one table, many by one statement. The caller gives the columns that matter; every other column gets a value of its
 * type by chance, so that no two columns hold the same. Counted, generated and ENUM columns that are not given are left to the server.
 */
final class TableWriter {

    private static final int VALUES_PER_STATEMENT = 6_000;

    private final Connection connection;
    private final Random random;
    private final String quote;
    private final String table;
    private final int given;
    private final List<String> columns;
    /** What makes the values of the columns that are not given. */
    private final List<Supplier<Object>> chances = new ArrayList<>();

    private final List<Object> values = new ArrayList<>();

    TableWriter(Connection connection, Random random, String table, String... given) throws SQLException {
        this.connection = connection;
        this.random = random;
        this.table = table;
        this.given = given.length;
        columns = new ArrayList<>(List.of(given));
        quote = connection.getMetaData().getIdentifierQuoteString();
        readColumns(new ArrayList<>(columns));
    }

    private void readColumns(List<String> missing) throws SQLException {
        String pattern = table.replace("_", "\\_");
        try (ResultSet found =
                connection.getMetaData().getColumns(connection.getCatalog(), connection.getSchema(), pattern, null)) {
            while (found.next()) {
                String name = found.getString("COLUMN_NAME");
                if (!missing.remove(name) && isFilled(found)) {
                    columns.add(name);
                    Supplier<Object> chance = chance(found);
                    boolean nullable = found.getInt("NULLABLE") == DatabaseMetaData.columnNullable;
                    chances.add(nullable ? orNull(chance) : chance);
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

    /** Adds a row: values of the given columns, in their order. */
    void add(Object... row) throws SQLException {
        if (row.length != given) {
            throw new IllegalArgumentException(
                    table + " is given " + columns.subList(0, given) + ", not " + row.length + " values");
        }
        values.addAll(Arrays.asList(row));
        chances.forEach(chance -> values.add(chance.get()));
        if (values.size() >= Math.max(1, VALUES_PER_STATEMENT / columns.size()) * columns.size()) {
            flush();
        }
    }

    private Supplier<Object> orNull(Supplier<Object> chance) {
        return () -> random.nextInt(7) == 0 ? null : chance.get();
    }

    private Supplier<Object> chance(ResultSet column) throws SQLException {
        int size = column.getInt("COLUMN_SIZE");
        String fraction = column.getInt("DECIMAL_DIGITS") > 0 ? ".5" : ".";
        boolean signed = !column.getString("TYPE_NAME").contains("UNSIGNED");
        boolean zeroDates = quote.equals("`");
        return switch (column.getInt("DATA_TYPE")) {
            case Types.BIT, Types.BOOLEAN -> () -> random.nextInt(2);
            case Types.TINYINT -> () -> number(signed, 100);
            case Types.SMALLINT -> () -> number(signed, 30_000);
            case Types.INTEGER -> () -> number(signed, 1_000_000);
            case Types.BIGINT -> () -> number(signed, random.nextInt(10) == 0 ? Long.MAX_VALUE : 1_000_000_000);
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> () -> random.nextInt(100_000) / 8.0;
            case Types.DECIMAL, Types.NUMERIC -> () -> random.nextInt(10_000) + fraction;
            case Types.DATE -> () -> zeroDates && random.nextInt(30) == 0 ? "0000-00-00" : day();
            case Types.TIME -> () -> "12:" + (10 + random.nextInt(50)) + ":07";
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE ->
                () -> zeroDates && random.nextInt(30) == 0 ? "0000-00-00 00:00:00" : day() + time();
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> () -> bytes(size);
            default -> () -> text(size);
        };
    }

    private long number(boolean signed, long bound) {
        long number = Math.floorMod(random.nextLong(), bound);
        return signed && random.nextInt(20) == 0 ? -number : number;
    }

    private String day() {
        int year = 2010 + random.nextInt(25);
        return String.format(Locale.ROOT, "%d-%02d-%02d", year, 1 + random.nextInt(12), 1 + random.nextInt(28));
    }

    private String time() {
        int hour = random.nextInt(24);
        return String.format(Locale.ROOT, " %02d:%02d:%02d", hour, random.nextInt(60), random.nextInt(60));
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

    /** Sends the rows that are left. */
    void flush() throws SQLException {
        if (values.isEmpty()) {
            return;
        }
        String row = "(" + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        String rows = String.join(", ", Collections.nCopies(values.size() / columns.size(), row));
        String names = columns.stream().map(this::quoted).collect(Collectors.joining(", "));
        String insert = "INSERT INTO " + quoted(table) + " (" + names + ") VALUES " + rows;
        try (PreparedStatement statement = connection.prepareStatement(insert)) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            statement.executeUpdate();
        }
        values.clear();
    }

    private String quoted(String name) {
        return quote + name.replace(quote, quote + quote) + quote;
    }
}
