package io.snowflakeid.merge.testdata;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One server of a game that declares no foreign key: 70 tables, most of them about characters and keyed by {@code char_id} first, more
 * than 80 references that only the game's code knows, some under a condition, some with 0 or -1 for none.
 */
public final class ManyReferencesServer {

    private static final int KEYED_TABLES = 40;
    private static final int COUNTED_TABLES = 14;
    private static final int KEYLESS_TABLES = 6;
    private static final int MAPS = 8;

    private final Connection connection;
    private final int server;
    private final GameSize size;
    private final Random random;
    private final List<Integer> logins = new ArrayList<>();
    private final List<Integer> chars = new ArrayList<>();
    private final List<Integer> guilds = new ArrayList<>();
    private final List<Integer> parties = new ArrayList<>();
    private final List<Long> items = new ArrayList<>();

    private ManyReferencesServer(Connection connection, int server, GameSize size) {
        this.connection = connection;
        this.server = server;
        this.size = size;
        random = size.random(server);
    }

    /** What the golden merge asks for, in the checker's words, each reference of each table told. */
    public static MergeFacts facts() {
        MergeFacts facts = new MergeFacts()
                .rows(RowsOf.MAIN, "map", "fame_list")
                .rows(RowsOf.NOBODY, "char_online")
                .reference("char.login_id -> login.login_id")
                .reference("char.guild_id -> guild.guild_id")
                .reference("char.party_id -> party.party_id", 0)
                .reference("char.partner_id -> char.char_id", 0)
                .reference("char.map_id -> map.map_id")
                .reference("guild.master_id -> char.char_id")
                .reference("party.leader_id -> char.char_id")
                .reference("alliance.guild_one -> guild.guild_id")
                .reference("alliance.guild_two -> guild.guild_id")
                .reference("item.char_id -> char.char_id")
                .reference("fame_list.char_id -> char.char_id")
                .referenceWhen("holding.holder_id -> char.char_id", "holder_kind = 'C'")
                .referenceWhen("holding.holder_id -> guild.guild_id", "holder_kind = 'G'")
                .referenceWhen("holding.holder_id -> login.login_id", "holder_kind = 'L'")
                .referenceWhen("chat.target_id -> char.char_id", "kind = 1")
                .referenceWhen("chat.target_id -> party.party_id", "kind = 2", 0)
                .reference("chat.char_id -> char.char_id")
                .name("char.name", Clash.RENAME_ALL, "chat.speaker")
                .name("guild.name", Clash.RENAME_LATER)
                .name("login.user_name", Clash.RENAME_LATER);
        for (int i = 0; i < KEYED_TABLES; i++) {
            facts.reference(keyed(i) + ".char_id -> char.char_id");
            if (hasItem(i)) {
                facts.reference(keyed(i) + ".item_id -> item.item_id", 0);
            }
            if (hasGiver(i)) {
                facts.reference(keyed(i) + ".giver_id -> char.char_id", -1, 0);
            }
        }
        for (int i = 0; i < COUNTED_TABLES; i++) {
            facts.reference(counted(i) + ".char_id -> char.char_id");
            facts.reference(counted(i) + ".partner_id -> char.char_id", 0);
        }
        for (int i = 0; i < KEYLESS_TABLES; i++) {
            facts.reference(keyless(i) + ".char_id -> char.char_id");
            facts.reference(keyless(i) + ".guild_id -> guild.guild_id");
        }
        return facts;
    }

    private static String keyed(int i) {
        return "char_stat_" + i;
    }

    private static String counted(int i) {
        return "log_" + i;
    }

    private static String keyless(int i) {
        return "heap_" + i;
    }

    private static boolean hasItem(int i) {
        return i % 4 == 0;
    }

    private static boolean hasGiver(int i) {
        return i % 3 == 0;
    }

    /** Makes the tables and all rows. The server's number is counted from 0. */
    public static void fill(Connection connection, int server, GameSize size) throws SQLException {
        SqlScript.run(connection, tables());
        new ManyReferencesServer(connection, server, size).fill();
    }

