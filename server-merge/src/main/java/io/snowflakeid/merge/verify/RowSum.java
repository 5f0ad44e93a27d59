package io.snowflakeid.merge.verify;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;

/** A number of rows, and the sum of their hashes modulo 2 to the 64th. */
record RowSum(long rows, BigInteger hash) {

    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(64);

    static final RowSum NONE = new RowSum(0, BigInteger.ZERO);

    RowSum {
        hash = hash.mod(TWO_TO_64);
    }

    /** Of two columns of a result; a sum over no rows is NULL. */
    static RowSum of(ResultSet row, int column) throws SQLException {
        BigDecimal hash = row.getBigDecimal(column + 1);
        return new RowSum(row.getLong(column), hash == null ? BigInteger.ZERO : hash.toBigInteger());
    }

    RowSum plus(RowSum other) {
        return new RowSum(rows + other.rows, hash.add(other.hash));
    }

    RowSum negated() {
        return new RowSum(-rows, hash.negate());
    }

    String hex() {
        return hash.toString(16);
    }
}
