package io.snowflakeid.merge.sql;

import io.snowflakeid.merge.catalog.Column;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A column's default as an expression of the column's own type, so that it hashes as the stored value does; MySQL and MariaDB.
 *
 * <p>MySQL's catalog has a text as it is, and an expression in brackets; MariaDB's has a text in quotes.
 */
record MySqlDefault(Dialect dialect, boolean mariaDb, String now) {

    private static final Pattern NOW = Pattern.compile("(?i)current_timestamp(\\(\\d?\\))?");
    private static final Pattern NUMBER = Pattern.compile("(?i)'?(-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)'?");
    private static final Pattern TEXT = Pattern.compile("'(?:[^'\\\\]|''|\\\\.)*'", Pattern.DOTALL);
    private static final Pattern MOMENT = Pattern.compile("'[-0-9:. ]+'");
    private static final Pattern CAST = Pattern.compile(
            "((?:float|double|decimal(?:\\([0-9, ]+\\))?|date|time|datetime|timestamp)(?:\\(\\d\\))?)(?: unsigned)?");

    /** Empty if it cannot be said so. */
    Optional<String> of(Column column) {
        String given =
                column.defaultValue() == null ? "" : column.defaultValue().replaceFirst("(?i)(^| )on update .*", "");
        if (column.defaultValue() == null || (given.isEmpty() && column.kind() == Column.Kind.TEMPORAL)) {
            return column.nullable() ? Optional.of("NULL") : Optional.empty();
        }
        boolean moment = NOW.matcher(given).matches();
        String literal =
                moment ? dialect.literal(now) : mariaDb || given.startsWith("(") ? given : dialect.literal(given);
        Matcher number = NUMBER.matcher(literal);
        Matcher type = CAST.matcher(column.type());
        String cast = type.matches() ? " AS " + type.group(1).replaceFirst("^timestamp", "datetime") + ")" : "";
        return switch (column.kind()) {
            case INTEGER -> number.matches() ? Optional.of(number.group(1)) : Optional.empty();
            case DECIMAL, FLOAT ->
                number.matches() && !cast.isEmpty() ? Optional.of("CAST(" + number.group(1) + cast) : Optional.empty();
            case TEXT ->
                TEXT.matcher(literal).matches() ? Optional.of(dialect.comparedAs(literal, column)) : Optional.empty();
            case TEMPORAL -> {
                if (column.type().equals("year")) {
                    yield number.matches() ? Optional.of(number.group(1)) : Optional.empty();
                }
                yield MOMENT.matcher(literal).matches() && !cast.isEmpty()
                        ? Optional.of("CAST(" + literal + cast)
                        : Optional.empty();
            }
            case BINARY, BIT, JSON, SPATIAL, OTHER -> Optional.empty();
        };
    }
}