    private static List<String> tables() {
        List<String> tables = new ArrayList<>(List.of(
                "CREATE TABLE map (map_id INT PRIMARY KEY, name VARCHAR(20) NOT NULL)",
                "CREATE TABLE login (login_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, user_name VARCHAR(30) NOT NULL UNIQUE)",
                """
                CREATE TABLE `char` (
                    char_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, login_id INT UNSIGNED NOT NULL, name VARCHAR(24) NOT NULL,
                    guild_id INT UNSIGNED NULL, party_id INT UNSIGNED NOT NULL DEFAULT 0, partner_id INT UNSIGNED NOT NULL DEFAULT 0,
                    map_id INT NOT NULL, zeny INT UNSIGNED NOT NULL, `option` INT NOT NULL, UNIQUE KEY name (name), KEY login_id (login_id))""",
                """
                CREATE TABLE guild (
                    guild_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(24) NOT NULL, master_id INT UNSIGNED NOT NULL,
                    emblem BLOB, UNIQUE KEY name (name))""",
                "CREATE TABLE party (party_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, leader_id INT UNSIGNED NOT NULL, title VARCHAR(24))",
                "CREATE TABLE alliance (guild_one INT UNSIGNED NOT NULL, guild_two INT UNSIGNED NOT NULL, opposed TINYINT NOT NULL,"
                        + " PRIMARY KEY (guild_one, guild_two))",
                """
                CREATE TABLE item (
                    item_id BIGINT UNSIGNED PRIMARY KEY AUTO_INCREMENT, char_id INT UNSIGNED NOT NULL, nameid SMALLINT UNSIGNED NOT NULL,
                    cards VARBINARY(16), KEY char_id (char_id))""",
                "CREATE TABLE holding (id INT PRIMARY KEY AUTO_INCREMENT, holder_kind CHAR(1) NOT NULL, holder_id INT UNSIGNED NOT NULL,"
                        + " what VARCHAR(30), KEY holder (holder_kind, holder_id))",
                "CREATE TABLE chat (id INT PRIMARY KEY AUTO_INCREMENT, char_id INT UNSIGNED NOT NULL, speaker VARCHAR(24) NOT NULL,"
                        + " kind TINYINT NOT NULL, target_id INT UNSIGNED NOT NULL, message TEXT)",
                "CREATE TABLE fame_list (place INT PRIMARY KEY, char_id INT UNSIGNED NOT NULL, points INT NOT NULL)",
                "CREATE TABLE char_online (char_id INT UNSIGNED PRIMARY KEY) ENGINE=MyISAM"));
        for (int i = 0; i < KEYED_TABLES; i++) {
            tables.add("CREATE TABLE " + keyed(i)
                    + " (char_id INT UNSIGNED NOT NULL, slot SMALLINT NOT NULL, amount INT NOT NULL"
                    + (hasItem(i) ? ", item_id BIGINT UNSIGNED NOT NULL DEFAULT 0" : "")
                    + (hasGiver(i) ? ", giver_id INT NOT NULL DEFAULT -1" : "")
                    + ", note VARCHAR(20), PRIMARY KEY (char_id, slot))");
        }
        for (int i = 0; i < COUNTED_TABLES; i++) {
            tables.add("CREATE TABLE " + counted(i)
                    + " (id BIGINT PRIMARY KEY AUTO_INCREMENT, char_id INT UNSIGNED NOT NULL,"
                    + " partner_id INT UNSIGNED NOT NULL DEFAULT 0, at_second INT NOT NULL, KEY char_id (char_id))");
        }
        for (int i = 0; i < KEYLESS_TABLES; i++) {
            tables.add(
                    "CREATE TABLE " + keyless(i)
                            + " (char_id INT UNSIGNED NOT NULL, guild_id INT UNSIGNED NULL, points INT, KEY char_id (char_id))");
        }
        return tables.stream()
                .map(table -> table + (table.contains("ENGINE") ? "" : " COLLATE utf8mb4_general_ci"))
                .toList();
    }

