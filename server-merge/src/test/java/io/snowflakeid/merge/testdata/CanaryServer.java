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
import org.junit.jupiter.api.Assumptions;

/**
 * One server of a real game, in the schema that {@code CANARY_SCHEMA} names a file of: ids that every server counts from 1, names that
 * others have too, guilds of very different size, houses that have an owner on every server.
 *
 * <p>Triggers fire here as they do in life: the groups of an account and the ranks of a guild are theirs.
 */
public final class CanaryServer extends Game {

    private static final int TOWNS = 10;
    private static final List<String> MONSTERS = List.of("a dragon", "a rat", "Ferumbras");

    private final List<Integer> accounts = new ArrayList<>();
    private final List<Integer> players = new ArrayList<>();
    private final List<Integer> guilds = new ArrayList<>();
    private final Map<Integer, String> names = new HashMap<>();

    private CanaryServer(Connection connection, int server, GameSize size) {
        super(connection, server, size);
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
                .rows(RowsOf.NONE, "players_online")
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
        SqlScript.run(connection, SqlScript.text(schema()));
        CanaryServer game = new CanaryServer(connection, server, size);
        game.fillMap();
        game.fillAccounts();
        game.fillPlayers();
        game.fillGuilds();
        game.fillWars();
        game.fillHouses();
        game.fillAccountTables();
        game.fillBelongings();
        game.fillDeaths();
        game.fillKills();
        game.fillDeeds();
        game.fillSingletons();
        game.write();
    }

    /** Few have many: mostly 0 to 3, at times a hundred. */
    private int heavyTailed(double mean) {
        return (int) Math.min(40 * mean, mean * 0.5 / Math.max(1e-9, Math.sqrt(random.nextDouble())));
    }

    private void fillMap() throws SQLException {
        for (int town = 1; town <= TOWNS; town++) {
            add(
                    "towns(id, name, posx, posy, posz)",
                    town,
                    "Town of " + Words.name("T", town),
                    town * 100,
                    town * 50,
                    7);
        }
    }

    private void fillAccounts() throws SQLException {
        accounts.add(1);
        for (int i = 2; i <= size.players() * 7 / 10 + 2; i++) {
            if (!chance(4)) {
                Object recruiter = chance(10) ? null : chance(80) ? 0 : one(accounts);
                int house = chance(90) ? 0 : upTo(houseCount());
                add("accounts(id, name, recruiter, house_bid_id)", i, size.name(server, i), recruiter, house);
                accounts.add(i);
            }
        }
    }

    private void fillPlayers() throws SQLException {
        players.addAll(numbers(1, 7));
        names.put(7, "GOD");
        String columns = "players(id, name, account_id, town_id, marriage_spouse)";
        for (int i = 8; i < size.players() + 8; i++) {
            if (!chance(3)) {
                int spouse = chance(85) ? -1 : one(players);
                add(columns, i, size.name(server, i), one(accounts), upTo(TOWNS), spouse);
                players.add(i);
                names.put(i, size.name(server, i));
            }
        }
    }

    private void fillGuilds() throws SQLException {
        Map<Integer, Integer> owners = new HashMap<>();
        for (int i = 1; i <= Math.max(3, size.players() / 25); i++) {
            Integer owner = one(players);
            if (owners.putIfAbsent(owner, i) == null) {
                add("guilds(id, name, ownerid, residence)", i, guildName(i), owner, chance(50) ? 0 : upTo(TOWNS));
                guilds.add(i);
            }
        }
        write();
        for (int guild : guilds) {
            if (chance(20)) {
                add("guild_ranks(guild_id, name, level)", guild, "Rank " + Words.name("R", guild), 1);
            }
        }
        fillMembers(owners);
    }

    private void fillMembers(Map<Integer, Integer> owners) throws SQLException {
        Map<Integer, List<Integer>> ranks = idsByOwner("guild_ranks", "guild_id");
        for (int player : players) {
            // the first guild is by far the greatest
            int chosen = (int) (guilds.size() * Math.pow(random.nextDouble(), 4));
            Integer guild = owners.getOrDefault(player, chance(60) ? guilds.get(chosen) : null);
            if (guild != null) {
                add("guild_membership(player_id, guild_id, rank_id)", player, guild, one(ranks.get(guild)));
            } else if (chance(20)) {
                add("guild_invites(player_id, guild_id)", player, one(guilds));
            }
        }
    }

    private void fillWars() throws SQLException {
        String fought = "guildwar_kills(killer, target, killerguild, targetguild, warid, time)";
        for (int war = 1; war <= Math.max(2, guilds.size() / 4); war++) {
            int first = one(guilds);
            int second = one(guilds);
            String columns = "guild_wars(id, guild1, guild2, name1, name2)";
            add(columns, war, first, second, guildName(first), guildName(second));
            for (int i = heavyTailed(4); i > 0; i--) {
                add(fought, oneName(), oneName(), first, second, war, random.nextInt(1_000_000_000));
            }
        }
    }

    private String guildName(int guild) {
        return size.name(server, guild, " Guild");
    }

    private int oneNamed() {
        return players.get(6 + random.nextInt(players.size() - 6));
    }

    private String oneName() {
        return names.get(oneNamed());
    }

    private int houseCount() {
        return Math.min(1_000, 20 + size.players() / 10);
    }

