package io.snowflakeid.demo.origin;

import io.snowflakeid.IdFormat;
import io.snowflakeid.column.ColumnName;
import io.snowflakeid.column.IdColumn;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads some rows of a table, spread over its ids: a few at each of many places, which the index of the ids finds at once. Nothing
 * else is read, so that a large table costs what a small one does. Every statement is a select with a time limit.
 */
public final class TableReader {

    private static final int ROWS_AT_A_PLACE = 10;
    private static final int EVEN_PLACES = 100;
    private static final String BEGINNINGS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final BigInteger MORE_THAN_MILLIS = BigInteger.valueOf(100_000_000_000L);

    private final Connection connection;
    private final IdColumn column;
    private final @Nullable ColumnName createdAt;
    private final int timeoutSeconds;

    /**
     * Reads nothing yet.
     *
     * @param createdAt a column of the same table that says when a row was created, as the database spells it; or null
     */
    public TableReader(Connection connection, IdColumn column, @Nullable ColumnName createdAt, int timeoutSeconds) {
        this.connection = connection;
        this.column = column;
        this.createdAt = createdAt;
        this.timeoutSeconds = timeoutSeconds;
    }

    /**
     * Reads.
     *
     * @throws SQLException if the rows cannot be read, or not in time
     */
    public Sample read() throws SQLException {
        List<List<SampledId>> runs = new ArrayList<>();
        // NULLs come first or last, as the database likes, and would look like the end of the table
        String isThere = " WHERE " + quoted(column.name().column()) + " IS NOT NULL";
        List<SampledId> first = rows(isThere, "", null);
        runs.add(first);
        if (first.size() < ROWS_AT_A_PLACE) {
            return new Sample(runs, true, (long) first.size());
        }
        List<SampledId> last = new ArrayList<>(rows(isThere, " DESC", null));
        Collections.reverse(last);
        runs.add(last);
        String least = first.get(0).text();
        String largest = last.get(last.size() - 1).text();
        if (column.isNumber()) {
            readAt(powersOfTwo(number(least), number(largest)), runs);
            for (Numbers part :
                    Numbers.of(new Sample(runs, true, null), IdFormat.DECIMAL).parts()) {
                readAt(evenly(part), runs);
            }
        } else if (column.isText()) {
            readAt(beginnings(beginningOfBoth(least, largest)), runs);
        }
        return new Sample(runs, column.isNumber(), estimatedRows());
    }

    private void readAt(Set<?> places, List<List<SampledId>> runs) throws SQLException {
        for (Object place : places) {
            runs.add(rows(" WHERE " + quoted(column.name().column()) + " >= ?", "", place));
        }
    }

    /**
     * The least stored number that is not below another one; empty if there is none, and for texts.
     *
     * @throws SQLException if it cannot be read, or not in time
     */
    public Optional<BigInteger> nextNumber(long from) throws SQLException {
        if (!column.isNumber()) {
            return Optional.empty();
        }
        return rows(" WHERE " + quoted(column.name().column()) + " >= ?", "", BigInteger.valueOf(from)).stream()
                .findFirst()
                .map(row -> number(row.text()));
    }

