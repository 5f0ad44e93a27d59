package io.snowflakeid.cli;

import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.CommandFailure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads single ids of a column through an index, so that the cost does not depend on the size of the table. */
record IdSamples(Connection connection, IdColumn column) {

    /** The smallest id that is not treated as a counter value. One hour after its epoch, a typical layout generates ids above 10<sup>12</sup>. */
    static final long ABOVE_COUNTERS = 1_000_000_000_000L;

    private static final int MOST_SECONDS = 30;

    /** Returns samples of a column, or throws {@link CommandFailure} if the column is not numeric or has no index. */
    static IdSamples of(Connection connection, IdColumn column) throws SQLException {
        if (!column.isNumber()) {
            throw CommandFailure.ofDatabase(
                    column + " is not numeric: select some of its texts, and inspect each", null);
        }
        if (!hasIndex(connection, column.name())) {
            throw CommandFailure.ofDatabase(
                    column.name()
                            + " has no index that begins with it, so that each query would read the whole table:"
                            + " use the column of the primary key",
                    null);
        }
        return new IdSamples(connection, column);
    }

    private static boolean hasIndex(Connection connection, ColumnName name) throws SQLException {
        try (ResultSet indexes =
                connection.getMetaData().getIndexInfo(name.catalog(), name.schema(), name.table(), false, true)) {
            while (indexes.next()) {
                if (indexes.getInt("ORDINAL_POSITION") == 1 && name.column().equals(indexes.getString("COLUMN_NAME"))) {
                    return true;
                }
            }
        }
        return false;
    }

    /**
     * Returns the smallest id, the greatest id, and one id at each quarter of the id range. If the greatest id is at least {@link #ABOVE_COUNTERS},
     * the quarters exclude all ids below {@link #ABOVE_COUNTERS}. The returned map is empty if the table has no rows.
     */
    Map<String, Long> places() throws SQLException {
        Map<String, Long> places = new LinkedHashMap<>();
        Optional<Long> smallest = one("IS NOT NULL", "");
        if (smallest.isEmpty()) {
            return places;
        }
        long from = smallest.get();
        long greatest = one("IS NOT NULL", " DESC").orElse(from);
        places.put("SMALLEST", from);
        if (from < ABOVE_COUNTERS && greatest >= ABOVE_COUNTERS) {
            from = firstFrom(ABOVE_COUNTERS).orElse(greatest);
            places.put("FROM 10^12", from);
        }
        long quarter = greatest / 4 - from / 4;
        for (int place = 1; place < 4; place++) {
            places.put(25 * place + " %", firstFrom(from + quarter * place).orElse(greatest));
        }
        places.put("GREATEST", greatest);
        return places;
    }

    /** Returns the smallest stored id that is not less than {@code number}. */
    Optional<Long> firstFrom(long number) throws SQLException {
        return one(">= " + number, "");
    }

    private Optional<Long> one(String condition, String direction) throws SQLException {
        String mark = connection.getMetaData().getIdentifierQuoteString();
        ColumnName name = column.name();
        String id = quoted(mark, name.column());
        String outside = name.schema() == null ? name.catalog() : name.schema();
        String table = (outside == null ? "" : quoted(mark, outside) + ".") + quoted(mark, name.table());
        try (Statement query = connection.createStatement()) {
            query.setQueryTimeout(MOST_SECONDS);
            ResultSet row = query.executeQuery("SELECT " + id + " FROM " + table + " WHERE " + id + " " + condition
                    + " ORDER BY " + id + direction + " LIMIT 1");
            return row.next() ? Optional.of(row.getLong(1)) : Optional.empty();
        }
    }

    private static String quoted(String mark, String name) {
        return mark + name.replace(mark, mark + mark) + mark;
    }
}
