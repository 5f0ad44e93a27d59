package io.snowflakeid.column;

import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The data type of a column.
 *
 * @param name the name of the type with its length or digits, such as {@code VARCHAR(30)}
 * @param exactUpTo the largest number N for which the type stores all whole numbers from 0 to N exactly, or null if the type stores no numbers
 * @param characters the length of the longest text, or 0 if the type stores no texts
 * @param pads true if the database pads shorter texts
 */
record ColumnType(String name, @Nullable BigInteger exactUpTo, long characters, boolean pads) {

    /**
     * Returns the type of the column that a row of {@link java.sql.DatabaseMetaData#getColumns} describes. MySQL returns a CHAR value without its
     * padding.
     */
    static ColumnType of(ResultSet row, boolean mySql) throws SQLException {
        String name = row.getString("TYPE_NAME");
        long size = row.getLong("COLUMN_SIZE");
        int jdbcType = row.getInt(row.getInt("DATA_TYPE") == Types.DISTINCT ? "SOURCE_DATA_TYPE" : "DATA_TYPE");
        String lower = name.toLowerCase(Locale.ROOT);
        int sign = lower.contains("unsigned") ? 1 : 0;
        // SQLite's driver reports the JDBC type INTEGER for a BIGINT column
        int integerBits = lower.startsWith("mediumint") ? 23 : lower.startsWith("bigint") ? 63 : 31;
        return switch (jdbcType) {
            case Types.TINYINT -> number(name, 7 + sign);
            case Types.SMALLINT -> number(name, 15 + sign);
            case Types.INTEGER -> number(name, integerBits + sign);
            case Types.BIGINT -> number(name, 63 + sign);
            case Types.REAL -> number(name, 24);
            case Types.FLOAT, Types.DOUBLE -> number(name, 53);
            case Types.DECIMAL, Types.NUMERIC -> decimal(name, size, row.getInt("DECIMAL_DIGITS"));
            case Types.CHAR, Types.NCHAR -> text(name, size, !mySql);
            case Types.VARCHAR, Types.NVARCHAR, Types.LONGVARCHAR, Types.LONGNVARCHAR, Types.CLOB, Types.NCLOB ->
                text(name, size, false);
            case Types.BINARY, Types.VARBINARY -> text(name, mySql ? size : 0, jdbcType == Types.BINARY);
            default -> text(name, lower.equals("citext") ? Integer.MAX_VALUE : 0, false);
        };
    }

    private static ColumnType number(String name, int bits) {
        return new ColumnType(name, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE), 0, false);
    }

    /** A driver reports size 0 or a negative scale for a decimal type that was declared without a precision. */
    private static ColumnType decimal(String name, long size, int scale) {
        boolean limited = size > 0 && scale >= 0;
        int digits = limited ? (int) Math.max(size - scale, 0) : 1000;
        String shown = limited ? name + "(" + size + "," + scale + ")" : name;
        return new ColumnType(shown, BigInteger.TEN.pow(digits).subtract(BigInteger.ONE), 0, false);
    }

    private static ColumnType text(String name, long length, boolean pads) {
        boolean limited = length > 0 && length < Integer.MAX_VALUE && !name.contains("(");
        return new ColumnType(limited ? name + "(" + length + ")" : name, null, length, pads);
    }
}
