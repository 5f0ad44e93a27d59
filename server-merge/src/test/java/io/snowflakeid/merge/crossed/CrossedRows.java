package io.snowflakeid.merge.crossed;

import io.snowflakeid.merge.crossed.Policies.ChildWhere;
import io.snowflakeid.merge.crossed.Policies.Ids;
import io.snowflakeid.merge.crossed.Policies.Orphans;
import io.snowflakeid.merge.crossed.Policies.Parent;
import io.snowflakeid.merge.crossed.Policies.When;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The rows of three servers that are as troublesome as the policies allow. Each row has a tag of its own, by which it is found again
 * whatever its id is.
 */
final class CrossedRows {

    static final int SERVERS = 3;

    /** What an item of another kind holds where an owner would be: an id of nobody's. */
    private static final long NO_ID = 2;

    private interface Row {
        int server();

        /** As SQL. */
        String values();
    }

    private record Player(int server, String tag, long id, String name, boolean active, Integer seen) implements Row {
        @Override
        public String values() {
            return "%d, '%s', '%s', %d, %d".formatted(id, tag, name, active ? 1 : 0, seen);
        }
    }

    /** Its owner is a player, or nobody, or something else. */
    private record Item(int server, String tag, long id, Long owner, int kind, int weight, String signed)
            implements Row {
        @Override
        public String values() {
            return "%d, '%s', %d, %d, %d, %s"
                    .formatted(id, tag, owner, kind, weight, signed == null ? "NULL" : "'" + signed + "'");
        }
    }

    private record Gem(int server, String tag, long id, long item, Long giver) implements Row {
        @Override
        public String values() {
            return "%d, '%s', %d, %d".formatted(id, tag, item, giver);
        }
    }

    private final Policies policies;
    private final List<Player> players = new ArrayList<>();
    private final List<Item> items = new ArrayList<>();
    private final List<Gem> gems = new ArrayList<>();

    CrossedRows(Policies policies) {
        this.policies = policies;
        for (int server = 1; server <= SERVERS; server++) {
            addPlayers(server);
            addItems(server);
        }
        items.forEach(this::addGem);
    }

    // ------------------------------------------------------------------------------------------------------ players

    private void addPlayers(int server) {
        add(server, 1, "Ann", true, new Integer[] {5, 7, 7}[server - 1]);
        add(server, 2, "Bob", server != 1, new Integer[] {9, 3, null}[server - 1]);
        add(server, 3, "Cid" + server, server != 2, new Integer[] {null, 8, 1}[server - 1]);
        add(server, 4, server == 1 ? "Dan1" : "Dan", true, new Integer[] {4, null, null}[server - 1]);
        add(server, 5, "Eve" + server, false, server);
        if (server != 3) {
            add(server, 6, "Fay" + server, server == 2, server);
        }
        if (server == 3 && overlap() && policies.parent() != Parent.MAIN_ONLY) {
            add(server, 7, "Gus", true, 1);
        }
    }

    private void add(int server, int place, String name, boolean active, Integer seen) {
        players.add(new Player(server, "p" + server + "." + place, id(server, place), name, active, seen));
    }

    private boolean overlap() {
        return switch (policies.ids()) {
            case OFFSET, MAP -> true;
            case STATIC -> !policies.parent().keepsFirst() && policies.parent() != Parent.UNION;
            default -> false;
        };
    }

    private long id(int server, int place) {
        if (overlap()) {
            return place;
        }
        if (policies.ids() == Ids.KEEP_APART) {
            return 100L * server + place;
        }
        boolean clash = policies.ids() == Ids.MAP_CLASHES && place == 1;
        return 3L * place + (clash ? 0 : server - 1);
    }

    /** The id of a player that no server has. */
    private long nobody(int server) {
        return switch (policies.ids()) {
            case KEEP_APART -> 100L * server + 9;
            case STATIC, KEEP_INTERLEAVED, MAP_CLASHES -> 30 + server;
            case OFFSET, MAP -> 9;
        };
    }

