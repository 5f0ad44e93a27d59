package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.schema.Column;
import io.snowflakeid.merge.schema.Column.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** By which conditions one finds values of a source's column that the main server's would refuse, cut or change; MySQL and MariaDB. */
final class ColumnFit {

    private static final Pattern NUMBERS = Pattern.compile("\\((\\d+)(?:\\s*,\\s*(\\d+))?\\)");
    private static final Pattern MEMBER = Pattern.compile("'((?:[^']|'')*)'");

    /** The most bytes that types without a number take. */
    private static final Map<String, Long> BYTES = Map.of(
            "tinyblob", 255L,
            "blob", 65_535L,
            "mediumblob", 16_777_215L,
            "tinytext", 255L,
            "text", 65_535L,
            "mediumtext", 16_777_215L);

    private final Column main;
    private final Column other;
    private final String value;

    /**
     * Of a pair of columns.
     *
     * @param value the column in quotes
     */
    ColumnFit(Column main, Column other, String value) {
        this.main = main;
        this.other = other;
        this.value = value;
    }

    /** Is told of each way in which a value may not fit. */
    interface Misfits {
        void add(String code, String message, String condition);
    }

    void misfits(Misfits found) {
        if (!main.nullable() && other.nullable()) {
            found.add("NULL_REFUSED", "are NULL, which the main server does not take", value + " IS NULL");
        }
        charset(found);
        if (main.type().equalsIgnoreCase(other.type()) && sameCharset()) {
            return;
        }
        switch (main.kind()) {
            case INTEGER -> integer(found);
            case DECIMAL -> decimal(found);
            case TEXT -> text(found);
            case BINARY -> binary(found);
            case BIT -> bit(found);
            case TEMPORAL -> temporal(found);
            // what such values become is told by the difference of the types
            case FLOAT, JSON, SPATIAL, OTHER -> {}
        }
    }

    private boolean sameCharset() {
        return String.valueOf(main.charset()).equalsIgnoreCase(String.valueOf(other.charset()));
    }

    // -------------------------------------------------------------------------------------------------------- texts

    private void charset(Misfits found) {
        if (main.charset() == null
                || other.charset() == null
                || sameCharset()
                || main.charset().equals("utf8mb4")) {
            return;
        }
        String converted = "CONVERT(" + value + " USING " + main.charset() + ")";
        found.add(
                "CHARSET_LOSS",
                "have characters that " + main.charset() + " of the main server lacks, and would be changed",
                "CAST(CONVERT(" + converted + " USING utf8mb4) AS BINARY) <> CAST(CONVERT(" + value
                        + " USING utf8mb4) AS BINARY)");
    }

    private void text(Misfits found) {
        String type = word(main);
        if (type.equals("enum")) {
            found.add("VALUE_INVALID", "are no members of " + main.type(), notAmong(members(main)));
        } else if (type.equals("set")) {
            set(found);
        } else {
            textLength(found);
        }
    }

    private static List<String> members(Column column) {
        List<String> members = new ArrayList<>();
        Matcher matcher = MEMBER.matcher(column.type());
        while (matcher.find()) {
            members.add(matcher.group(1));
        }
        return members;
    }

    /** As texts, since the numbers of members may differ. */
    private String notAmong(List<String> members) {
        return "CAST(" + value + " AS CHAR) NOT IN (" + literals(members) + ")";
    }

    private static String literals(List<String> members) {
        return "'"
                + String.join(
                        "', '",
                        members.stream()
                                .map(member -> member.replace("\\", "\\\\"))
                                .toList()) + "'";
    }

    private void set(Misfits found) {
        if (!word(other).equals("set")) {
            return;
        }
        List<String> lacking = new ArrayList<>(members(other));
        lacking.removeAll(members(main));
        if (!lacking.isEmpty()) {
            found.add(
                    "VALUE_INVALID",
                    "have members that " + main.type() + " lacks",
                    "("
                            + String.join(
                                    " OR ",
                                    lacking.stream()
                                            .map(member ->
                                                    "FIND_IN_SET(" + literals(List.of(member)) + ", " + value + ") > 0")
                                            .toList())
                            + ")");
        }
    }

