package io.snowflakeid.merge.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What {@code SHOW CREATE TABLE} prints: a line for each column, key and constraint, then options, then partitions. */
final class DefinitionText {

    /** Where it may end a line; a name or a text may hold line breaks, too. */
    private static final Pattern PIECE = Pattern.compile(SqlText.NAME + "|" + SqlText.STRING + "|\\n", Pattern.DOTALL);

    private static final Pattern KEY = Pattern.compile("(?:[A-Z]+ )?KEY (" + SqlText.NAME + ")");
    private static final Pattern FOREIGN_KEY = Pattern.compile("CONSTRAINT " + SqlText.NAME + " FOREIGN KEY ");
    private static final Pattern OPTION =
            Pattern.compile("\\s*((?:DEFAULT )?[\\w`]+)=(?:" + SqlText.STRING + "|\\S+)", Pattern.DOTALL);
    private static final Pattern ENGINE =
            Pattern.compile(SqlText.NAME + "|" + SqlText.STRING + "|ENGINE = \\w+", Pattern.DOTALL);

    /** Options of other engines that InnoDB has too. */
    private static final Set<String> KEPT = Set.of("ENGINE", "DEFAULT CHARSET", "COLLATE", "COMMENT");

    private final String table;
    private final List<String> items;
    private final String options;
    private final @Nullable String partitioning;

    DefinitionText(String table, String showCreateTable) {
        this.table = table;
        List<String> lines = lines(showCreateTable);
        int end = 1;
        while (end < lines.size() && !lines.get(end).startsWith(")")) {
            end++;
        }
        if (end == lines.size()) {
            throw new IllegalStateException("the definition of table " + table
                    + " is not understood; please report it with this text: " + showCreateTable);
        }
        items = lines.subList(1, end).stream()
                .map(line -> line.strip().replaceFirst(",$", ""))
                .toList();
        options = lines.get(end).substring(1);
        // MySQL puts the clause into a comment that it reads
        String rest =
                String.join("\n", lines.subList(end + 1, lines.size())).replaceAll("^\\s*/\\*!\\d+ |\\s*\\*/\\s*$", "");
        partitioning = rest.isBlank()
                ? null
                : ENGINE.matcher(rest.strip())
                        .replaceAll(piece -> piece.group().startsWith("ENGINE")
                                ? "ENGINE = InnoDB"
                                : Matcher.quoteReplacement(piece.group()));
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        Matcher piece = PIECE.matcher(text + "\n");
        int begin = 0;
        while (piece.find()) {
            if (piece.group().equals("\n")) {
                lines.add(text.substring(begin, piece.start()));
                begin = piece.end();
            }
        }
        return lines;
    }

    @Nullable
    String partitioning() {
        return partitioning;
    }

    /**
     * The statements that make the table on InnoDB.
     *
     * @param database the table's, which they do not name
     */
    Table.Definition definition(
            String database, String engine, List<Key> keys, List<Column> columns, List<ForeignKey> foreignKeys) {
        Set<String> needed = Stream.of(Table.orderingKey(keys, columns), countingKey(keys, columns))
                .flatMap(Optional::stream)
                .map(key -> SqlText.quoted(key.name()))
                .collect(Collectors.toSet());
        List<String> kept = new ArrayList<>();
        List<Table.Part> indexes = new ArrayList<>();
        for (String item : items) {
            Matcher key = KEY.matcher(item);
            if (key.lookingAt() && !needed.contains(key.group(1))) {
                String quoted = key.group(1);
                String name = quoted.substring(1, quoted.length() - 1).replace("``", "`");
                indexes.add(new Table.Part(name, "ADD " + item));
            } else if (!FOREIGN_KEY.matcher(item).lookingAt()) {
                kept.add(item);
            }
        }
        String create = "CREATE TABLE " + SqlText.quoted(table)
                + " (\n  " + String.join(",\n  ", kept) + "\n)"
                + options(engine.equals("InnoDB"))
                + (partitioning == null ? "" : "\n" + partitioning);
        List<Table.Part> references = foreignKeys.stream()
                .map(key ->
                        new Table.Part(key.name(), "ADD " + clause(key, database, SqlText::quoted) + " " + key.rules()))
                .toList();
        return new Table.Definition(create, List.copyOf(indexes), references);
    }

    /** InnoDB requires one. */
    private static Optional<Key> countingKey(List<Key> keys, List<Column> columns) {
        return columns.stream()
                .filter(Column::autoIncrement)
                .findFirst()
                .flatMap(column -> keys.stream()
                        .filter(key -> (key.plain() || key.primary())
                                && key.columns().get(0).equalsIgnoreCase(column.name()))
                        .findFirst());
    }

    /** The counter begins anew. */
    private String options(boolean innoDb) {
        return OPTION.matcher(options).replaceAll(option -> {
            String name = option.group(1);
            if (name.equals("ENGINE")) {
                return " ENGINE=InnoDB";
            }
            boolean kept = innoDb ? !name.equals("AUTO_INCREMENT") : KEPT.contains(name);
            return kept ? Matcher.quoteReplacement(option.group()) : "";
        });
    }

    /** A foreign key as it is printed, without its rules. */
    static String clause(ForeignKey key, String database, UnaryOperator<String> quoting) {
        boolean outside = !key.parentDatabase().equals(database);
        return "CONSTRAINT " + quoting.apply(key.name()) + " FOREIGN KEY " + list(key.columns(), quoting)
                + " REFERENCES " + (outside ? SqlText.quoted(key.parentDatabase()) + "." : "")
                + SqlText.quoted(key.parentTable()) + " " + list(key.parentColumns(), quoting);
    }

    private static String list(List<String> names, UnaryOperator<String> quoting) {
        return "(" + Sql.join(", ", names, quoting) + ")";
    }
}
