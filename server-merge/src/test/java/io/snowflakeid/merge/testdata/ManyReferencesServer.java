package io.snowflakeid.merge.testdata;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * One server of a game that declares no foreign key: 70 tables, most of them about characters and keyed by {@code char_id} first, more
 * than 80 references that only the game's code knows, some under a condition, some with 0 or -1 for none.
 */
public final class ManyReferencesServer extends Game {

    private static final int MAPS = 8;

    /** Tables that are all alike: keyed by {@code char_id} and a slot, counted, and without a key. */
    private static final List<String> KEYED = names("char_stat_", 40);

    private static final List<String> COUNTED = names("log_", 14);
    private static final List<String> KEYLESS = names("heap_", 6);

    private final List<Integer> logins = new ArrayList<>();
    private final List<Integer> chars = new ArrayList<>();
    private final List<Integer> guilds = new ArrayList<>();
    private final List<Integer> parties = new ArrayList<>();
    private final List<Integer> items = new ArrayList<>();

    private ManyReferencesServer(Connection connection, int server, GameSize size) {
        super(connection, server, size);
    }

    private static List<String> names(String prefix, int count) {
        return numbers(0, count - 1).stream().map(i -> prefix + i).toList();
    }

    private static boolean hasItem(String keyed) {
        return KEYED.indexOf(keyed) % 4 == 0;
    }

    private static boolean hasGiver(String keyed) {
        return KEYED.indexOf(keyed) % 3 == 0;
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
        for (String table : KEYED) {
            facts.reference(table + ".char_id -> char.char_id");
            if (hasItem(table)) {
                facts.reference(table + ".item_id -> item.item_id", 0);
            }
            if (hasGiver(table)) {
                facts.reference(table + ".giver_id -> char.char_id", -1, 0);
            }
        }
        for (String table : COUNTED) {
            facts.reference(table + ".char_id -> char.char_id");
            facts.reference(table + ".partner_id -> char.char_id", 0);
        }
        for (String table : KEYLESS) {
            facts.reference(table + ".char_id -> char.char_id");
            facts.reference(table + ".guild_id -> guild.guild_id");
        }
        return facts;
    }

    /** Makes the tables and all rows. The server's number is counted from 0. */
    public static void fill(Connection connection, int server, GameSize size) throws SQLException {
        List<String> tables = new ArrayList<>(SqlScript.statements(SqlScript.resource("many-references.sql")));
        for (String table : KEYED) {
            tables.add("CREATE TABLE " + table
                    + " (char_id INT UNSIGNED NOT NULL, slot SMALLINT NOT NULL, amount INT NOT NULL"
                    + (hasItem(table) ? ", item_id BIGINT UNSIGNED NOT NULL DEFAULT 0" : "")
                    + (hasGiver(table) ? ", giver_id INT NOT NULL DEFAULT -1" : "")
                    + ", note VARCHAR(20), PRIMARY KEY (char_id, slot))");
        }
        for (String table : COUNTED) {
            tables.add(
                    "CREATE TABLE " + table + " (id BIGINT PRIMARY KEY AUTO_INCREMENT, char_id INT UNSIGNED NOT NULL,"
                            + " partner_id INT UNSIGNED NOT NULL DEFAULT 0, at_second INT NOT NULL, KEY char_id (char_id))");
        }
        for (String table : KEYLESS) {
            tables.add(
                    "CREATE TABLE " + table
                            + " (char_id INT UNSIGNED NOT NULL, guild_id INT UNSIGNED NULL, points INT, KEY char_id (char_id))");
        }
        tables.replaceAll(table -> table + (table.contains("ENGINE") ? "" : " COLLATE utf8mb4_general_ci"));
        SqlScript.run(connection, tables);
        new ManyReferencesServer(connection, server, size).fill();
    }

    private void fill() throws SQLException {
        each("map(map_id, name)", numbers(1, MAPS), map -> row(map, "map " + map));
        logins.addAll(numbers(1, size.players() / 2 + 2));
        each("login(login_id, user_name)", logins, id -> row(id, size.name(server, id)));
        fillChars();
        fillGroups();
        items.addAll(numbers(1, size.players() * 3));
        each("item(item_id, char_id)", items, id -> row(id, one(chars)));
        fillStats();
        fillLogs();
        fillOthers();
        write();
    }

    private void fillChars() throws SQLException {
        for (int i = 1; i <= size.players(); i++) {
            if (!chance(3)) {
                chars.add(i);
            }
        }
        guilds.addAll(numbers(1, Math.max(3, size.players() / 20)));
        parties.addAll(guilds);
        String columns = "char(char_id, login_id, name, guild_id, party_id, partner_id, map_id)";
        for (int id : chars) {
            Integer guild = chance(40) ? null : one(guilds);
            int party = oneOrNone(parties, 50);
            int partner = oneOrNone(chars, 70);
            add(columns, id, one(logins), size.name(server, id), guild, party, partner, upTo(MAPS));
        }
    }

    private void fillGroups() throws SQLException {
        for (int guild : guilds) {
            add("guild(guild_id, name, master_id)", guild, size.name(server, guild, " Guild"), one(chars));
            add("party(party_id, leader_id)", guild, one(chars));
            if (chance(50)) {
                add("alliance(guild_one, guild_two)", guild, one(guilds));
            }
        }
    }

    private void fillStats() throws SQLException {
        for (String table : KEYED) {
            String columns =
                    "(char_id, slot" + (hasItem(table) ? ", item_id" : "") + (hasGiver(table) ? ", giver_id)" : ")");
            for (int id : chars) {
                for (int slot = random.nextInt(3); slot > 0; slot--) {
                    List<Object> row = new ArrayList<>(List.of(id, slot));
                    if (hasItem(table)) {
                        row.add(oneOrNone(items, 30));
                    }
                    if (hasGiver(table)) {
                        row.add(chance(30) ? -1 : oneOrNone(chars, 30));
                    }
                    add(table + columns, row.toArray());
                }
            }
        }
    }

    private void fillLogs() throws SQLException {
        for (String table : COUNTED) {
            each(table + "(char_id, partner_id)", chars, id -> row(id, oneOrNone(chars, 50)));
        }
        for (String table : KEYLESS) {
            for (int id : chars) {
                Object[] row = row(id, chance(30) ? null : one(guilds), random.nextInt(3));
                add(table + "(char_id, guild_id, points)", row);
                if (chance(10)) {
                    add(table + "(char_id, guild_id, points)", row);
                }
            }
        }
    }

    private void fillOthers() throws SQLException {
        for (int id : chars) {
            String kind = one(List.of("C", "G", "L", "X"));
            List<Integer> holders = kind.equals("C") ? chars : kind.equals("G") ? guilds : logins;
            add("holding(holder_kind, holder_id)", kind, kind.equals("X") ? 999_999 : one(holders));
            int how = random.nextInt(4);
            int target = how == 1 ? one(chars) : how == 2 ? oneOrNone(parties, 30) : 12_345;
            add("chat(char_id, speaker, kind, target_id)", id, size.name(server, id), how, target);
            if (chance(5)) {
                add("char_online(char_id)", id);
            }
        }
        for (int place = 1; place <= 10; place++) {
            int hero = one(chars);
            add("fame_list(place, char_id, points)", place, hero, random.nextInt(1_000_000) * 16 + server);
        }
    }
}
