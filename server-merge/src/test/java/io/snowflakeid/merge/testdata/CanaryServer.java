package io.snowflakeid.merge.testdata;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;

/**
 * One server of a real game, in the schema that {@code CANARY_SCHEMA} names a file of: ids that every server counts from 1, names that
 * others have too, guilds of very different size, houses that have an owner on every server.
 *
 * <p>Triggers fire here as they do in life: the groups of an account and the ranks of a guild are theirs.
 */
public final class CanaryServer {

    private static final int TOWNS = 10;
    private static final String[] MONSTERS = {"a dragon", "a rat", "Ferumbras"};

    private final Connection connection;
    private final int server;
    private final GameSize size;
    private final Random random;
    private final List<Integer> accounts = new ArrayList<>();
    private final List<Integer> players = new ArrayList<>();
    private final List<Integer> guilds = new ArrayList<>();
    private final List<Integer> houses = new ArrayList<>();
    private final Map<Integer, String> names = new HashMap<>();

    private CanaryServer(Connection connection, int server, GameSize size) {
        this.connection = connection;
        this.server = server;
        this.size = size;
        random = size.random(server);
    }

    /** The file with the schema; where none is named the test is skipped, aloud. */
    public static Path schema() {
        String file = System.getenv("CANARY_SCHEMA");
        if (file == null || file.isBlank()) {
            String message = "no real game's schema for this test: set CANARY_SCHEMA to its file";
            System.out.println("SKIPPED: " + message);
            Assumptions.abort(message);
        }
        Path path = Path.of(Objects.requireNonNull(file));
        if (!Files.isReadable(path)) {
            throw new AssertionError("CANARY_SCHEMA is " + file + ", which cannot be read");
        }
        return path;
    }

    /** What the golden merge asks for, in the checker's words. */
    public static MergeFacts facts() {
        return new MergeFacts()
                .rows(RowsOf.MAIN, "towns", "server_config", "global_storage", "kv_store")
                .rows(RowsOf.MAIN, "boosted_boss", "boosted_creature")
                .rows(RowsOf.NOBODY, "players_online")
                .rows(RowsOf.MAIN, "houses", "house_lists", "tile_store", "ip_bans")
                .reference("accounts.recruiter -> accounts.id", 0)
                .reference("accounts.house_bid_id -> houses.id", 0)
                .reference("account_sessions.account_id -> accounts.id")
                .reference("players.town_id -> towns.id")
                .reference("players.marriage_spouse -> players.id", -1)
                .reference("guild_wars.guild1 -> guilds.id")
                .reference("guild_wars.guild2 -> guilds.id")
                .reference("guildwar_kills.killerguild -> guilds.id")
                .reference("guildwar_kills.targetguild -> guilds.id")
                .reference("guilds.residence -> towns.id", 0)
                .reference("houses.owner -> players.id", 0)
                .reference("houses.new_owner -> players.id", -1)
                .reference("houses.bidder -> players.id", 0)
                .reference("houses.guildid -> guilds.id")
                .reference("houses.town_id -> towns.id")
                .reference("player_kills.target -> players.id")
                .reference("house_lists.house_id -> houses.id")
                .reference("tile_store.house_id -> houses.id")
                .name("accounts.name", Clash.RENAME_LATER)
                .name(
                        "players.name",
                        Clash.RENAME_LATER,
                        "guildwar_kills.killer",
                        "guildwar_kills.target",
                        "houses.bidder_name",
                        "player_deaths.killed_by: is_player = 1",
                        "player_deaths.mostdamage_by: mostdamage_is_player = 1")
                .name("guilds.name", Clash.RENAME_LATER, "guild_wars.name1", "guild_wars.name2");
    }

    /** Makes the tables and all rows. The server's number is counted from 0. */
    public static void fill(Connection connection, int server, GameSize size) throws SQLException {
        SqlScript.run(connection, schema());
        CanaryServer game = new CanaryServer(connection, server, size);
        game.fillMap();
        game.fillAccounts();
        game.fillPlayers();
        game.fillGuilds();
        game.fillWars();
        game.fillHouses();
        game.fillAccountTables();
        game.fillBelongings();
        game.fillDeeds();
        game.fillSingletons();
    }

