package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.Column.Kind;
import io.snowflakeid.merge.schema.SqlTokens.Dialect;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a type takes every value of another one, unchanged. What is not known to is told not to. */
final class TypeWidth {

    private static final Pattern NUMBERS = Pattern.compile("\\((\\d+)(?:\\s*,\\s*(\\d+))?\\)");
    private static final Pattern SIZED_TEXT = Pattern.compile("(tiny|medium|long)?text\\b.*");

    private final Column main;
    private final Column other;

    static boolean takesAll(Column main, Column other) {
        return new TypeWidth(main, other).takesAll();
    }

    private TypeWidth(Column main, Column other) {
        this.main = main;
        this.other = other;
    }

    private boolean takesAll() {
        if (main.kind() == Kind.DECIMAL && other.kind() == Kind.INTEGER) {
            return decimalTakesInteger();
        }
        if (main.kind() == Kind.TEXT && other.kind() == Kind.JSON) {
            return main.type().equals("longtext");
        }
        if (main.kind() != other.kind()) {
            return false;
        }
        return switch (main.kind()) {
            case INTEGER -> range(main).takes(range(other));
            case DECIMAL -> decimalTakesDecimal();
            case FLOAT -> doubleTakesFloat();
            case TEXT -> textTakesText();
            case BINARY -> binaryTakesBinary();
            case BIT -> number(main, 1, 1) >= number(other, 1, 1);
            case TEMPORAL -> temporalTakesTemporal();
            case SPATIAL -> word(main).equals("geometry") && !main.type().contains("SRID");
            case JSON, OTHER -> main.type().equalsIgnoreCase(other.type());
        };
    }

    private record Range(BigInteger least, BigInteger greatest) {
        boolean takes(Range inner) {
            return least.compareTo(inner.least) <= 0 && greatest.compareTo(inner.greatest) >= 0;
        }
    }

    /** A column cannot tell the greatest unsigned BIGINT. */
    private static Range range(Column column) {
        BigInteger least = BigInteger.valueOf(Objects.requireNonNull(column.minimum(), column.name()));
        BigInteger greatest = BigInteger.valueOf(Objects.requireNonNull(column.maximum(), column.name()));
        boolean whole = greatest.equals(BigInteger.valueOf(Long.MAX_VALUE)) && least.signum() == 0;
        return new Range(least, whole ? greatest.shiftLeft(1).add(BigInteger.ONE) : greatest);
    }

    private boolean decimalTakesInteger() {
        Range range = range(other);
        int digits = range.greatest().toString().length();
        return number(main, 1, 10) - number(main, 2, 0) >= digits
                && (signed(main) || range.least().signum() == 0);
    }

    private boolean decimalTakesDecimal() {
        long mainScale = number(main, 2, 0);
        long otherScale = number(other, 2, 0);
        return !word(main).equals("decfloat")
                && !word(other).equals("decfloat")
                && mainScale >= otherScale
                && number(main, 1, 10) - mainScale >= number(other, 1, 10) - otherScale
                && (signed(main) || !signed(other));
    }

    private boolean doubleTakesFloat() {
        boolean unlimited = !main.type().contains("(") && word(main).equals("double");
        return unlimited && (signed(main) || !signed(other));
    }

    private boolean textTakesText() {
        if (isList(main)) {
            return isList(other)
                    && word(main).equals(word(other))
                    && values(main).containsAll(values(other));
        }
        if (isList(other)) {
            long longest = word(other).equals("set")
                    ? String.join(",", values(other)).length()
                    : values(other).stream().mapToInt(String::length).max().orElse(0);
            return longest * (bytesLimit(main) ? TextRules.mostBytes(main.charset()) : 1) <= characters(main);
        }
        if (fixedLength(main) && !fixedLength(other)) {
            return false;
        }
        if (main.type().contains("IGNORECASE") != other.type().contains("IGNORECASE")) {
            return false;
        }
        if (!bytesLimit(main)) {
            return characters(other) <= characters(main);
        }
        long bytes = bytesLimit(other)
                ? characters(other) * TextRules.growth(main.charset(), other.charset())
                : characters(other) * TextRules.mostBytes(main.charset());
        return bytes <= characters(main) || (word(main).equals("longtext") && characters(other) <= characters(main));
    }

    private static boolean isList(Column column) {
        return word(column).equals("enum") || word(column).equals("set");
    }

    private static List<String> values(Column column) {
        return SqlTokens.of(column.type(), Dialect.MYSQL).stream()
                .filter(token -> token.kind() == SqlToken.Kind.STRING)
                .map(token -> token.text().substring(1, token.text().length() - 1))
                .toList();
    }

    private static boolean bytesLimit(Column column) {
        return SIZED_TEXT.matcher(column.type()).matches();
    }

    private static boolean fixedLength(Column column) {
        return column.type().matches("(?i)(char|character|binary)(\\(.*)?");
    }

    private static long characters(Column column) {
        Long characters = column.characters();
        return characters == null ? 0 : characters;
    }

    /** A shorter one of fixed length would be filled up with zeroes. */
    private boolean binaryTakesBinary() {
        return !fixedLength(main) && bytes(main) >= bytes(other);
    }

    private static long bytes(Column column) {
        return switch (word(column)) {
            case "tinyblob" -> 255;
            case "blob" -> 65_535;
            case "mediumblob" -> 16_777_215;
            case "longblob" -> 4_294_967_295L;
            default -> number(column, 1, Long.MAX_VALUE);
        };
    }

    private boolean temporalTakesTemporal() {
        String mainBase = NUMBERS.matcher(main.type()).replaceFirst("").toLowerCase(Locale.ROOT);
        String otherBase = NUMBERS.matcher(other.type()).replaceFirst("").toLowerCase(Locale.ROOT);
        if (mainBase.equals("datetime") && otherBase.equals("date")) {
            return true;
        }
        long unnamed = main.type().startsWith("TIMESTAMP") ? 6 : 0;
        return mainBase.equals(otherBase) && number(main, 1, unnamed) >= number(other, 1, unnamed);
    }

    private static boolean signed(Column column) {
        return !column.type().contains(" unsigned");
    }

    private static String word(Column column) {
        return column.type().split("[ (]", 2)[0].toLowerCase(Locale.ROOT);
    }

    private static long number(Column column, int which, long otherwise) {
        Matcher numbers = NUMBERS.matcher(column.type());
        String found = numbers.find() ? numbers.group(which) : null;
        return found == null ? otherwise : Long.parseLong(found);
    }
}
