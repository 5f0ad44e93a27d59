package io.snowflakeid.demo.merge;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The five tables of the game, parents first. No foreign keys are declared, as in most game databases. */
@SuppressWarnings("ImmutableEnumChecker") // its lists are immutable, which the type does not say
enum GameTable {
    PLAYERS(
            List.of(),
            column("name", "VARCHAR(40)"),
            column("level", "INT"),
            column("gold", "BIGINT"),
            column("created_at", "DATETIME(3)")),
    GUILDS(
            List.of(new Reference("leader_id", PLAYERS)),
            column("leader_id", "BIGINT"),
            column("name", "VARCHAR(40)"),
            column("motto", "VARCHAR(120)"),
            column("founded_at", "DATETIME(3)")),
    GUILD_MEMBERS(
            List.of(new Reference("guild_id", GUILDS), new Reference("player_id", PLAYERS)),
            column("guild_id", "BIGINT"),
            column("player_id", "BIGINT"),
            column("member_rank", "VARCHAR(16)"),
            column("joined_at", "DATETIME(3)")),
    ITEMS(
            List.of(new Reference("owner_id", PLAYERS)),
            column("owner_id", "BIGINT"),
            column("template", "VARCHAR(40)"),
            column("amount", "INT"),
            column("durability", "INT"),
            column("obtained_at", "DATETIME(3)")),
    MAILS(
            List.of(new Reference("sender_id", PLAYERS), new Reference("receiver_id", PLAYERS)),
            column("sender_id", "BIGINT"),
            column("receiver_id", "BIGINT"),
            column("subject", "VARCHAR(80)"),
            column("body", "VARCHAR(400)"),
            column("sent_at", "DATETIME(3)"));

    /** A column besides {@code id} and {@code home_server}. */
    record Column(String name, String type) {}

    /** A column that holds the id of a row of another table. */
    record Reference(String column, GameTable parent) {}

    private final List<Reference> references;
    private final List<Column> columns;

    GameTable(List<Reference> references, Column... own) {
        this.references = references;
        columns = Stream.concat(Stream.of(column("home_server", "INT")), Stream.of(own))
                .toList();
    }

    private static Column column(String name, String type) {
        return new Column(name, type);
    }

    /** The name without a world's prefix. */
    String plainName() {
        return name().toLowerCase(Locale.ROOT);
    }

    String nameIn(World world) {
        return world.prefix() + plainName();
    }

    List<Reference> references() {
        return references;
    }

    /** All columns but the id, {@code home_server} first. */
    List<String> columnNames() {
        return columns.stream().map(Column::name).toList();
    }

    /** What follows the name in {@code CREATE TABLE}. */
    String definition(World world) {
        String body = columns.stream()
                .map(column -> column.name() + " " + column.type() + " NOT NULL")
                .collect(Collectors.joining(", "));
        String counted = world == World.AUTO_INCREMENT ? " AUTO_INCREMENT" : "";
        return "(id BIGINT NOT NULL" + counted + " PRIMARY KEY, " + body + ")";
    }

    /** One row, id first. */
    String insert(World world) {
        return "INSERT INTO " + nameIn(world) + " (id, " + String.join(", ", columnNames()) + ") VALUES (?"
                + ", ?".repeat(columns.size()) + ")";
    }

    /** One row whose id the database counts. */
    String insertCounted(World world) {
        return "INSERT INTO " + nameIn(world) + " (" + String.join(", ", columnNames()) + ") VALUES (?"
                + ", ?".repeat(columns.size() - 1) + ")";
    }

    /** Rows above an id, in the order of ids: a page of a walk over the table. */
    String pageAbove(World world, int rows) {
        return select(world) + " WHERE id > ? ORDER BY id LIMIT " + rows;
    }

    /** The rows from one id to another. A range, since databases read a long list of ids by walking over the whole table. */
    String between(World world) {
        return select(world) + " WHERE id BETWEEN ? AND ?";
    }

    String idsBetween(World world) {
        return "SELECT id FROM " + nameIn(world) + " WHERE id BETWEEN ? AND ?";
    }

    /** How many rows refer, how many of them nowhere, how many to a row of another server. */
    String check(World world, Reference reference) {
        return check(world, reference, "");
    }

    /** The same in another database, whose name and a dot are given. */
    String check(World world, Reference reference, String database) {
        return "SELECT COUNT(*), COALESCE(SUM(CASE WHEN p.id IS NULL THEN 1 ELSE 0 END), 0),"
                + " COALESCE(SUM(CASE WHEN p.home_server <> c.home_server THEN 1 ELSE 0 END), 0)"
                + " FROM " + database + nameIn(world) + " c LEFT JOIN "
                + database + reference.parent().nameIn(world) + " p ON p.id = c."
                + reference.column();
    }

    private String select(World world) {
        return "SELECT id, " + String.join(", ", columnNames()) + " FROM " + nameIn(world);
    }
}
