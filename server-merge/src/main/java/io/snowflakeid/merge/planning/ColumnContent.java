package io.snowflakeid.merge.planning;

import io.snowflakeid.merge.schema.Column;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is seen of the values of a column, one source after the other, of some of its rows each. */
final class ColumnContent {

    /** Up to here a number is an id alone at most, which the search for references finds. */
    private static final BigDecimal GREATEST_ALONE = BigDecimal.valueOf(255);

    private static final long LEAST_WIDE = 1L << 32;
    private static final Pattern WIDE_DECIMAL = Pattern.compile("(?i)(decimal|numeric)\\(\\d{2,}(, ?0)?\\).*");

    private final Column column;
    private boolean suspicious;
    private boolean estimated;
    private double values;
    private double size;
    private BigDecimal greatest = BigDecimal.ZERO;
    private @Nullable String example;

    // of the present source
    private long rows;
    private long read;
    private long filled;
    private long length;

    ColumnContent(Column column) {
        this.column = column;
    }

    /** Whether a column takes an id and something beside it. */
    static boolean isWide(Column column) {
        String type = column.type().toLowerCase(Locale.ROOT);
        return switch (column.kind()) {
            case TEXT -> !type.startsWith("enum") && !type.startsWith("set");
            case JSON, BINARY -> true;
            case INTEGER -> column.maximum() != null && column.maximum() > LEAST_WIDE;
            case DECIMAL -> WIDE_DECIMAL.matcher(type).matches();
            case FLOAT, BIT, TEMPORAL, SPATIAL, OTHER -> false;
        };
    }

    void begin(long rowsOfSource) {
        rows = rowsOfSource;
        read = 0;
        filled = 0;
        length = 0;
    }

    void read(ResultSet row, int place) throws SQLException {
        read++;
        switch (column.kind()) {
            case BINARY -> add(row.getBytes(place));
            case INTEGER, DECIMAL -> add(row.getBigDecimal(place));
            default -> add(row.getString(place));
        }
    }

    private void add(byte @Nullable [] bytes) {
        if (bytes != null && bytes.length > 0) {
            filled++;
            length += bytes.length;
            suspicious = true;
        }
    }

    private void add(@Nullable BigDecimal number) {
        if (number != null && number.signum() != 0) {
            filled++;
            greatest = greatest.max(number.abs());
            suspicious |= number.abs().compareTo(GREATEST_ALONE) > 0;
        }
    }

    private void add(@Nullable String text) {
        if (text != null && !text.isEmpty()) {
            filled++;
            length += text.length();
            if (column.kind() == Column.Kind.JSON || hasDigit(text)) {
                suspicious = true;
                example = example == null ? EmbeddedIds.cut(text) : example;
            }
        }
    }

    private static boolean hasDigit(String text) {
        return text.chars().anyMatch(letter -> letter >= '0' && letter <= '9');
    }

    /** Whether the rows of the present source that were not read may tell more. */
    boolean mayBeElsewhere() {
        double share = read == 0 ? 0 : (double) rows / read;
        values += filled * share;
        size += length * share;
        estimated |= read < rows;
        return read < rows && !suspicious;
    }

    /** What a row fulfils that makes the column suspicious. */
    String condition(String value) {
        return switch (column.kind()) {
            case BINARY -> "OCTET_LENGTH(" + value + ") > 0";
            case JSON -> value + " IS NOT NULL";
            case INTEGER, DECIMAL -> value + " NOT BETWEEN -" + GREATEST_ALONE + " AND " + GREATEST_ALONE;
            default -> value + " REGEXP '[0-9]'";
        };
    }

    void suspect() {
        suspicious = true;
    }

    /** Whether some value may hold an id. */
    boolean isSuspicious() {
        return suspicious;
    }

    /** Type, number of values and size, apart by tabs. */
    @Override
    public String toString() {
        String about = estimated ? "about " : "";
        String count = String.format(Locale.ROOT, "%s\t%s%,d values\t", column.type(), about, Math.round(values));
        String extent =
                switch (column.kind()) {
                    case INTEGER, DECIMAL -> String.format(Locale.ROOT, "up to %s%,.0f", about, greatest);
                    case BINARY -> String.format(Locale.ROOT, "%s%,d bytes", about, Math.round(size));
                    default -> String.format(Locale.ROOT, "%s%,d characters", about, Math.round(size));
                };
        return count + extent + (example == null ? "" : "\tsuch as " + example);
    }
}
