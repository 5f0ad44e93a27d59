package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.schema.Column;
import java.util.Optional;
import java.util.regex.Pattern;

/** A column's default as an expression of the column's own type; H2. */
final class H2Default {

    private static final Pattern LITERAL = Pattern.compile(
            "-?\\d+(\\.\\d+)?|'(?:[^']|'')*'|(DATE|TIME|TIMESTAMP) '[-0-9:. ]+'|TRUE|FALSE|NULL", Pattern.DOTALL);
    private static final Pattern NOW = Pattern.compile("(CURRENT_TIMESTAMP|LOCALTIMESTAMP)(\\(\\d\\))?");

    private final String now;

    H2Default(String now) {
        this.now = now;
    }

    /** Empty if it cannot be said so. */
    Optional<String> of(Column column) {
        String value = column.defaultValue();
        if (value == null) {
            return column.nullable() ? Optional.of(nullOf(column)) : Optional.empty();
        }
        return switch (column.kind()) {
            case INTEGER, DECIMAL, FLOAT, TEXT, TEMPORAL, OTHER ->
                expression(value.replaceFirst("(^| )on update .*", ""))
                        .map(expression -> "CAST(" + expression + " AS " + column.type() + ")");
            case BINARY, BIT, JSON, SPATIAL -> Optional.empty();
        };
    }

    private Optional<String> expression(String value) {
        if (NOW.matcher(value).matches()) {
            return Optional.of("TIMESTAMP '" + now + "'");
        }
        return LITERAL.matcher(value).matches() ? Optional.of(value) : Optional.empty();
    }

    static String nullOf(Column column) {
        return "CAST(NULL AS " + column.type() + ")";
    }
}
