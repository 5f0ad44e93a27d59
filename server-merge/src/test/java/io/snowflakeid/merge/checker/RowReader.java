package io.snowflakeid.merge.checker;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Reads rows as the server sends them, one at a time: a value is the bytes of its text, or null. */
final class RowReader {

    private final Connection connection;
    private final boolean h2;
    private final String quote;

    @FunctionalInterface
    interface Sink {
        void row(byte[][] values) throws SQLException;
    }

    RowReader(Connection connection) throws SQLException {
        this.connection = connection;
        h2 = connection.getMetaData().getDatabaseProductName().equals("H2");
        quote = connection.getMetaData().getIdentifierQuoteString();
    }

    boolean isH2() {
        return h2;
    }

    String quoted(String name) {
        return quote + name.replace(quote, quote + quote) + quote;
    }

    String quoted(String database, String table) {
        return quoted(database) + "." + quoted(table);
    }

    /** All rows of a table: the columns that a merge writes, then the values of expressions. */
    void each(String database, Catalog.Table table, List<String> expressions, Sink sink) throws SQLException {
        List<String> written = table.written();
        List<String> selected =
                new ArrayList<>(written.stream().map(this::quoted).toList());
        selected.addAll(expressions);
        try (Statement statement = connection.createStatement()) {
            // the driver's word for: do not hold them all
            statement.setFetchSize(h2 ? 1_000 : Integer.MIN_VALUE);
            try (ResultSet result = statement.executeQuery(
                    "SELECT " + String.join(", ", selected) + " FROM " + quoted(database, table.name()))) {
                while (result.next()) {
                    byte[][] row = new byte[selected.size()][];
                    for (int i = 0; i < row.length; i++) {
                        boolean bytes = !h2
                                || (i < written.size()
                                        && table.column(written.get(i)).bytes());
                        row[i] = bytes ? result.getBytes(i + 1) : bytes(result.getString(i + 1));
                    }
                    sink.row(row);
                }
            }
        }
    }

    /** The rows of a small query as texts; a parameter stands for each {@code ?} in it. */
    List<List<String>> texts(String query, String... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setString(i + 1, parameters[i]);
            }
            try (ResultSet found = statement.executeQuery()) {
                List<List<String>> rows = new ArrayList<>();
                while (found.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= found.getMetaData().getColumnCount(); i++) {
                        row.add(found.getString(i));
                    }
                    rows.add(row);
                }
                return rows;
            }
        }
    }

    /** An expression for a column that is equal for texts which the target's collation takes for equal. */
    String weight(String target, String table, String column) throws SQLException {
        String name = quoted(column);
        List<List<String>> found = h2
                ? List.of()
                : texts(
                        "SELECT character_set_name, collation_name FROM information_schema.columns"
                                + " WHERE table_schema = ? AND table_name = ? AND column_name = ?",
                        target,
                        table,
                        column);
        if (found.isEmpty() || found.get(0).get(1) == null) {
            return name;
        }
        String collation = found.get(0).get(1);
        boolean blanksCount =
                collation.contains("_0900_") || collation.contains("_nopad_") || collation.equals("binary");
        String converted = "CONVERT(" + name + " USING " + found.get(0).get(0) + ")";
        String compared = blanksCount ? converted : "TRIM(TRAILING ' ' FROM " + converted + ")";
        return "HEX(WEIGHT_STRING(" + compared + " COLLATE " + collation + "))";
    }

    static String text(byte[] value) {
        return value == null ? null : new String(value, StandardCharsets.UTF_8);
    }

    static byte[] bytes(String text) {
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    /** Equal for rows with equal values alone, as far as anybody knows. */
    record Digest(long high, long low) {}

    /** Of some values of a row: null and empty differ, and where a value ends counts. */
    static Digest digest(byte[][] row, List<Integer> at) {
        MessageDigest sha = sha256();
        for (int i : at) {
            byte[] value = row[i];
            sha.update(ByteBuffer.allocate(4).putInt(0, value == null ? -1 : value.length));
            if (value != null) {
                sha.update(value);
            }
        }
        ByteBuffer hash = ByteBuffer.wrap(sha.digest());
        return new Digest(hash.getLong(), hash.getLong());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Some values of a row as a key; null, if one of them is. */
    static String key(byte[][] row, List<Integer> at) {
        return at.stream().anyMatch(i -> row[i] == null)
                ? null
                : at.stream().map(i -> text(row[i])).collect(Collectors.joining("\u0001"));
    }

    static List<Integer> range(int count) {
        return IntStream.range(0, count).boxed().toList();
    }
}
