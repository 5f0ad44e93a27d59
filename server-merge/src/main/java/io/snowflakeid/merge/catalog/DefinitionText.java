package io.snowflakeid.merge.catalog;

import io.snowflakeid.merge.catalog.SqlToken.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of what {@code SHOW CREATE TABLE} prints, and the statements that make the table on InnoDB. */
final class DefinitionText {

    private static final Pattern OPTION = Pattern.compile(
            "\\s*((?:DEFAULT )?\\w+)=(?:'[^'\\\\]*+(?:(?:''|\\\\.)[^'\\\\]*+)*+'|\\S+)", Pattern.DOTALL);

    /** Options of other engines that InnoDB has too. */
    private static final Set<String> KEPT = Set.of("DEFAULT CHARSET", "COLLATE", "COMMENT");

    private final String table;
    private final List<Item> items;
    private final String options;
    private final @Nullable String partitioning;

    /** What may be added later; a column, a primary key, a CHECK and a period are of the kind OTHER. */
    private enum ItemKind {
        KEY,
        FOREIGN_KEY,
        OTHER
    }

    private record Item(ItemKind kind, String name, String text) {
        Table.Part added() {
            return new Table.Part(name, "ADD " + text);
        }
    }

    static DefinitionText of(String table, String showCreateTable) {
        List<SqlToken> tokens = SqlToken.of(showCreateTable);
        List<Item> items = new ArrayList<>();
        List<SqlToken> item = new ArrayList<>();
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            boolean ends = depth == 1 && (token.is(")") || token.is(","));
            if (ends) {
                items.add(itemOf(table, item));
                item.clear();
            } else if (depth > 0) {
                item.add(token);
            }
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
            if (ends && depth == 0) {
                return new DefinitionText(table, items, tokens.subList(i + 1, tokens.size()));
            }
        }
        throw notUnderstood(table, showCreateTable);
    }

    private static Item itemOf(String table, List<SqlToken> tokens) {
        String text = SqlToken.join(tokens).strip();
        List<SqlToken> words = SqlToken.withoutSpace(tokens);
        if (words.size() < 2) {
            throw notUnderstood(table, text);
        }
        SqlToken first = words.get(0);
        String name = words.stream()
                .filter(word -> word.kind() == Kind.NAME)
                .findFirst()
                .map(SqlToken::name)
                .orElse("");
        boolean foreign =
                first.is("CONSTRAINT") && words.size() > 2 && words.get(2).is("FOREIGN");
        boolean key = first.is("KEY") || (words.get(1).is("KEY") && !first.is("PRIMARY"));
        return new Item(foreign ? ItemKind.FOREIGN_KEY : key ? ItemKind.KEY : ItemKind.OTHER, name, text);
    }

    private static IllegalStateException notUnderstood(String table, String text) {
        return new IllegalStateException(
                "the definition of table " + table + " is not understood; please report it with this text: " + text);
    }

    private DefinitionText(String table, List<Item> items, List<SqlToken> tail) {
        this.table = table;
        this.items = List.copyOf(items);
        int at = 0;
        while (at < tail.size() && !beginsPartitions(tail, at)) {
            at++;
        }
        // MySQL puts the clause into a comment that it reads
        options = SqlToken.join(tail.subList(0, at))
                .replaceFirst("\\s*/\\*!\\d+\\s*$", "")
                .strip();
        String clause = SqlToken.join(onInnoDb(tail.subList(at, tail.size())));
        partitioning =
                clause.isEmpty() ? null : clause.replaceFirst("\\s*\\*/$", "").strip();
    }

    private static boolean beginsPartitions(List<SqlToken> tokens, int at) {
        return tokens.get(at).is("PARTITION")
                && at + 2 < tokens.size()
                && tokens.get(at + 2).is("BY");
    }

    /** Each partition names its engine. */
    private static List<SqlToken> onInnoDb(List<SqlToken> partitions) {
        List<SqlToken> changed = new ArrayList<>(partitions);
        List<SqlToken> before = new ArrayList<>();
        for (int i = 0; i < changed.size(); i++) {
            int last = before.size() - 1;
            if (last > 0
                    && before.get(last).is("=")
                    && before.get(last - 1).is("ENGINE")
                    && changed.get(i).kind() == Kind.WORD) {
                changed.set(i, new SqlToken(Kind.WORD, "InnoDB"));
            }
            if (changed.get(i).kind() != Kind.SPACE) {
                before.add(changed.get(i));
            }
        }
        return changed;
    }

    @Nullable
    String partitioning() {
        return partitioning;
    }

    /** @throws IllegalArgumentException if the table counts by a column that begins none of its keys, which InnoDB rejects */
    Table.Definition definition(String engine, List<Key> keys, List<Column> columns) {
        Optional<Key> ordering = Table.orderingKey(keys, columns);
        Optional<Key> counting = columns.stream()
                .filter(Column::autoIncrement)
                .findFirst()
                .map(column -> keyOf(column, Stream.concat(ordering.stream(), keys.stream())));
        Set<String> needed = Stream.of(ordering, counting)
                .flatMap(Optional::stream)
                .map(Key::name)
                .collect(Collectors.toSet());
        List<String> kept = new ArrayList<>();
        List<Table.Part> indexes = new ArrayList<>();
        List<Table.Part> foreignKeys = new ArrayList<>();
        for (Item item : items) {
            if (item.kind() == ItemKind.FOREIGN_KEY) {
                foreignKeys.add(item.added());
            } else if (item.kind() == ItemKind.KEY && !needed.contains(item.name())) {
                indexes.add(item.added());
            } else {
                kept.add(item.text());
            }
        }
        String create = "CREATE TABLE " + SqlToken.quoted(table)
                + kept.stream().collect(Collectors.joining(",\n  ", " (\n  ", "\n) "))
                + (engine.equals("InnoDB") ? optionsOfInnoDb() : optionsOfOthers())
                + (partitioning == null ? "" : "\n" + partitioning);
        return new Table.Definition(create, List.copyOf(indexes), List.copyOf(foreignKeys));
    }

    private Key keyOf(Column column, Stream<Key> keys) {
        return keys.filter(key ->
                        (key.plain() || key.primary()) && key.columns().get(0).equalsIgnoreCase(column.name()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("table " + table + " counts by its column "
                        + column.name() + ", which begins none of its keys, as InnoDB requires: add KEY ("
                        + column.name() + ") to the table on each source"));
    }

    /** The counter begins anew. */
    private String optionsOfInnoDb() {
        return OPTION.matcher(options)
                .replaceAll(option -> option.group().strip().startsWith("AUTO_INCREMENT=")
                        ? ""
                        : Matcher.quoteReplacement(option.group()));
    }

    private String optionsOfOthers() {
        StringBuilder kept = new StringBuilder("ENGINE=InnoDB");
        OPTION.matcher(options)
                .results()
                .filter(option -> KEPT.contains(option.group(1)))
                .forEach(option -> kept.append(option.group()));
        String versioning = " WITH SYSTEM VERSIONING";
        return kept.append(options.endsWith(versioning) ? versioning : "").toString();
    }
}
