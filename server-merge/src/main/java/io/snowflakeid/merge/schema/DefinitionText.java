package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.SqlToken.Kind;
import io.snowflakeid.merge.schema.SqlTokens.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code SHOW CREATE TABLE} printed, in its parts. */
final class DefinitionText {

    /** Of a counter that was the second column of its only key, which InnoDB has none of. */
    static final String COUNTER_KEY = Schema.AUDIT_PREFIX + "counter";

    private final String table;
    private final List<Item> items;
    private final TableOptions options;

    /** Columns, keys and constraints. */
    private enum ItemKind {
        COLUMN,
        PRIMARY_KEY,
        KEY,
        FOREIGN_KEY,
        /** A CHECK, a period. */
        OTHER
    }

    private record Item(ItemKind kind, String name, String text) {
        Table.Part added() {
            return new Table.Part(name, "ADD " + text);
        }
    }

    static DefinitionText of(String table, String showCreateTable) {
        List<SqlToken> tokens = SqlTokens.of(showCreateTable, Dialect.MYSQL);
        List<Item> items = new ArrayList<>();
        List<SqlToken> item = new ArrayList<>();
        int depth = 0;
        for (int i = 0; i < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            int depthBefore = depth;
            if (token.is("(")) {
                depth++;
            } else if (token.is(")")) {
                depth--;
            }
            if (depth == 0 && depthBefore == 1) {
                items.add(itemOf(table, item));
                return new DefinitionText(table, items, TableOptions.of(tokens.subList(i + 1, tokens.size())));
            }
            if (depthBefore == 1 && token.is(",")) {
                items.add(itemOf(table, item));
                item.clear();
            } else if (depthBefore > 0) {
                item.add(token);
            }
        }
        throw notUnderstood(table, showCreateTable);
    }

    private DefinitionText(String table, List<Item> items, TableOptions options) {
        this.table = table;
        this.items = List.copyOf(items);
        this.options = options;
    }

    private static Item itemOf(String table, List<SqlToken> tokens) {
        String text = SqlTokens.join(tokens).strip();
        List<SqlToken> words =
                tokens.stream().filter(token -> token.kind() != Kind.SPACE).toList();
        if (words.isEmpty()) {
            throw notUnderstood(table, text);
        }
        SqlToken first = words.get(0);
        if (first.kind() == Kind.NAME) {
            return new Item(ItemKind.COLUMN, first.name(), text);
        }
        String name = words.stream()
                .takeWhile(word -> !word.is("("))
                .filter(word -> word.kind() == Kind.NAME)
                .findFirst()
                .map(SqlToken::name)
                .orElse("");
        ItemKind kind = kindOf(words);
        return new Item(kind, name, kind == ItemKind.OTHER ? text : withoutHash(text, words));
    }

    /** InnoDB has no hashed keys, and makes an ordinary one where a table of MEMORY had one. */
    private static String withoutHash(String text, List<SqlToken> words) {
        int last = words.size() - 1;
        boolean hashed =
                last > 0 && words.get(last).is("HASH") && words.get(last - 1).is("USING");
        return hashed ? text.substring(0, text.lastIndexOf("USING")).strip() : text;
    }

    private static ItemKind kindOf(List<SqlToken> words) {
        for (SqlToken word : words) {
            if (word.is("CHECK") || word.is("PERIOD") || word.is("(")) {
                return ItemKind.OTHER;
            }
            if (word.is("FOREIGN")) {
                return ItemKind.FOREIGN_KEY;
            }
            if (word.is("PRIMARY")) {
                return ItemKind.PRIMARY_KEY;
            }
            if (word.is("KEY") || word.is("INDEX")) {
                return ItemKind.KEY;
            }
        }
        return ItemKind.OTHER;
    }

    private static IllegalStateException notUnderstood(String table, String text) {
        return new IllegalStateException(
                "the definition of table " + table + " is not understood; please report it with this text: " + text);
    }

    @Nullable
    String partitioning() {
        return options.partitioning();
    }

    Table.Definition definition(List<Key> keys, List<Column> columns) {
        Optional<Key> ordering = Table.orderingKey(keys, columns);
        Optional<Column> counter =
                columns.stream().filter(Column::autoIncrement).findFirst();
        Optional<Key> counterKey = counter.flatMap(column -> keyOf(column, ordering, keys));
        List<String> kept = new ArrayList<>();
        List<Table.Part> indexes = new ArrayList<>();
        List<Table.Part> foreignKeys = new ArrayList<>();
        for (Item item : items) {
            switch (item.kind()) {
                case COLUMN, PRIMARY_KEY, OTHER -> kept.add(item.text());
                case FOREIGN_KEY -> foreignKeys.add(item.added());
                case KEY -> {
                    if (isFor(ordering, item) || isFor(counterKey, item)) {
                        kept.add(item.text());
                    } else {
                        indexes.add(item.added());
                    }
                }
            }
        }
        if (counter.isPresent() && counterKey.isEmpty()) {
            kept.add("KEY " + COUNTER_KEY + " ("
                    + Dialect.MYSQL.quoted(counter.get().name()) + ")");
        }
        String create = "CREATE TABLE " + Dialect.MYSQL.quoted(table)
                + kept.stream().collect(Collectors.joining(",\n  ", " (\n  ", "\n) ")) + options.onInnoDb();
        return new Table.Definition(create, List.copyOf(indexes), List.copyOf(foreignKeys));
    }

    /** The ordering key if it begins with the column, else any other that does. */
    private static Optional<Key> keyOf(Column column, Optional<Key> ordering, List<Key> keys) {
        Optional<Key> suitable = ordering.filter(key -> beginsWith(key, column));
        return suitable.isPresent()
                ? suitable
                : keys.stream()
                        .filter(key -> key.plain() && beginsWith(key, column))
                        .findFirst();
    }

    private static boolean beginsWith(Key key, Column column) {
        return !key.columns().isEmpty() && key.columns().get(0).equalsIgnoreCase(column.name());
    }

    private static boolean isFor(Optional<Key> key, Item item) {
        return key.isPresent() && !key.get().primary() && key.get().name().equals(item.name());
    }
}
