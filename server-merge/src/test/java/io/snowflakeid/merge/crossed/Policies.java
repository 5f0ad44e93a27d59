package io.snowflakeid.merge.crossed;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * One choice of everything that decides what becomes of a player's rows, as merge.yaml, as the checker's facts, and as rows of three
 * servers that are as troublesome as the choice allows. Each row has a tag of its own, by which it is found again whatever its id is.
 */
record Policies(Map<String, String> choices) {

    private static final Map<String, List<String>> CHOICES = new LinkedHashMap<>();

    static {
        choice("parent", "rename-later", "rename-all", "main-only", "skip", "first-drop", "first-follow");
        // keep: one server's after the other's, or in turns
        choice("ids", "static", "keep", "keep-in-turns", "offset", "map");
        choice("orphans", "none", "fail", "drop", "clear", "keep");
        choice("left-out", "", "drop", "clear");
        choice("where", "", "active = 1", "id NOT IN (SELECT player FROM {source}.banned)");
        choice("items", "", "weight < 100");
        // what an item without an owner holds
        choice("placeholder", "null", "null or zero", "zero", "");
        choice("when", "", "kind = 1");
    }

    private static void choice(String name, String... values) {
        CHOICES.put(name, List.of(values));
    }

    /** All that can be asked for: ids of a table that is not united mean the same everywhere. */
    static List<Policies> all() {
        List<Policies> all = List.of(new Policies(Map.of()));
        for (Map.Entry<String, List<String>> choice : CHOICES.entrySet()) {
            List<Policies> longer = new ArrayList<>();
            for (Policies policies : all) {
                for (String value : choice.getValue()) {
                    Map<String, String> choices = new LinkedHashMap<>(policies.choices);
                    choices.put(choice.getKey(), value);
                    longer.add(new Policies(choices));
                }
            }
            all = longer;
        }
        return all.stream()
                .filter(policies -> policies.has("ids", "static") || policies.united())
                .filter(policies -> policies.has("where", "") || !policies.has("parent", "skip"))
                .toList();
    }

    private String get(String name) {
        return choices.get(name);
    }

    private boolean has(String name, String value) {
        return get(name).equals(value);
    }

    private boolean united() {
        return !has("parent", "skip") && !has("parent", "main-only");
    }

    private boolean keepsFirst() {
        return get("parent").startsWith("first");
    }

    /** The code of the finding because of which there must be no such merge. */
    Optional<String> refusal() {
        boolean kept = has("orphans", "keep") && !has("parent", "skip");
        String code = null;
        if (has("placeholder", "") && (has("orphans", "clear") || has("left-out", "clear"))) {
            code = "CONFIG";
        } else if (has("orphans", "fail") && !has("parent", "skip")) {
            code = "ORPHANS";
        } else if (kept && get("ids").startsWith("map")) {
            code = "ID_UNKNOWN";
        } else if (kept && has("ids", "keep-in-turns")) {
            code = "ID_CLASH";
        }
        return Optional.ofNullable(code);
    }

    // ----------------------------------------------------------------------------------------------- what is asked for

    /** In the checker's words; who is banned is not active. */
    MergeFacts facts() {
        Lost orphans =
                has("orphans", "none") ? Lost.FAIL : Lost.valueOf(get("orphans").toUpperCase(Locale.ROOT));
        Lost leftOut = has("left-out", "clear") ? Lost.CLEAR : Lost.DROP;
        long[] none = get("placeholder").contains("zero") ? new long[] {0} : new long[0];
        MergeFacts facts = new MergeFacts()
                .rows(RowsOf.NONE, "banned")
                .where("player", has("where", "") ? "" : "active = 1")
                .where("item", get("items"))
                .reference("item.owner -> player.id", get("when"), orphans, leftOut, none)
                .reference("gem.item -> item.id")
                .reference("gem.giver -> player.id", "", Lost.CLEAR, Lost.CLEAR);
        return switch (get("parent")) {
            case "skip" -> facts.rows(RowsOf.NONE, "player");
            case "main-only" -> facts.rows(RowsOf.MAIN, "player");
            case "first-drop" -> facts.name("player.name", Clash.DROP_LATER);
            case "rename-all" -> facts.name("player.name", Clash.RENAME_ALL, "item.signed");
            case "first-follow" -> facts.name("player.name", Clash.FOLLOW_FIRST);
            default -> facts.name("player.name", Clash.RENAME_LATER, "item.signed");
        };
    }

    /** The part of merge.yaml behind the connections. */
    String yaml() {
        boolean skip = has("parent", "skip");
        String clash = keepsFirst()
                ? get("parent").replace("first-", "keep-first, references: ")
                : "rename, followed-by: [ item.signed ]" + (has("parent", "rename-all") ? ", side: all" : "");
        return """
                tables:
                  player: { class: %s%s%s }
                  banned: { class: skip }
                  item: { ids: auto%s }
                references:
                  - { from: item.owner, to: player.id%s%s%s%s }
                  - gem.item -> item.id
                  - { from: gem.giver, to: player.id, orphans: clear, when-left-out: clear }
                %s
                """.formatted(
                        united() ? "union" : get("parent"),
                        skip ? "" : ", ids: " + get("ids").replace("-in-turns", ""),
                        quoted("where", get("where")),
                        quoted("where", get("items")),
                        has("orphans", "none") ? "" : ", orphans: " + get("orphans"),
                        has("left-out", "") ? "" : ", when-left-out: " + get("left-out"),
                        get("placeholder").contains("zero") ? ", none: [0]" : "",
                        quoted("when", get("when")),
                        skip ? "" : "unique: [ { key: player.name, on-clash: " + clash + " } ]");
    }