    private void textLength(Misfits found) {
        String type = word(main);
        Long bytes = BYTES.get(type);
        if (bytes != null) {
            found.add(
                    "VALUE_TOO_LONG",
                    "take more than the " + bytes + " bytes of " + main.type(),
                    "LENGTH(CONVERT(" + value + " USING " + main.charset() + ")) > " + bytes);
        } else if (main.characters() != null && !type.equals("longtext")) {
            found.add(
                    "VALUE_TOO_LONG",
                    "are longer than the " + main.characters() + " characters of " + main.type(),
                    "CHAR_LENGTH(CAST(" + value + " AS CHAR)) > " + main.characters());
        }
    }

    private void binary(Misfits found) {
        Long bytes = BYTES.get(word(main));
        if (bytes == null) {
            bytes = number(main, 1, 0) == 0 ? null : number(main, 1, 0);
        }
        if (bytes != null) {
            found.add(
                    "VALUE_TOO_LONG",
                    "take more than the " + bytes + " bytes of " + main.type(),
                    "LENGTH(" + value + ") > " + bytes);
        }
    }

    // ------------------------------------------------------------------------------------------------------ numbers

    private boolean numeric() {
        return other.kind() == Kind.INTEGER || other.kind() == Kind.DECIMAL || other.kind() == Kind.FLOAT;
    }

    private boolean unsigned() {
        return main.type().contains("unsigned");
    }

    private void integer(Misfits found) {
        if (!numeric() || main.minimum() == null || main.maximum() == null) {
            return;
        }
        String greatest = main.maximum() == Long.MAX_VALUE && unsigned()
                ? "18446744073709551615"
                : String.valueOf(main.maximum());
        outOfRange(found, value + " < " + main.minimum() + " OR " + value + " > " + greatest);
        if (other.kind() != Kind.INTEGER) {
            rounded(found, "ROUND(" + value + ") <> " + value);
        }
    }

    private void outOfRange(Misfits found, String condition) {
        found.add("VALUE_OUT_OF_RANGE", "are beyond the range of " + main.type(), "(" + condition + ")");
    }

    private void rounded(Misfits found, String condition) {
        found.add("VALUE_ROUNDED", "have more digits than " + main.type() + " keeps, and would be rounded", condition);
    }

    private void decimal(Misfits found) {
        if (!numeric()) {
            return;
        }
        long scale = number(main, 2, 0);
        BigDecimal bound = BigDecimal.TEN.pow((int) (number(main, 1, 10) - scale));
        outOfRange(
                found,
                (unsigned() ? value + " < 0 OR " : "") + "ABS(ROUND(" + value + ", " + scale + ")) >= "
                        + bound.toPlainString());
        if (other.kind() != Kind.INTEGER) {
            rounded(found, "ROUND(" + value + ", " + scale + ") <> " + value);
        }
    }

    private void bit(Misfits found) {
        long bits = number(main, 1, 1);
        if (other.kind() == Kind.BIT && bits < 64) {
            outOfRange(found, value + " + 0 >= " + (1L << bits));
        }
    }

    private void temporal(Misfits found) {
        if (other.kind() != Kind.TEMPORAL) {
            return;
        }
        String from = word(other);
        String to = word(main);
        boolean moment = from.equals("datetime") || from.equals("timestamp");
        if (to.equals("timestamp") && from.equals("datetime")) {
            outOfRange(
                    found,
                    value + " <> 0 AND (" + value + " < '1970-01-01 00:00:01' OR " + value
                            + " > '2038-01-19 03:14:07.999999')");
        }
        if (to.equals("date") && moment) {
            rounded(found, "TIME(" + value + ") <> 0");
        }
        boolean kept = to.equals(from) || (moment && (to.equals("datetime") || to.equals("timestamp")));
        if (kept && number(main, 1, 0) < number(other, 1, 0)) {
            rounded(
                    found,
                    "MICROSECOND(" + value + ") % " + BigDecimal.TEN.pow((int) (6 - number(main, 1, 0))) + " <> 0");
        }
    }

    // -------------------------------------------------------------------------------------------------------- types

    private static String word(Column column) {
        return column.type().split("[^a-z]", 2)[0];
    }

    private static long number(Column column, int group, long otherwise) {
        Matcher matcher = NUMBERS.matcher(column.type());
        boolean there = matcher.find() && matcher.group(group) != null;
        return there ? Long.parseLong(matcher.group(group)) : otherwise;
    }
}