    /** Whether an index begins with the column; without one, each look reads the whole table. */
    public boolean hasIndex() throws SQLException {
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

    // ---- places

    private static BigInteger number(String text) {
        return new BigDecimal(text).toBigInteger();
    }

    /** Whatever the ids are, some of these lie among them: small numbers would be missed beside large ones. */
    private static Set<BigInteger> powersOfTwo(BigInteger least, BigInteger largest) {
        Set<BigInteger> places = new TreeSet<>();
        for (int bit = 1; bit < Long.SIZE; bit++) {
            BigInteger power = BigInteger.ONE.shiftLeft(bit);
            if (power.compareTo(least) > 0 && power.compareTo(largest) < 0) {
                places.add(power);
            }
        }
        return places;
    }

    private static Set<BigInteger> evenly(Numbers part) {
        Set<BigInteger> places = new TreeSet<>();
        if (part.isEmpty()) {
            return places;
        }
        BigInteger least = BigInteger.valueOf(part.least());
        BigInteger range = BigInteger.valueOf(part.largest()).subtract(least);
        for (int place = 1; place < EVEN_PLACES; place++) {
            places.add(least.add(range.multiply(BigInteger.valueOf(place)).divide(BigInteger.valueOf(EVEN_PLACES))));
        }
        return places;
    }

    private static Set<String> beginnings(String beginning) {
        Set<String> places = new TreeSet<>();
        BEGINNINGS.chars().forEach(next -> places.add(beginning + (char) next));
        return places;
    }

    private static String beginningOfBoth(String one, String other) {
        int same = 0;
        while (same < Math.min(one.length(), other.length()) && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        return one.substring(0, same);
    }

    // ---- rows

    private List<SampledId> rows(String from, String direction, @Nullable Object place) throws SQLException {
        String id = quoted(column.name().column());
        String sql = "SELECT " + id + (createdAt == null ? "" : ", " + quoted(createdAt.column())) + " FROM " + table()
                + from + " ORDER BY " + id + direction + " LIMIT " + ROWS_AT_A_PLACE;
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setQueryTimeout(timeoutSeconds);
            if (place instanceof BigInteger number && number.bitLength() < Long.SIZE) {
                // not as a decimal: PostgreSQL would find none in an index of bigints, and read it all
                query.setLong(1, number.longValueExact());
            } else if (place instanceof BigInteger number) {
                query.setBigDecimal(1, new BigDecimal(number));
            } else if (place != null) {
                query.setString(1, place.toString());
            }
            List<SampledId> rows = new ArrayList<>();
            try (ResultSet found = query.executeQuery()) {
                while (found.next()) {
                    String text = text(found);
                    if (text != null) {
                        rows.add(new SampledId(text, createdAt == null ? null : created(found)));
                    }
                }
            }
            return rows;
        }
    }

    private static @Nullable String text(ResultSet row) throws SQLException {
        Object value = row.getObject(1);
        if (value instanceof byte[] bytes && bytes.length == 2 * Long.BYTES) {
            ByteBuffer halves = ByteBuffer.wrap(bytes);
            return new UUID(halves.getLong(), halves.getLong()).toString();
        }
        String text = row.getString(1);
        return text == null ? null : text.strip();
    }

    /** A number is seconds or milliseconds since 1970; a time without a zone is taken as UTC. */
    private static @Nullable Instant created(ResultSet row) throws SQLException {
        if (row.getObject(2) instanceof Number number) {
            BigInteger since = new BigDecimal(number.toString()).toBigInteger();
            return since.compareTo(MORE_THAN_MILLIS) > 0
                    ? Instant.ofEpochMilli(since.longValueExact())
                    : Instant.ofEpochSecond(since.longValueExact());
        }
        Timestamp time = row.getTimestamp(2, Calendar.getInstance(TimeZone.getTimeZone(ZoneOffset.UTC)));
        return time == null ? null : time.toInstant();
    }

    // ---- the table

    private String table() throws SQLException {
        return table(connection, column.name());
    }

    private String quoted(String name) throws SQLException {
        return quoted(connection, name);
    }

    /** The table of a column as statements name it: with its schema or database, quoted. */
    public static String table(Connection connection, ColumnName name) throws SQLException {
        String outside = name.schema() == null ? name.catalog() : name.schema();
        return (outside == null ? "" : quoted(connection, outside) + ".") + quoted(connection, name.table());
    }

    /** A name as statements write it. */
    public static String quoted(Connection connection, String name) throws SQLException {
        String mark = connection.getMetaData().getIdentifierQuoteString().trim();
        return mark.isEmpty() ? name : mark + name.replace(mark, mark + mark) + mark;
    }

    /** As the database keeps it for its own plans; null if it keeps none. */
    private @Nullable Long estimatedRows() throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName().toLowerCase(Locale.ROOT);
        String sql =
                switch (product) {
                    case "mysql", "mariadb" ->
                        "SELECT table_rows FROM information_schema.tables WHERE table_schema = COALESCE(?, DATABASE()) AND table_name = ?";
                    case "postgresql" ->
                        "SELECT CAST(c.reltuples AS bigint) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
                                + " WHERE n.nspname = COALESCE(?, current_schema()) AND c.relname = ?";
                    default ->
                        "SELECT ROW_COUNT_ESTIMATE FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = COALESCE(?, SCHEMA()) AND TABLE_NAME = ?";
                };
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            query.setQueryTimeout(timeoutSeconds);
            query.setString(
                    1,
                    column.name().schema() == null
                            ? column.name().catalog()
                            : column.name().schema());
            query.setString(2, column.name().table());
            try (ResultSet row = query.executeQuery()) {
                Long rows = row.next() ? row.getLong(1) : null;
                return rows == null || rows < ROWS_AT_A_PLACE ? null : rows;
            }
        }
    }
}