    private TableWriter into(String table, String... columns) throws SQLException {
        return new TableWriter(connection, random, table, columns);
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** Few have many: mostly 0 to 3, at times a hundred. */
    private int heavyTailed(double mean) {
        return (int) Math.min(40 * mean, mean * 0.5 / Math.max(1e-9, Math.sqrt(random.nextDouble())));
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void fillMap() throws SQLException {
        try (TableWriter towns = into("towns", "id", "name", "posx", "posy", "posz")) {
            for (int town = 1; town <= TOWNS; town++) {
                towns.add(town, "Town of " + Words.name("T", town), town * 100, town * 50, 7);
            }
        }
    }

    private void fillAccounts() throws SQLException {
        accounts.add(1);
        try (TableWriter rows = into("accounts", "id", "name", "recruiter", "house_bid_id")) {
            for (int i = 2; i <= size.players() * 7 / 10 + 2; i++) {
                if (!chance(4)) {
                    Object recruiter = chance(10) ? null : chance(80) ? 0 : one(accounts);
                    rows.add(i, size.name(server, i), recruiter, chance(90) ? 0 : 1 + random.nextInt(houseCount()));
                    accounts.add(i);
                }
            }
        }
    }

    private void fillPlayers() throws SQLException {
        players.addAll(List.of(1, 2, 3, 4, 5, 6, 7));
        names.put(7, "GOD");
        try (TableWriter rows = into("players", "id", "name", "account_id", "town_id", "marriage_spouse")) {
            for (int i = 8; i < size.players() + 8; i++) {
                if (!chance(3)) {
                    String name = size.name(server, i);
                    int spouse = chance(85) ? -1 : one(players);
                    rows.add(i, name, one(accounts), 1 + random.nextInt(TOWNS), spouse);
                    players.add(i);
                    names.put(i, name);
                }
            }
        }
    }

    private void fillGuilds() throws SQLException {
        Map<Integer, Integer> owners = new HashMap<>();
        try (TableWriter rows = into("guilds", "id", "name", "ownerid", "residence")) {
            for (int i = 1; i <= Math.max(3, size.players() / 25); i++) {
                Integer owner = one(players);
                if (owners.putIfAbsent(owner, i) == null) {
                    rows.add(i, guildName(i), owner, chance(50) ? 0 : 1 + random.nextInt(TOWNS));
                    guilds.add(i);
                }
            }
        }
        try (TableWriter rows = into("guild_ranks", "guild_id", "name", "level")) {
            for (int guild : guilds) {
                if (chance(20)) {
                    rows.add(guild, "Rank " + Words.name("R", guild), 1);
                }
            }
        }
        fillMembers(owners);
    }

    private void fillMembers(Map<Integer, Integer> owners) throws SQLException {
        Map<Integer, List<Integer>> ranks = new HashMap<>();
        for (long[] rank : TableWriter.numbers(connection, "SELECT id, guild_id FROM guild_ranks ORDER BY id")) {
            ranks.computeIfAbsent((int) rank[1], guild -> new ArrayList<>()).add((int) rank[0]);
        }
        try (TableWriter members = into("guild_membership", "player_id", "guild_id", "rank_id");
                TableWriter invites = into("guild_invites", "player_id", "guild_id")) {
            for (int player : players) {
                // the first guild is by far the greatest
                int chosen = (int) (guilds.size() * Math.pow(random.nextDouble(), 4));
                Integer guild = owners.getOrDefault(player, chance(60) ? guilds.get(chosen) : null);
                if (guild != null) {
                    members.add(player, guild, one(ranks.get(guild)));
                } else if (chance(20)) {
                    invites.add(player, one(guilds));
                }
            }
        }
    }

    private void fillWars() throws SQLException {
        int wars = Math.max(2, guilds.size() / 4);
        try (TableWriter rows = into("guild_wars", "id", "guild1", "guild2", "name1", "name2");
                TableWriter kills =
                        into("guildwar_kills", "killer", "target", "killerguild", "targetguild", "warid", "time")) {
            for (int war = 1; war <= wars; war++) {
                int first = one(guilds);
                int second = one(guilds);
                rows.add(war, first, second, guildName(first), guildName(second));
                for (int i = heavyTailed(4); i > 0; i--) {
                    String killer = names.get(oneNamed());
                    kills.add(killer, names.get(oneNamed()), first, second, war, random.nextInt(1_000_000_000));
                }
            }
        }
    }

    private String guildName(int guild) {
        return size.name(server, guild, " Guild");
    }

    private int oneNamed() {
        return players.get(6 + random.nextInt(players.size() - 6));
    }

    private int houseCount() {
        return Math.min(1_000, 20 + size.players() / 10);
    }

    private void fillHouses() throws SQLException {
        String[] columns = {"id", "owner", "new_owner", "paid", "name", "town_id", "guildid", "bidder", "bidder_name"};
        try (TableWriter rows = into("houses", columns);
                TableWriter lists = into("house_lists", "house_id", "listid", "list");
                TableWriter tiles = into("tile_store", "house_id")) {
            for (int house = 1; house <= houseCount(); house++) {
                int owner = chance(40) ? 0 : one(players);
                int heir = chance(90) ? -1 : one(players);
                Integer guild = chance(70) ? null : one(guilds);
                int bidder = chance(80) ? 0 : oneNamed();
                int paid = random.nextInt(10_000_000) * 16 + server;
                String name = "House " + house;
                int town = 1 + house % TOWNS;
                String bidderName = bidder == 0 ? "" : names.get(bidder);
                rows.add(house, owner, heir, paid, name, town, guild, bidder, bidderName);
                houses.add(house);
                for (int list = random.nextInt(3); list > 0; list--) {
                    lists.add(house, list, names.get(oneNamed()) + "\n" + names.get(oneNamed()) + "\n*@some guild\n");
                }
                for (int tile = heavyTailed(2); tile > 0; tile--) {
                    tiles.add(house);
                }
            }
        }
    }

    private void fillAccountTables() throws SQLException {
        Map<Integer, List<Integer>> groups = groupsByAccount();
        String[] bans = {"account_id", "banned_by"};
        try (TableWriter banned = into("account_bans", bans);
                TableWriter history = into("account_ban_history", bans);
                TableWriter vips = into("account_viplist", "account_id", "player_id");
                TableWriter grouped = into("account_vipgrouplist", "account_id", "player_id", "vipgroup_id");
                TableWriter coins = into("coins_transactions", "account_id");
                TableWriter store = into("store_history", "account_id");
                TableWriter sessions = into("account_sessions", "id", "account_id")) {
            for (int account : accounts) {
                if (chance(3)) {
                    banned.add(account, one(players));
                    history.add(account, one(players));
                }
                for (int friend : distinct(random.nextInt(4))) {
                    vips.add(account, friend);
                    grouped.add(account, friend, one(groups.get(account)));
                }
                coins.add(account);
                store.add(account);
                if (chance(20)) {
                    sessions.add(Long.toHexString(random.nextLong()) + "-" + server + "-" + account, account);
                }
            }
        }
    }

    private Map<Integer, List<Integer>> groupsByAccount() throws SQLException {
        try (TableWriter own = into("account_vipgroups", "account_id", "name")) {
            for (int account : accounts) {
                if (chance(5)) {
                    own.add(account, "Group " + Words.spoken(random));
                }
            }
        }
        Map<Integer, List<Integer>> groups = new HashMap<>();
        for (long[] group :
                TableWriter.numbers(connection, "SELECT id, account_id FROM account_vipgroups ORDER BY id")) {
            groups.computeIfAbsent((int) group[1], account -> new ArrayList<>()).add((int) group[0]);
        }
        return groups;
    }

    private List<Integer> distinct(int count) {
        return random.ints(count, 0, players.size())
                .distinct()
                .map(players::get)
                .boxed()
                .toList();
    }

    private void fillBelongings() throws SQLException {
        try (TableWriter items = into("player_items", "player_id", "pid", "sid");
                TableWriter depot = into("player_depotitems", "player_id", "sid");
                TableWriter inbox = into("player_inboxitems", "player_id", "sid");
                TableWriter rewards = into("player_rewards", "player_id", "sid");
                TableWriter stash = into("player_stash", "player_id", "item_id");
                TableWriter storage = into("player_storage", "player_id", "key");
                TableWriter spells = into("player_spells", "player_id", "name")) {
            for (int player : players) {
                rowsOf(items, heavyTailed(5), i -> new Object[] {player, i % 11, 100 + i});
                rowsOf(depot, heavyTailed(3), i -> new Object[] {player, 100 + i});
                rowsOf(inbox, heavyTailed(0.5), i -> new Object[] {player, 100 + i});
                rowsOf(rewards, heavyTailed(0.3), i -> new Object[] {player, i});
                rowsOf(stash, heavyTailed(0.7), i -> new Object[] {player, 3_000 + i});
                rowsOf(storage, heavyTailed(3), i -> new Object[] {player, 10_000 + i});
                rowsOf(spells, random.nextInt(3), i -> new Object[] {player, "spell " + i});
            }
        }
    }

    private interface Row {
        Object[] numbered(int i);
    }

    private static void rowsOf(TableWriter table, int count, Row row) throws SQLException {
        for (int i = 0; i < count; i++) {
            table.add(row.numbered(i));
        }
    }

    private void fillDeeds() throws SQLException {
        fillDeaths();
        fillKills();
        try (TableWriter charms = into("player_charms", "player_id");
                TableWriter wheel = into("player_wheeldata", "player_id");
                TableWriter prey = into("player_prey", "player_id", "slot");
                TableWriter hunts = into("player_taskhunt", "player_id", "slot");
                TableWriter bosses = into("player_bosstiary", "player_id");
                TableWriter hirelings = into("player_hirelings", "player_id");
                TableWriter locks = into("player_namelocks", "player_id", "namelocked_by");
                TableWriter online = into("players_online", "player_id");
                TableWriter casters = into("active_livestream_casters", "caster_id");
                TableWriter daily = into("daily_reward_history", "player_id");
                TableWriter forge = into("forge_history", "player_id", "done_at");
                TableWriter market = into("market_history", "player_id");
                TableWriter offers = into("market_offers", "player_id")) {
            for (int player : players) {
                rowsOf(charms, random.nextInt(2), i -> new Object[] {player});
                rowsOf(wheel, random.nextInt(2), i -> new Object[] {player});
                rowsOf(prey, random.nextInt(3), i -> new Object[] {player, i});
                rowsOf(hunts, random.nextInt(3), i -> new Object[] {player, i});
                rowsOf(bosses, random.nextInt(2), i -> new Object[] {player});
                rowsOf(hirelings, chance(5) ? 2 : 0, i -> new Object[] {player});
                rowsOf(locks, chance(1) ? 1 : 0, i -> new Object[] {player, one(players)});
                rowsOf(online, chance(5) ? 1 : 0, i -> new Object[] {player});
                rowsOf(casters, chance(2) ? 1 : 0, i -> new Object[] {player});
                rowsOf(daily, heavyTailed(0.5), i -> new Object[] {player});
                rowsOf(forge, heavyTailed(0.3), i -> new Object[] {player, 1_600_000_000_000L + i});
                rowsOf(market, heavyTailed(0.5), i -> new Object[] {player});
                rowsOf(offers, heavyTailed(0.3), i -> new Object[] {player});
            }
        }
    }

    /** Killed by players and monsters; some monsters have the name of a player, and are none. */
    private void fillDeaths() throws SQLException {
        String[] columns = {"player_id", "killed_by", "is_player", "mostdamage_by", "mostdamage_is_player"};
        try (TableWriter deaths = into("player_deaths", columns)) {
            for (int player : players) {
                for (int i = heavyTailed(0.6); i > 0; i--) {
                    int murder = random.nextInt(2);
                    String killer = murder == 1 || chance(10) ? names.get(oneNamed()) : MONSTERS[random.nextInt(3)];
                    int helped = random.nextInt(2);
                    String helper = helped == 1 ? names.get(oneNamed()) : MONSTERS[random.nextInt(3)];
                    deaths.add(player, killer, murder, helper, helped);
                }
            }
        }
    }

    /** A table without a key, with equal rows in it. */
    private void fillKills() throws SQLException {
        try (TableWriter kills = into("player_kills", "player_id", "time", "target", "unavenged")) {
            for (int player : players) {
                for (int i = heavyTailed(0.5); i > 0; i--) {
                    Object[] kill = {player, 1_600_000_000 + random.nextInt(1_000_000), one(players), random.nextInt(2)
                    };
                    rowsOf(kills, chance(10) ? 3 : 1, copy -> kill);
                }
            }
        }
    }

    /** Rows that every server has under the same key, and texts with ids in them. */
    private void fillSingletons() throws SQLException {
        try (TableWriter values = into("kv_store", "key_name", "value");
                TableWriter storage = into("global_storage", "key");
                TableWriter bans = into("ip_bans", "ip", "expires_at", "banned_by")) {
            for (int player : players) {
                rowsOf(values, chance(10) ? 1 : 0, i -> new Object[] {
                    "player." + player + ".achievements", ("id " + player).getBytes(StandardCharsets.UTF_8)
                });
            }
            rowsOf(storage, 20, i -> new Object[] {"global." + i});
            for (int i = 0; i < size.players() / 50 + 10; i++) {
                bans.add(chance(20) ? 1_000 + i : 2_000_000 + i * 64 + server, i * 64 + server, one(players));
            }
        }
    }
}
