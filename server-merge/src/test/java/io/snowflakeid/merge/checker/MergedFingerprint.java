package io.snowflakeid.merge.checker;

import io.snowflakeid.merge.checker.RowReader.Digest;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All rows of a merged database as one line per table, equal for two databases with equal rows in whatever order. */
public final class MergedFingerprint {

    private MergedFingerprint() {}

    /** Of the rows as they are. */
    public static Map<String, String> of(Connection connection, String database) throws SQLException {
        Catalog catalog = new Catalog(connection, database);
        RowReader reader = new RowReader(connection, catalog.isH2());
        Map<String, String> lines = new TreeMap<>();
        for (Catalog.Table table : catalog.tables().values()) {
            int[] all = RowReader.range(table.written().size());
            List<Digest> rows = new ArrayList<>();
            reader.each(database, table, List.of(), row -> rows.add(RowReader.digest(row, all)));
            lines.put(table.name(), line(rows));
        }
        return lines;
    }

    private static String line(List<Digest> rows) {
        Collections.sort(rows);
        byte[][] sorted = new byte[1][];
        StringBuilder all = new StringBuilder();
        rows.forEach(row -> all.append(row.high()).append(' ').append(row.low()).append('\n'));
        sorted[0] = RowReader.bytes(all.toString());
        Digest digest = RowReader.digest(sorted, RowReader.range(1));
        return rows.size() + " rows, " + Long.toHexString(digest.high()) + Long.toHexString(digest.low());
    }
}
