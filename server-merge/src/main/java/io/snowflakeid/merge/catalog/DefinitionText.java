package io.snowflakeid.merge.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the table definition that {@code SHOW CREATE TABLE} prints.
 *
 * @param items the definition of each column, key and constraint
 * @param partitioning the PARTITION BY clause with the engine InnoDB, or null if the table has no partitions
 */
record DefinitionText(
        List<String> items, String options, @Nullable String partitioning) {

    /** This pattern is correct only if the server prints a line break in a quoted text as {@code \n}. */
    private static final Pattern TABLE = Pattern.compile(
            "CREATE TABLE " + SqlText.NAME + " \\(\\n  (.*)\\n\\)([^\\n]*)(?:\\n(.*))?", Pattern.DOTALL);

    private static final Pattern BETWEEN_ITEMS = Pattern.compile(",\\n  (?=[`A-Z])");
    private static final Pattern KEY = Pattern.compile("(?:[A-Z]+ )?KEY (" + SqlText.NAME + ")");
    private static final Pattern OPTION =
            Pattern.compile("\\s*((?:DEFAULT )?[\\w`]+)=(?:" + SqlText.STRING + "|\\S+)", Pattern.DOTALL);

    private static final Set<String> KEPT = Set.of("ENGINE", "DEFAULT CHARSET", "COLLATE", "COMMENT");

    static DefinitionText of(String table, String engine, String showCreateTable) {
        Matcher parts = TABLE.matcher(showCreateTable);
        if (!parts.matches()) {
            throw new IllegalStateException("the definition of table " + table
                    + " is not understood; please report it with this text: " + showCreateTable);
        }
        String partitions = parts.group(3) == null ? null : onInnoDb(parts.group(3), engine);
        return new DefinitionText(List.of(BETWEEN_ITEMS.split(parts.group(1), -1)), parts.group(2), partitions);
    }

    /** MySQL prints the PARTITION BY clause inside a comment that the server executes. */
    private static String onInnoDb(String partitions, String engine) {
        return partitions
                .replaceAll("^\\s*/\\*!\\d+ |\\s*\\*/\\s*$", "")
                .replace("ENGINE = " + engine, "ENGINE = InnoDB")
                .strip();
    }

    /** Returns statements that create the table on InnoDB in the current database. */
    Table.Definition definition(
            String database,
            String table,
            String engine,
            List<Key> keys,
            List<Column> columns,
            List<ForeignKey> foreignKeys) {
        Set<String> needed = neededKeys(keys, columns);
        List<String> kept = new ArrayList<>();
        List<Table.Part> indexes = new ArrayList<>();
        for (String item : items) {
            Matcher key = KEY.matcher(item);
            if (key.lookingAt() && !needed.contains(key.group(1))) {
                String name = key.group(1);
                indexes.add(new Table.Part(name.substring(1, name.length() - 1).replace("``", "`"), "ADD " + item));
            } else if (foreignKeys.stream().noneMatch(reference -> isOf(reference, item))) {
                kept.add(item);
            }
        }
        String create = "CREATE TABLE %s (\n  %s\n)".formatted(SqlText.quoted(table), String.join(",\n  ", kept))
                + onInnoDb(engine.equals("InnoDB"))
                + (partitioning == null ? "" : "\n" + partitioning);
        List<Table.Part> references = foreignKeys.stream()
                .map(key -> new Table.Part(key.name(), clause(key, database)))
                .toList();
        return new Table.Definition(create, List.copyOf(indexes), references);
    }

    /** Returns the quoted names of the ordering key and of the key that InnoDB requires for an AUTO_INCREMENT column. */
    private static Set<String> neededKeys(List<Key> keys, List<Column> columns) {
        Stream<Key> counting = columns.stream()
                .filter(Column::autoIncrement)
                .flatMap(column -> keys.stream()
                        .filter(key -> (key.plain() || key.primary())
                                && key.columns().get(0).equalsIgnoreCase(column.name()))
                        .limit(1));
        return Stream.concat(Table.orderingKey(keys, columns).stream(), counting)
                .map(key -> SqlText.quoted(key.name()))
                .collect(Collectors.toSet());
    }

    /** MariaDB 11.4 prints the name of a foreign key without doubling backticks. */
    private static boolean isOf(ForeignKey key, String item) {
        return Stream.of(SqlText.quoted(key.name()), "`" + key.name() + "`")
                .anyMatch(name -> item.startsWith("CONSTRAINT " + name + " FOREIGN KEY "));
    }

    private String onInnoDb(boolean already) {
        return OPTION.matcher(options).replaceAll(option -> {
            String name = option.group(1);
            if (name.equals("ENGINE")) {
                return " ENGINE=InnoDB";
            }
            boolean kept = already ? !name.equals("AUTO_INCREMENT") : KEPT.contains(name);
            return kept ? Matcher.quoteReplacement(option.group()) : "";
        });
    }

    private static String clause(ForeignKey key, String database) {
        boolean outside = !key.parentDatabase().equals(database);
        return "ADD CONSTRAINT " + SqlText.quoted(key.name()) + " FOREIGN KEY " + list(key.columns()) + " REFERENCES "
                + (outside ? SqlText.quoted(key.parentDatabase()) + "." : "")
                + SqlText.quoted(key.parentTable()) + " " + list(key.parentColumns()) + " " + key.rules();
    }

    private static String list(List<String> names) {
        return "(" + Sql.join(", ", names, SqlText::quoted) + ")";
    }
}
