package io.snowflakeid.column;

import static io.snowflakeid.column.Finding.Severity.ERROR;
import static io.snowflakeid.column.Finding.Severity.NOTE;
import static io.snowflakeid.column.Finding.Severity.WARNING;

import io.snowflakeid.SnowflakeLayout;
import java.math.BigInteger;
import java.util.Optional;

/** Whether a type can hold ids as numbers. */
final class NumberRules {

    private static final String BIGINT = "BIGINT";

    private NumberRules() {}

    static Optional<Fault> judge(ColumnFacts column, SnowflakeLayout layout) {
        String is = "is " + column.typeName();
        int bits = layout.bits();
        if (column.type() instanceof ColumnType.Whole whole) {
            return whole(is, whole, bits);
        }
        if (column.type() instanceof ColumnType.Decimal decimal) {
            return Optional.of(decimal(is, decimal, bits));
        }
        if (column.type() instanceof ColumnType.Floating floating) {
            return Optional.of(floating(is, floating, bits));
        }
        if (column.type() instanceof ColumnType.Text) {
            return wrong(
                    is + ", a text, but these ids are numbers",
                    "BIGINT, as databases that compare a text with a number round both, so that two ids are equal;"
                            + " or let the ids be texts");
        }
        return wrong(is + ", which holds no numbers of " + bits + " bits", BIGINT);
    }

    private static Optional<Fault> whole(String is, ColumnType.Whole whole, int bits) {
        if (whole.bits() < bits) {
            BigInteger largest = BigInteger.ONE.shiftLeft(whole.bits()).subtract(BigInteger.ONE);
            return wrong(
                    is + ", which ends at " + largest,
                    "BIGINT, as ids of this layout have up to " + bits
                            + " bits: an insert fails, or stores the same largest number each time where the database"
                            + " cuts off what does not fit");
        }
        if (!whole.signed()) {
            return Optional.of(Fault.ofType(
                    WARNING,
                    is,
                    "a signed BIGINT, which ids never outgrow and which is Java's long: columns that refer to an unsigned"
                            + " one must be unsigned too, and a difference of two ids that is below zero fails",
                    BIGINT));
        }
        return Optional.empty();
    }

    private static Fault decimal(String is, ColumnType.Decimal decimal, int bits) {
        String largest = BigInteger.ONE.shiftLeft(bits).subtract(BigInteger.ONE).toString();
        if (decimal.digits() != ColumnType.UNLIMITED && decimal.digits() - decimal.scale() < largest.length()) {
            return Fault.ofType(
                    ERROR,
                    is + ", too short for the " + largest.length() + " digits of an id",
                    "BIGINT, as ids of this layout reach " + largest + ": an insert fails, or its id is cut off",
                    BIGINT);
        }
        return Fault.toKnow(NOTE, is, "nothing, as it holds every id; BIGINT is smaller and faster");
    }

    private static Fault floating(String is, ColumnType.Floating floating, int bits) {
        if (floating.bits() < bits) {
            return Fault.ofType(
                    ERROR,
                    is + ", which keeps " + floating.bits() + " of the " + bits + " bits of an id",
                    "BIGINT, as the other bits are rounded away, and ids that differ become equal",
                    BIGINT);
        }
        return Fault.ofType(
                WARNING,
                is,
                "BIGINT: ids of this layout still fit, with " + bits + " of the " + floating.bits()
                        + " bits that are kept, but those of a longer layout would be rounded",
                BIGINT);
    }

    private static Optional<Fault> wrong(String seen, String needed) {
        return Optional.of(Fault.ofType(ERROR, seen, needed, BIGINT));
    }
}