    private Optional<Player> player(int server, int place) {
        return players.stream()
                .filter(player -> player.tag().equals("p" + server + "." + place))
                .findFirst();
    }

    // -------------------------------------------------------------------------------------------------------- items

    private void addItems(int server) {
        for (int place = 1; place <= 6; place++) {
            int number = place;
            player(server, place).ifPresent(player -> addItem(server, number, player.id(), 1, number, player.name()));
        }
        if (policies.sentinel().nullable()) {
            addItem(server, 11, null, 1, 1, "Bob");
        }
        if (policies.sentinel().zero()) {
            addItem(server, 12, 0L, 1, 1, "Dan");
        }
        if (policies.orphans() != Orphans.NONE_THERE) {
            addItem(server, 13, nobody(server), 1, 1, "nobody");
        }
        if (policies.when() == When.OF_KIND_1) {
            addItem(server, 14, NO_ID, 2, 1, "Ann");
            addItem(server, 15, nobody(server), 2, 1, "Ann");
            addItem(server, 16, 77L, 0, 1, null);
        }
        addItem(server, 17, player(server, 4).orElseThrow().id(), 1, 100, "Dan");
        if (policies.childWhere() == ChildWhere.LIGHT) {
            addItem(server, 18, nobody(server), 1, 100, "nobody");
        }
    }

    private void addItem(int server, int place, Long owner, int kind, int weight, String signed) {
        items.add(new Item(server, "i" + server + "." + place, place, owner, kind, weight, signed));
    }

    private void addGem(Item item) {
        int server = item.server();
        int place = (int) (item.id() % 8);
        Long giver = place == 7
                ? Long.valueOf(nobody(server))
                : player(server, place).map(Player::id).orElse(null);
        gems.add(new Gem(server, "g" + item.tag().substring(1), item.id(), item.id(), giver));
    }

    // ---------------------------------------------------------------------------------------------------------- SQL

    /** Just above all ids, so that a few fresh ones have room and no source's range has. */
    long limit() {
        return Stream.of(
                                players.stream().map(Player::id),
                                items.stream().filter(item -> item.kind() == 1).map(Item::owner),
                                gems.stream().map(Gem::giver))
                        .flatMap(ids -> ids)
                        .filter(Objects::nonNull)
                        .max(Comparator.naturalOrder())
                        .orElseThrow()
                + 5;
    }

    /** What makes and fills one server. */
    List<String> script(int server) {
        List<String> script = new ArrayList<>(
                List.of(
                        "CREATE TABLE player (id INT PRIMARY KEY AUTO_INCREMENT, tag VARCHAR(20) NOT NULL, name VARCHAR(20) NOT NULL,"
                                + " active INT NOT NULL, seen INT NULL, UNIQUE (name))",
                        "CREATE TABLE banned (player INT PRIMARY KEY)",
                        "CREATE TABLE item (id INT PRIMARY KEY AUTO_INCREMENT, tag VARCHAR(20) NOT NULL, owner INT "
                                + (policies.sentinel().nullable() ? "NULL" : "NOT NULL")
                                + ", kind INT NOT NULL, weight INT NOT NULL, signed VARCHAR(20) NULL)",
                        "CREATE TABLE gem (id INT PRIMARY KEY AUTO_INCREMENT, tag VARCHAR(20) NOT NULL, item INT NOT NULL, giver INT NULL)"));
        insert(script, "player", server, players);
        script.add("INSERT INTO banned SELECT id FROM player WHERE active = 0");
        insert(script, "item", server, items);
        insert(script, "gem", server, gems);
        return script;
    }

    private static void insert(List<String> script, String table, int server, List<? extends Row> rows) {
        script.add(rows.stream()
                .filter(row -> row.server() == server)
                .map(Row::values)
                .collect(Collectors.joining("), (", "INSERT INTO " + table + " VALUES (", ")")));
    }
}
