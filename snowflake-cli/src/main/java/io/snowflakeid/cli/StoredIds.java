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

/** The numbers of a column, read one at a time through an index: a large table costs what a small one does. */
record StoredIds(Connection connection, IdColumn column) {

    /** No counter comes this far, and nearly every layout makes larger ids from its first hour on. */
    static final long MORE_THAN_IS_COUNTED = 1_000_000_000_000L;

    private static final int MOST_SECONDS = 30;

    /** Throws {@link CommandFailure} if the column holds no numbers, or has no index, so that each look would read the whole table. */
    static StoredIds of(Connection connection, IdColumn column) throws SQLException {
        if (!column.isNumber()) {
            throw CommandFailure.ofDatabase(
                    column + " holds no whole numbers: select some of its texts, and inspect each", null);
        }
        if (!hasIndex(connection, column.name())) {
            throw CommandFailure.ofDatabase(
                    column.name()
                            + " has no index that begins with it, so that each look would read the whole table:"
                            + " name the column of the primary key",
                    null);
        }
        return new StoredIds(connection, column);
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
     * The smallest, the greatest, and those at quarters of the range between them, by name; small numbers, which a counter made, do
     * not stretch that range. Empty for an empty table.
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
        if (from < MORE_THAN_IS_COUNTED && greatest >= MORE_THAN_IS_COUNTED) {
            from = firstFrom(MORE_THAN_IS_COUNTED).orElse(greatest);
            places.put("FROM 10^12", from);
        }
        long quarter = greatest / 4 - from / 4;
        for (int place = 1; place < 4; place++) {
            places.put(25 * place + " %", firstFrom(from + quarter * place).orElse(greatest));
        }
        places.put("GREATEST", greatest);
        return places;
    }

    /** The least that is not below a number. */
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