    private TableWriter into(String table, String... columns) throws SQLException {
        return new TableWriter(connection, random, table, columns);
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void fill() throws SQLException {
        try (TableWriter maps = into("map", "map_id", "name")) {
            for (int map = 1; map <= MAPS; map++) {
                maps.add(map, "map " + map);
            }
        }
        try (TableWriter rows = into("login", "login_id", "user_name")) {
            for (int i = 1; i <= size.players() / 2 + 2; i++) {
                rows.add(i, size.name(server, i));
                logins.add(i);
            }
        }
        fillChars();
        fillGroups();
        fillItems();
        fillStats();
        fillOthers();
    }

    private void fillChars() throws SQLException {
        for (int i = 1; i <= size.players(); i++) {
            if (!chance(3)) {
                chars.add(i);
            }
        }
        for (int i = 1; i <= Math.max(3, size.players() / 20); i++) {
            guilds.add(i);
            parties.add(i);
        }
        String[] columns = {"char_id", "login_id", "name", "guild_id", "party_id", "partner_id", "map_id"};
        try (TableWriter rows = into("char", columns)) {
            for (int id : chars) {
                Object guild = chance(40) ? null : one(guilds);
                int party = chance(50) ? 0 : one(parties);
                int partner = chance(70) ? 0 : one(chars);
                rows.add(id, one(logins), size.name(server, id), guild, party, partner, 1 + random.nextInt(MAPS));
            }
        }
    }

    private void fillGroups() throws SQLException {
        try (TableWriter rows = into("guild", "guild_id", "name", "master_id");
                TableWriter party = into("party", "party_id", "leader_id");
                TableWriter alliances = into("alliance", "guild_one", "guild_two")) {
            for (int guild : guilds) {
                rows.add(guild, size.name(server, guild, " Guild"), one(chars));
                party.add(guild, one(chars));
                if (chance(50)) {
                    alliances.add(guild, one(guilds));
                }
            }
        }
    }

    private void fillItems() throws SQLException {
        try (TableWriter rows = into("item", "item_id", "char_id")) {
            for (long id = 1; id <= size.players() * 3L; id++) {
                rows.add(id, one(chars));
                items.add(id);
            }
        }
    }

    private void fillStats() throws SQLException {
        for (int i = 0; i < KEYED_TABLES; i++) {
            List<String> columns = new ArrayList<>(List.of("char_id", "slot"));
            if (hasItem(i)) {
                columns.add("item_id");
            }
            if (hasGiver(i)) {
                columns.add("giver_id");
            }
            try (TableWriter rows = into(keyed(i), columns.toArray(String[]::new))) {
                for (int id : chars) {
                    for (int slot = random.nextInt(3); slot > 0; slot--) {
                        rows.add(stat(i, id, slot));
                    }
                }
            }
        }
    }

    private Object[] stat(int table, int id, int slot) {
        List<Object> row = new ArrayList<>(List.of(id, slot));
        if (hasItem(table)) {
            row.add(chance(30) ? 0L : one(items));
        }
        if (hasGiver(table)) {
            row.add(chance(30) ? -1 : chance(30) ? 0 : one(chars));
        }
        return row.toArray();
    }

    private void fillOthers() throws SQLException {
        for (int i = 0; i < COUNTED_TABLES; i++) {
            try (TableWriter rows = into(counted(i), "char_id", "partner_id")) {
                for (int id : chars) {
                    rows.add(id, chance(50) ? 0 : one(chars));
                }
            }
        }
        for (int i = 0; i < KEYLESS_TABLES; i++) {
            try (TableWriter rows = into(keyless(i), "char_id", "guild_id", "points")) {
                for (int id : chars) {
                    Object[] row = {id, chance(30) ? null : one(guilds), random.nextInt(3)};
                    rows.add(row);
                    if (chance(10)) {
                        rows.add(row);
                    }
                }
            }
        }
        try (TableWriter holdings = into("holding", "holder_kind", "holder_id");
                TableWriter chat = into("chat", "char_id", "speaker", "kind", "target_id");
                TableWriter fame = into("fame_list", "place", "char_id", "points");
                TableWriter online = into("char_online", "char_id")) {
            for (int id : chars) {
                String kind = List.of("C", "G", "L", "X").get(random.nextInt(4));
                List<Integer> holders = kind.equals("C") ? chars : kind.equals("G") ? guilds : logins;
                holdings.add(kind, kind.equals("X") ? 999_999 : one(holders));
                int how = random.nextInt(4);
                int target = how == 1 ? one(chars) : how == 2 ? (chance(30) ? 0 : one(parties)) : 12_345;
                chat.add(id, size.name(server, id), how, target);
                if (chance(5)) {
                    online.add(id);
                }
            }
            for (int place = 1; place <= 10; place++) {
                fame.add(place, one(chars), random.nextInt(1_000_000) * 16 + server);
            }
        }
    }
}