    private void fillHouses() throws SQLException {
        String columns = "houses(id, owner, new_owner, paid, name, town_id, guildid, bidder, bidder_name)";
        for (int house = 1; house <= houseCount(); house++) {
            int owner = chance(40) ? 0 : one(players);
            int heir = chance(90) ? -1 : one(players);
            Integer guild = chance(70) ? null : one(guilds);
            int bidder = chance(80) ? 0 : oneNamed();
            int paid = random.nextInt(10_000_000) * 16 + server;
            String bidderName = names.getOrDefault(bidder, "");
            add(columns, house, owner, heir, paid, "House " + house, 1 + house % TOWNS, guild, bidder, bidderName);
            for (int list = random.nextInt(3); list > 0; list--) {
                String guests = oneName() + "\n" + oneName() + "\n*@some guild\n";
                add("house_lists(house_id, listid, list)", house, list, guests);
            }
            for (int tile = heavyTailed(2); tile > 0; tile--) {
                add("tile_store(house_id)", house);
            }
        }
    }

    private void fillAccountTables() throws SQLException {
        for (int account : accounts) {
            if (chance(5)) {
                add("account_vipgroups(account_id, name)", account, "Group " + Words.spoken(random));
            }
        }
        Map<Integer, List<Integer>> groups = idsByOwner("account_vipgroups", "account_id");
        for (int account : accounts) {
            if (chance(3)) {
                add("account_bans(account_id, banned_by)", account, one(players));
                add("account_ban_history(account_id, banned_by)", account, one(players));
            }
            int[] friends =
                    random.ints(random.nextInt(4), 0, players.size()).distinct().toArray();
            for (int friend : friends) {
                int player = players.get(friend);
                add("account_viplist(account_id, player_id)", account, player);
                String columns = "account_vipgrouplist(account_id, player_id, vipgroup_id)";
                add(columns, account, player, one(groups.get(account)));
            }
            add("coins_transactions(account_id)", account);
            add("store_history(account_id)", account);
            if (chance(20)) {
                String session = Long.toHexString(random.nextLong()) + "-" + server + "-" + account;
                add("account_sessions(id, account_id)", session, account);
            }
        }
    }

    private void fillBelongings() throws SQLException {
        for (int player : players) {
            repeat("player_items(player_id, pid, sid)", heavyTailed(5), i -> row(player, i % 11, 100 + i));
            repeat("player_depotitems(player_id, sid)", heavyTailed(3), i -> row(player, 100 + i));
            repeat("player_inboxitems(player_id, sid)", heavyTailed(0.5), i -> row(player, 100 + i));
            repeat("player_rewards(player_id, sid)", heavyTailed(0.3), i -> row(player, i));
            repeat("player_stash(player_id, item_id)", heavyTailed(0.7), i -> row(player, 3_000 + i));
            repeat("player_storage(player_id, key)", heavyTailed(3), i -> row(player, 10_000 + i));
            repeat("player_spells(player_id, name)", random.nextInt(3), i -> row(player, "spell " + i));
        }
    }

    private void fillDeeds() throws SQLException {
        for (int player : players) {
            repeat("player_charms(player_id)", random.nextInt(2), i -> row(player));
            repeat("player_wheeldata(player_id)", random.nextInt(2), i -> row(player));
            repeat("player_prey(player_id, slot)", random.nextInt(3), i -> row(player, i));
            repeat("player_taskhunt(player_id, slot)", random.nextInt(3), i -> row(player, i));
            repeat("player_bosstiary(player_id)", random.nextInt(2), i -> row(player));
            repeat("player_hirelings(player_id)", chance(5) ? 2 : 0, i -> row(player));
            repeat("player_namelocks(player_id, namelocked_by)", chance(1) ? 1 : 0, i -> row(player, one(players)));
            repeat("players_online(player_id)", chance(5) ? 1 : 0, i -> row(player));
            repeat("active_livestream_casters(caster_id)", chance(2) ? 1 : 0, i -> row(player));
            repeat("daily_reward_history(player_id)", heavyTailed(0.5), i -> row(player));
            repeat("forge_history(player_id, done_at)", heavyTailed(0.3), i -> row(player, 1_600_000_000_000L + i));
            repeat("market_history(player_id)", heavyTailed(0.5), i -> row(player));
            repeat("market_offers(player_id)", heavyTailed(0.3), i -> row(player));
        }
    }

    /** Killed by players and monsters; some monsters have the name of a player, and are none. */
    private void fillDeaths() throws SQLException {
        String columns = "player_deaths(player_id, killed_by, is_player, mostdamage_by, mostdamage_is_player)";
        for (int player : players) {
            for (int i = heavyTailed(0.6); i > 0; i--) {
                int murder = random.nextInt(2);
                String killer = murder == 1 || chance(10) ? oneName() : one(MONSTERS);
                int helped = random.nextInt(2);
                add(columns, player, killer, murder, helped == 1 ? oneName() : one(MONSTERS), helped);
            }
        }
    }

    /** A table without a key, with equal rows in it. */
    private void fillKills() throws SQLException {
        for (int player : players) {
            for (int i = heavyTailed(0.5); i > 0; i--) {
                int time = 1_600_000_000 + random.nextInt(1_000_000);
                Object[] kill = row(player, time, one(players), random.nextInt(2));
                repeat("player_kills(player_id, time, target, unavenged)", chance(10) ? 3 : 1, copy -> kill);
            }
        }
    }

    /** Rows that every server has under the same key, and texts with ids in them. */
    private void fillSingletons() throws SQLException {
        for (int player : players) {
            if (chance(10)) {
                byte[] value = ("id " + player).getBytes(StandardCharsets.UTF_8);
                add("kv_store(key_name, value)", "player." + player + ".achievements", value);
            }
        }
        repeat("global_storage(key)", 20, i -> row("global." + i));
        for (int i = 0; i < size.players() / 50 + 10; i++) {
            int ip = chance(20) ? 1_000 + i : 2_000_000 + i * 64 + server;
            add("ip_bans(ip, expires_at, banned_by)", ip, i * 64 + server, one(players));
        }
    }
}
