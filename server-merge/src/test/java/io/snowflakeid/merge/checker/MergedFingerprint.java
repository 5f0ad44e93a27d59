package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.RowReader.Digest;
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

    /** Of the rows as they are. */
    public static Map<String, String> of(Connection connection, String database) throws SQLException {
        RowReader reader = new RowReader(connection);
        Map<String, String> lines = new TreeMap<>();
        for (Catalog.Table table : new Catalog(connection, database).tables.values()) {
            List<Integer> all = RowReader.range(table.written().size());
            List<Digest> rows = new ArrayList<>();
            reader.each(database, table, List.of(), row -> rows.add(RowReader.digest(row, all)));
            lines.put(table.name(), line(rows));
        }
        return lines;
    }

    private static String line(List<Digest> rows) {
        String all = rows.stream()
                .sorted(Comparator.comparingLong(Digest::high).thenComparingLong(Digest::low))
                .map(row -> row.high() + " " + row.low() + "\n")
                .collect(Collectors.joining());
        Digest digest = RowReader.digest(new byte[][] {RowReader.bytes(all)}, List.of(0));
        return rows.size() + " rows, " + Long.toHexString(digest.high()) + Long.toHexString(digest.low());
    }
}