    private static String quoted(String key, String sql) {
        return sql.isEmpty() ? "" : ", " + key + ": \"" + sql + '"';
    }

    // ----------------------------------------------------------------------------------------------------------- rows

    private boolean overlap() {
        return has("ids", "offset") || has("ids", "map") || (has("ids", "static") && !united());
    }

    private int id(int server, int place) {
        if (overlap()) {
            return place;
        }
        return has("ids", "keep") ? 100 * server + place : 3 * place + server - 1;
    }

    /** The id of a player that no server has. */
    private int noPlayer(int server) {
        return has("ids", "keep") ? 100 * server + 9 : has("ids", "offset") || has("ids", "map") ? 9 : 30 + server;
    }

    /** The name of the player at a place, empty if there is none. */
    private String player(int server, int place) {
        return switch (place) {
            case 1 -> "Ann";
            case 2 -> "Bob";
            case 3 -> "Cid" + server;
            case 4 -> server == 1 ? "Dan1" : "Dan";
            case 5 -> "Eve" + server;
            case 6 -> server == 3 ? "" : "Fay" + server;
            case 7 -> server == 3 && overlap() && !has("parent", "main-only") ? "Gus" : "";
            default -> "";
        };
    }

    /** Whether the player at a place of each server is active. */
    private static boolean active(int server, int place) {
        return switch (place) {
            case 2 -> server != 1;
            case 3 -> server != 2;
            case 5 -> false;
            case 6 -> server == 2;
            default -> true;
        };
    }

    /** What makes and fills one server. */
    String script(int server) {
        StringBuilder script =
                new StringBuilder("""
                CREATE TABLE player (id INT PRIMARY KEY AUTO_INCREMENT, tag VARCHAR(20) NOT NULL, name VARCHAR(20) NOT NULL,
                    active INT NOT NULL, UNIQUE (name));
                CREATE TABLE banned (player INT PRIMARY KEY);
                CREATE TABLE item (id INT PRIMARY KEY AUTO_INCREMENT, tag VARCHAR(20) NOT NULL, owner INT %s,
                    kind INT NOT NULL, weight INT NOT NULL, signed VARCHAR(20) NULL);
                CREATE TABLE gem (id INT PRIMARY KEY AUTO_INCREMENT, tag VARCHAR(20) NOT NULL, item INT NOT NULL, giver INT NULL);
                """.formatted(get("placeholder").contains("null") ? "NULL" : "NOT NULL"));
        IntStream.rangeClosed(1, 7)
                .filter(place -> !player(server, place).isEmpty())
                .forEach(place -> script.append("INSERT INTO player VALUES (%d, 'p%d.%d', '%s', %d);\n"
                        .formatted(
                                id(server, place),
                                server,
                                place,
                                player(server, place),
                                active(server, place) ? 1 : 0)));
        script.append("INSERT INTO banned SELECT id FROM player WHERE active = 0;\n");
        addItems(script, server);
        return script.toString();
    }

    private void addItems(StringBuilder script, int server) {
        for (int place = 1; place <= 6; place++) {
            if (!player(server, place).isEmpty()) {
                addItem(script, server, place, id(server, place), "1, " + place + ", '" + player(server, place) + "'");
            }
        }
        if (get("placeholder").contains("null")) {
            addItem(script, server, 11, null, "1, 1, 'Bob'");
        }
        if (get("placeholder").contains("zero")) {
            addItem(script, server, 12, 0, "1, 1, 'Dan'");
        }
        if (!has("orphans", "none")) {
            addItem(script, server, 13, noPlayer(server), "1, 1, 'no player'");
        }
        if (has("when", "kind = 1")) {
            addItem(script, server, 14, 2, "2, 1, 'Ann'");
            addItem(script, server, 15, noPlayer(server), "2, 1, 'Ann'");
            addItem(script, server, 16, 77, "0, 1, NULL");
        }
        addItem(script, server, 17, id(server, 4), "1, 100, 'Dan'");
        if (!has("items", "")) {
            addItem(script, server, 18, noPlayer(server), "1, 100, 'no player'");
        }
    }

    /** An item and its gem, which another player gave. */
    private void addItem(StringBuilder script, int server, int place, Integer owner, String rest) {
        int giver = place % 8;
        Integer id = giver == 7
                ? Integer.valueOf(noPlayer(server))
                : player(server, giver).isEmpty() ? null : Integer.valueOf(id(server, giver));
        script.append(
                "INSERT INTO item VALUES (%1$d, 'i%2$d.%1$d', %3$d, %4$s);\nINSERT INTO gem VALUES (%1$d, 'g%2$d.%1$d', %1$d, %5$d);\n"
                        .formatted(place, server, owner, rest, id));
    }
}
