package io.snowflakeid.merge.checker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.snowflakeid.merge.checker.Database.Row;
import io.snowflakeid.merge.checker.Database.Table;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** All rows of a merged database as one line per table, equal for two databases with equal rows in whatever order. */
public final class MergedFingerprint {

    private MergedFingerprint() {}

    private record Digest(long high, long low) {}

    /** Of the rows as they are. */
    public static Map<String, String> of(Connection connection, String database) throws SQLException {
        Database read = new Database(connection, database);
        Map<String, String> lines = new TreeMap<>();
        for (Table table : read.tables.values()) {
            List<Digest> rows = new ArrayList<>();
            for (Row row : read.rows(table, 0, Map.of())) {
                rows.add(digest(row.get(table.columns())));
            }
            String all = rows.stream()
                    .sorted(Comparator.comparingLong(Digest::high).thenComparingLong(Digest::low))
                    .map(row -> row.high() + " " + row.low() + "\n")
                    .collect(Collectors.joining());
            Digest digest = digest(List.of(all));
            lines.put(
                    table.name(),
                    rows.size() + " rows, " + Long.toHexString(digest.high()) + Long.toHexString(digest.low()));
        }
        return lines;
    }

    /** NULL and an empty value differ, and where a value ends counts. */
    private static Digest digest(List<String> values) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            for (String value : values) {
                byte[] bytes = value == null ? new byte[0] : value.getBytes(ISO_8859_1);
                sha.update(ByteBuffer.allocate(4).putInt(0, value == null ? -1 : bytes.length));
                sha.update(bytes);
            }
            ByteBuffer hash = ByteBuffer.wrap(sha.digest());
            return new Digest(hash.getLong(), hash.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
