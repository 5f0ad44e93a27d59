package io.snowflakeid.merge.schema;

import io.snowflakeid.merge.schema.H2Keys.NamedForeignKey;
import io.snowflakeid.merge.schema.H2Keys.NamedKey;
import io.snowflakeid.merge.schema.SqlTokens.Dialect;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** Writes the statements that make a table of H2. */
final class H2Definition {

    private final String name;
    private final List<H2Column> columns;
    private final List<NamedKey> keys;
    private final List<NamedForeignKey> foreignKeys;
    private final List<Table.Part> checks;

    H2Definition(String name, List<H2Column> columns, H2Keys keys) {
        this.name = name;
        this.columns = columns;
        this.keys = keys.keys().of(name).stream()
                .sorted(Comparator.comparing((NamedKey key) -> !key.key().primary()))
                .toList();
        foreignKeys = keys.foreignKeys().of(name);
        checks = keys.checks().of(name);
    }

    static String list(List<String> names) {
        return names.stream().map(Dialect.H2::quoted).collect(Collectors.joining(", "));
    }

    static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }

    Table table() {
        return new Table(
                name,
                "H2",
                null,
                columns.stream().map(H2Column::column).toList(),
                keys.stream().map(NamedKey::key).toList(),
                foreignKeys.stream().map(NamedForeignKey::key).toList(),
                checks.stream().map(Table.Part::clause).sorted().toList(),
                null,
                columns.stream()
                        .map(H2Column::counter)
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null),
                0,
                null,
                definition());
    }

    private Table.Definition definition() {
        List<Key> plainKeys = keys.stream().map(NamedKey::key).toList();
        Optional<Key> ordering = Table.orderingKey(
                plainKeys, columns.stream().map(H2Column::column).toList());
        List<String> parts = new ArrayList<>();
        columns.forEach(column -> parts.add(column.definition()));
        List<Table.Part> indexes = new ArrayList<>();
        for (NamedKey key : keys) {
            if (ordering.isPresent() && ordering.get().equals(key.key())) {
                parts.add("CONSTRAINT " + Dialect.H2.quoted(key.added().name())
                        + (key.key().primary() ? " PRIMARY KEY (" : " UNIQUE (")
                        + list(key.key().columns()) + ")");
            } else {
                indexes.add(key.added());
            }
        }
        checks.forEach(check ->
                parts.add("CONSTRAINT " + Dialect.H2.quoted(check.name()) + " CHECK (" + check.clause() + ")"));
        return new Table.Definition(
                "CREATE TABLE " + Dialect.H2.quoted(name)
                        + parts.stream().collect(Collectors.joining(",\n  ", " (\n  ", "\n)")),
                List.copyOf(indexes),
                foreignKeys.stream().map(NamedForeignKey::added).toList());
    }
}
