package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The columns of one table, written in {@code merge.yaml} as {@code table.column} or {@code table(column, column)}.
 *
 * <p>A name with a dot, a comma, a parenthesis, a backtick, an arrow, or a leading or trailing space must be enclosed in backticks.
 */
public record ColumnNames(String table, List<String> columns) {

    static final String FORMS = "table.column or table(column, column)";
    static final String NOTHING_ELSE = ", without a database; put a name that holds a sign of these into backticks";

    private static final String BARE = "(?!->)[^.,()`\\s](?:(?!->)[^.,()`])*";
    private static final String NAME = "(?:`(?:[^`]|``)+`|" + BARE + ")";
    private static final String BLANKS = "\\s*";

    /** A regular expression that matches {@code table.column} and {@code table(column, column)}, and has no capturing group. */
    static final String EXPRESSION = BLANKS + NAME + BLANKS
            + "(?:\\." + BLANKS + NAME
            + "|\\(" + BLANKS + NAME + BLANKS + "(?:," + BLANKS + NAME + BLANKS + ")*\\))" + BLANKS;

    private static final Pattern NAMES = Pattern.compile(EXPRESSION);
    private static final Pattern EACH_NAME = Pattern.compile(NAME);
    private static final Pattern PLAIN = Pattern.compile(BARE);

    public ColumnNames {
        columns = List.copyOf(columns);
    }

    /** Parses a text such as {@code table.column}. The exception message omits the invalid text, because the caller adds the text to the message. */
    @JsonCreator
    static ColumnNames parse(String text) {
        if (!NAMES.matcher(text).matches()) {
            throw new IllegalArgumentException("must be " + FORMS + NOTHING_ELSE);
        }
        List<String> names = EACH_NAME
                .matcher(text)
                .results()
                .map(name -> unquoted(name.group().strip()))
                .toList();
        return new ColumnNames(names.get(0), names.subList(1, names.size()));
    }

    private static String unquoted(String name) {
        return name.startsWith("`") ? name.substring(1, name.length() - 1).replace("``", "`") : name;
    }

    /** Returns the shortest text that {@link #parse} converts to an equal object. */
    @Override
    public String toString() {
        String quoted = columns.stream().map(ColumnNames::quoted).collect(Collectors.joining(", "));
        return quoted(table) + (columns.size() == 1 ? "." + quoted : "(" + quoted + ")");
    }

    private static String quoted(String name) {
        boolean plain = PLAIN.matcher(name).matches() && name.equals(name.strip());
        return plain ? name : "`" + name.replace("`", "``") + "`";
    }
}
