package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Column;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Converts the default of a MySQL or MariaDB column to an SQL expression with the type of the column.
 *
 * <p>MySQL's catalog shows a text default without quotes, but MariaDB's catalog shows a text default in quotes.
 */
record MySqlDefault(Dialect dialect, boolean mariaDb, String now) {

    private static final Pattern NOW = Pattern.compile("(?i)current_timestamp(\\(\\d?\\))?");
    private static final Pattern NUMBER = Pattern.compile("(?i)'?(-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)'?");
    private static final Pattern TEXT = Pattern.compile("'(?:[^'\\\\]|''|\\\\.)*'", Pattern.DOTALL);
    private static final Pattern MOMENT = Pattern.compile("'[-0-9:. ]+'");
    private static final Pattern CAST = Pattern.compile(
            "((?:float|double|decimal(?:\\([0-9, ]+\\))?|date|time|datetime|timestamp)(?:\\(\\d\\))?)(?: unsigned)?");

    Optional<String> of(Column column) {
        String given =
                column.defaultValue() == null ? "" : column.defaultValue().replaceFirst("(?i)(^| )on update .*", "");
        if (column.defaultValue() == null || (given.isEmpty() && column.kind() == Column.Kind.TEMPORAL)) {
            return column.nullable() ? Optional.of("NULL") : Optional.empty();
        }
        boolean moment = NOW.matcher(given).matches();
        String literal =
                moment ? dialect.literal(now) : mariaDb || given.startsWith("(") ? given : dialect.literal(given);
        return Optional.of(expression(column, literal)).filter(text -> !text.isEmpty());
    }

    private String expression(Column column, String literal) {
        Matcher number = NUMBER.matcher(literal);
        String digits = number.matches() ? number.group(1) : "";
        Matcher type = CAST.matcher(column.type());
        String cast = type.matches() ? " AS " + type.group(1).replaceFirst("^timestamp", "datetime") + ")" : "";
        boolean moment = MOMENT.matcher(literal).matches();
        return switch (column.kind()) {
            case INTEGER -> digits;
            case DECIMAL, FLOAT -> digits.isEmpty() || cast.isEmpty() ? "" : "CAST(" + digits + cast;
            case TEXT -> TEXT.matcher(literal).matches() ? dialect.comparedAs(literal, column) : "";
            case TEMPORAL ->
                column.type().equals("year") ? digits : moment && !cast.isEmpty() ? "CAST(" + literal + cast : "";
            case BINARY, BIT, JSON, SPATIAL, OTHER -> "";
        };
    }
}
