package io.snowflakeid.column;

import static io.snowflakeid.column.Finding.Severity.ERROR;
import static io.snowflakeid.column.Finding.Severity.NOTE;
import static io.snowflakeid.column.Finding.Severity.WARNING;

import io.snowflakeid.IdFormat;
import io.snowflakeid.SnowflakeLayout;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether a type and its collation can hold ids as texts. */
final class TextIdRules {

    private TextIdRules() {}

    static List<Fault> judge(ColumnFacts column, @Nullable TextRules rules, SnowflakeLayout layout, IdFormat format) {
        if (!(column.type() instanceof ColumnType.Text text)) {
            return List.of(noText(column, layout, format));
        }
        return Stream.of(length(column, text, rules, layout, format), collation(column, rules, format))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Fault noText(ColumnFacts column, SnowflakeLayout layout, IdFormat format) {
        String seen = "is " + column.typeName() + ", but these ids are texts in format " + format;
        boolean wide = column.type() instanceof ColumnType.Whole whole && whole.bits() >= layout.bits();
        if (wide && format.equals(IdFormat.DECIMAL)) {
            return Fault.toKnow(
                    WARNING,
                    seen,
                    "numbers (long, BIGINT) or texts (String, VARCHAR) on both sides: some databases convert, others refuse");
        }
        return Fault.ofType(ERROR, seen, varchar(format) + ", as it cannot hold such texts", varchar(format));
    }

    private static String varchar(IdFormat format) {
        return "VARCHAR(" + format.maxLength() + ")";
    }

    private static Optional<Fault> length(
            ColumnFacts column,
            ColumnType.Text text,
            @Nullable TextRules rules,
            SnowflakeLayout layout,
            IdFormat format) {
        int longest = format.format((1L << layout.bits()) - 1).length();
        String is = "is " + column.typeName();
        if (text.length() < longest) {
            return Optional.of(Fault.ofType(
                    ERROR,
                    is + ", too short for the " + longest + " characters of an id in format " + format,
                    varchar(format) + ", as an insert fails, or its id is cut off",
                    varchar(format)));
        }
        boolean oneLength = format.equals(format.fixedWidth()) && text.length() == longest;
        boolean padded = rules == null || rules.padded();
        if (text.fixed() && padded && !oneLength) {
            return Optional.of(Fault.ofType(
                    ERROR,
                    is + ", which fills up an id in format " + format + " that has fewer characters",
                    varchar(format)
                            + ", as ids come back longer than they were written, and are not equal to themselves",
                    varchar(format)));
        }
        return Optional.empty();
    }

    private static Optional<Fault> collation(ColumnFacts column, @Nullable TextRules rules, IdFormat format) {
        if (!format.isCaseSensitive()) {
            return Optional.empty();
        }
        if (rules == null) {
            return Optional.of(Fault.toKnow(
                    NOTE,
                    "has a collation that could not be told",
                    "one that tells small letters from capitals, as ids in format " + format
                            + " may differ in nothing else"));
        }
        String is = "is compared " + (column.collation() == null ? "" : "by " + column.collation());
        if (!rules.capitalsDiffer()) {
            return Optional.of(Fault.of(
                    ERROR,
                    is.strip() + " as if small letters and capitals were the same",
                    "a collation that compares bytes, as ids in format " + format
                            + " may differ in nothing else: such two are equal here, and an insert takes one for a duplicate",
                    Fault.Part.COLLATION));
        }
        if (format.isSortable() && !rules.bytewise()) {
            return Optional.of(Fault.toKnow(
                    NOTE,
                    is.strip() + " in the order of a language",
                    "a collation that compares bytes, if the texts in format " + format
                            + " shall sort as their ids do; they are unique all the same"));
        }
        return Optional.empty();
    }
}
