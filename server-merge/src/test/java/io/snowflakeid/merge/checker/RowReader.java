package io.snowflakeid.merge.checker;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Reads rows as the server sends them, one at a time: a value is the bytes of its text, or null. */
final class RowReader {

    private final Connection connection;
    private final boolean h2;
    private final String quote;

    @FunctionalInterface
    interface Sink {
        void row(byte[][] values) throws SQLException;
    }

    RowReader(Connection connection, boolean h2) throws SQLException {
        this.connection = connection;
        this.h2 = h2;
        quote = connection.getMetaData().getIdentifierQuoteString();
    }

    String quoted(String name) {
        return quote + name.replace(quote, quote + quote) + quote;
    }

    String quoted(String database, String table) {
        return quoted(database) + "." + quoted(table);
    }

    /** All rows of a table: the columns that a merge writes, then the values of expressions. */
    void each(String database, Catalog.Table table, List<String> expressions, Sink sink) throws SQLException {
        List<String> selected =
                table.written().stream().map(this::quoted).collect(Collectors.toCollection(ArrayList::new));
        selected.addAll(expressions);
        List<Boolean> bytes = table.written().stream()
                .map(name -> table.column(name).bytes())
                .collect(Collectors.toCollection(ArrayList::new));
        expressions.forEach(expression -> bytes.add(false));
        query("SELECT " + String.join(", ", selected) + " FROM " + quoted(database, table.name()), bytes, sink);
    }

    /** All rows of a query without bytes in it. */
    void each(String query, Sink sink) throws SQLException {
        query(query, List.of(), sink);
    }

    private void query(String query, List<Boolean> bytes, Sink sink) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            // the driver's word for: do not hold them all
            statement.setFetchSize(h2 ? 1_000 : Integer.MIN_VALUE);
            try (ResultSet result = statement.executeQuery(query)) {
                int width = result.getMetaData().getColumnCount();
                while (result.next()) {
                    byte[][] row = new byte[width][];
                    for (int i = 0; i < width; i++) {
                        row[i] = value(result, i + 1, i < bytes.size() && bytes.get(i));
                    }
                    sink.row(row);
                }
            }
        }
    }

    private byte[] value(ResultSet result, int column, boolean bytes) throws SQLException {
        if (!h2 || bytes) {
            return result.getBytes(column);
        }
        String text = result.getString(column);
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** An expression that is 1 where a condition holds, else 0. */
    static String holds(String condition) {
        return "CASE WHEN (" + condition + ") THEN 1 ELSE 0 END";
    }

    static String text(byte[] value) {
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    static boolean isTrue(byte[] value) {
        return value != null && value.length == 1 && value[0] == '1';
    }

    /** Equal for rows with equal values alone, as far as anybody knows. */
    record Digest(long high, long low) implements Comparable<Digest> {
        @Override
        public int compareTo(Digest other) {
            int order = Long.compare(high, other.high);
            return order != 0 ? order : Long.compare(low, other.low);
        }
    }

    private static final ThreadLocal<MessageDigest> SHA_256 = ThreadLocal.withInitial(() -> {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    });

    /** Of some values of a row: null and empty differ, and where a value ends counts. */
    static Digest digest(byte[][] row, int[] at) {
        MessageDigest sha = SHA_256.get();
        for (int i : at) {
            byte[] value = row[i];
            int length = value == null ? -1 : value.length;
            sha.update(new byte[] {(byte) (length >> 24), (byte) (length >> 16), (byte) (length >> 8), (byte) length});
            if (value != null) {
                sha.update(value);
            }
        }
        byte[] hash = sha.digest();
        return new Digest(longAt(hash, 0), longAt(hash, 8));
    }

    private static long longAt(byte[] bytes, int at) {
        long value = 0;
        for (int i = 0; i < 8; i++) {
            value = (value << 8) | (bytes[at + i] & 0xff);
        }
        return value;
    }

    /** Some values of a row as a key; null, if one of them is. */
    static String key(byte[][] row, int[] at) {
        if (at.length == 1) {
            return text(row[at[0]]);
        }
        StringBuilder key = new StringBuilder();
        for (int i : at) {
            if (row[i] == null) {
                return null;
            }
            key.append(text(row[i])).append('\u0001');
        }
        return key.toString();
    }

    static int[] range(int count) {
        int[] all = new int[count];
        Arrays.setAll(all, i -> i);
        return all;
    }
}
