package io.snowflakeid.cli;

import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.IdColumn;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The numbers of a column, read one at a time: with an index that begins with the column, a large table costs what a small one does. */
record StoredIds(Connection connection, IdColumn column) {

    /** No counter comes this far, and nearly every layout makes larger ids from its first hour on. */
    static final BigInteger MORE_THAN_IS_COUNTED = BigInteger.valueOf(1_000_000_000_000L);

    private static final int MOST_SECONDS = 30;

    /**
     * The column that a user names.
     *
     * @param table perhaps with its schema and a dot in front
     * @throws CommandFailure if there is none
     */
    static IdColumn column(Connection connection, Database database, String table, String column) throws SQLException {
        int dot = table.indexOf('.');
        ColumnName wanted =
                new ColumnName(null, dot < 0 ? null : table.substring(0, dot), table.substring(dot + 1), column);
        return IdColumn.read(connection, wanted)
                .orElseThrow(() -> CommandFailure.ofDatabase(
                        database + " has no column " + wanted
                                + ", or the user may not see it: correct --table and --column, or let doctor --all list what there is",
                        null));
    }

    /** Whether an index begins with the column; without one, each look reads the whole table. */
    boolean haveIndex() throws SQLException {
        ColumnName name = column.name();
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
    Map<String, BigInteger> places() throws SQLException {
        Map<String, BigInteger> places = new LinkedHashMap<>();
        BigInteger greatest = greatest().orElse(null);
        BigInteger from = one("IS NOT NULL", "", null).orElse(null);
        if (from == null || greatest == null) {
            return places;
        }
        places.put("SMALLEST", from);
        if (from.compareTo(MORE_THAN_IS_COUNTED) < 0 && greatest.compareTo(MORE_THAN_IS_COUNTED) >= 0) {
            from = firstFrom(MORE_THAN_IS_COUNTED).orElse(greatest);
            places.put("FROM 10^12", from);
        }
        BigInteger quarter = greatest.subtract(from).shiftRight(2);
        for (int place = 1; place < 4; place++) {
            BigInteger wanted = from.add(quarter.multiply(BigInteger.valueOf(place)));
            places.put(25 * place + " %", firstFrom(wanted).orElse(greatest));
        }
        places.put("GREATEST", greatest);
        return places;
    }

    Optional<BigInteger> greatest() throws SQLException {
        return one("IS NOT NULL", " DESC", null);
    }

    /** The least that is not below a number. */
    Optional<BigInteger> firstFrom(BigInteger number) throws SQLException {
        return one(">= ?", "", number);
    }

    private Optional<BigInteger> one(String condition, String direction, @Nullable BigInteger number)
            throws SQLException {
        ColumnName name = column.name();
        String id = quoted(name.column());
        String outside = name.schema() == null ? name.catalog() : name.schema();
        String table = (outside == null ? "" : quoted(outside) + ".") + quoted(name.table());
        try (PreparedStatement query = connection.prepareStatement("SELECT " + id + " FROM " + table + " WHERE " + id
                + " " + condition + " ORDER BY " + id + direction + " LIMIT 1")) {
            query.setQueryTimeout(MOST_SECONDS);
            if (number != null && number.bitLength() < Long.SIZE) {
                // not as a decimal: PostgreSQL would find none in an index of bigints, and read it all
                query.setLong(1, number.longValueExact());
            } else if (number != null) {
                query.setBigDecimal(1, new BigDecimal(number));
            }
            try (ResultSet row = query.executeQuery()) {
                return row.next() ? Optional.of(row.getBigDecimal(1).toBigInteger()) : Optional.empty();
            }
        }
    }

    private String quoted(String name) throws SQLException {
        String mark = connection.getMetaData().getIdentifierQuoteString().trim();
        return mark.isEmpty() ? name : mark + name.replace(mark, mark + mark) + mark;
    }
}
