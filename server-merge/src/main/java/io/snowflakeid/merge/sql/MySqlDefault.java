package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Column;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column's default as an expression of the column's own type, so that it hashes as the stored value does; MySQL and MariaDB.
 *
 * <p>MySQL's catalog tells a text as it is, MariaDB's in quotes.
 */
record MySqlDefault(Dialect dialect, boolean mariaDb, String now) {

    private static final Pattern WHOLE_NUMBER = Pattern.compile("'?(-?\\d{1,20})'?");
    private static final Pattern NUMBER = Pattern.compile("'?(-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)'?");
    private static final Pattern MOMENT = Pattern.compile("'?([-0-9:. ]+)'?");
    private static final Pattern NOW = Pattern.compile("current_timestamp(\\(\\d?\\))?");
    private static final Pattern QUOTED = Pattern.compile("'(?:[^'\\\\]|''|\\\\.)*'", Pattern.DOTALL);
    private static final Pattern PLAIN_TYPE = Pattern.compile("(float|double|decimal(?:\\([0-9, ]+\\))?)( unsigned)?");
    private static final Pattern TIME_OF_SOME_KIND = Pattern.compile("(date|time|datetime|timestamp)(\\(\\d\\))?");
    private static final Pattern YEAR = Pattern.compile("'?([12]\\d{3})'?");

    /** Empty if it cannot be said so. */
    Optional<String> of(Column column) {
        if (column.defaultValue() == null) {
            return column.nullable() ? Optional.of("NULL") : Optional.empty();
        }
        String value = column.defaultValue();
        return switch (column.kind()) {
            case INTEGER -> first(WHOLE_NUMBER, value);
            case DECIMAL, FLOAT ->
                first(PLAIN_TYPE, column.type())
                        .flatMap(type -> first(NUMBER, value).map(number -> "CAST(" + number + " AS " + type + ")"));
            case TEXT -> text(value).map(text -> dialect.comparedAs(text, column));
            case TEMPORAL -> column.type().equals("year") ? first(YEAR, value) : moment(column, value);
            case BINARY, BIT, JSON, SPATIAL, OTHER -> Optional.empty();
        };
    }

    private static Optional<String> first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text.toLowerCase(Locale.ROOT));
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    /** In brackets, it is an expression. */
    private Optional<String> text(String value) {
        if (mariaDb) {
            return QUOTED.matcher(value).matches() ? Optional.of(value) : Optional.empty();
        }
        return value.startsWith("(") ? Optional.empty() : Optional.of(dialect.literal(value));
    }

    private Optional<String> moment(Column column, String told) {
        String value = told.toLowerCase(Locale.ROOT).replaceFirst("(^| )on update .*", "");
        Matcher type = TIME_OF_SOME_KIND.matcher(column.type());
        if (!type.matches()) {
            return Optional.empty();
        }
        Optional<String> moment = NOW.matcher(value).matches() ? Optional.of(now) : first(MOMENT, value);
        String precision = type.group(2) == null ? "" : type.group(2);
        String plain = type.group(1).equals("timestamp") ? "datetime" : type.group(1);
        return value.isEmpty() && column.nullable()
                ? Optional.of("NULL")
                : moment.map(text -> "CAST(" + dialect.literal(text) + " AS " + plain + precision + ")");
    }
}
