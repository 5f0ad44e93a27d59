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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One server of the sample game, whose schema is shipped: {@code sample/schema.sql}. */
public final class SampleServer extends Game {

    private static final int TOWNS = 12;
    private static final int CASTLES = 40;
    private static final int MONSTERS = 60;

    private final boolean triggers;
    private final List<Integer> accounts = new ArrayList<>();
    private final List<Integer> heroes = new ArrayList<>();
    private final List<Integer> guilds = new ArrayList<>();
    private final List<Integer> items = new ArrayList<>();
    private final Map<Integer, String> names = new HashMap<>();
    private final Map<Integer, Integer> guildOfLeader = new HashMap<>();
    private final Map<Integer, Integer> guildOfHero = new LinkedHashMap<>();

    private SampleServer(Connection connection, int server, GameSize size, boolean triggers) {
        super(connection, server, size);
        this.triggers = triggers;
    }

    /** The shipped file of that name. */
    public static Path file(String name) {
        Path here = Path.of("sample", name);
        return Files.exists(here) ? here : Path.of("server-merge", "sample", name);
    }

    /** What the shipped merge.yaml says after the connections. */
    public static String mergeYaml() {
        String yaml = SqlScript.text(file("merge.yaml"));
        return yaml.substring(yaml.indexOf("\ntables:"));
    }

    /** The same in the checker's words. */
    public static MergeFacts facts() {
        return new MergeFacts()
                .rows(RowsOf.MAIN, "town", "castle", "castle_guest", "server_setting", "memo")
                .rows(RowsOf.NONE, "online", "ranking")
                .first("ban", "account_id")
                .first("wallet", "account_id")
                .first("monster_kills", "monster")
                .reference("hero.spouse_id -> hero.id", -1)
                .reference("guild_war.attacker -> guild.id")
                .reference("guild_war.defender -> guild.id")
                .referenceWhen("item.owner_id -> hero.id", "owner_type = 1")
                .referenceWhen("item.owner_id -> guild.id", "owner_type = 2")
                .referenceWhen("item.owner_id -> castle.id", "owner_type = 3")
                .reference("item.container_id -> item.id", 0)
                .reference("mail.sender_id -> hero.id", 0)
                .reference("mail.item_id -> item.id")
                .reference("auction.item_id -> item.id")
                .reference("auction.bidder_id -> hero.id", -1)
                .referenceWhen("duel.loser_id -> hero.id", "loser_was_hero = 1")
                .reference("name_history.hero_id -> hero.id")
                .name("account.login", Clash.FOLLOW_FIRST)
                .name("hero.name", Clash.RENAME_LATER, "auction.bidder_name", "duel.loser_name: loser_was_hero = 1")
                .name("guild.name", Clash.RENAME_LATER, "guild_war.attacker_name");
    }

    /** Makes the tables and all rows. The server's number is counted from 0. */
    public static void fill(Connection connection, int server, GameSize size) throws SQLException {
        SqlScript.run(connection, SqlScript.text(file("schema.sql")));
        new SampleServer(connection, server, size, true).fill();
    }

    /** The same on H2, which has no triggers and no events of this kind. */
    public static void fillH2(Connection connection, int server, GameSize size) throws SQLException {
        String script = SqlScript.text(file("schema.sql")).split("-- not on H2 from here on", 2)[0];
        SqlScript.run(connection, script.replace(" STORED", "") + "; SET REFERENTIAL_INTEGRITY FALSE");
        new SampleServer(connection, server, size, false).fill();
        SqlScript.run(connection, "SET REFERENTIAL_INTEGRITY TRUE");
    }

    private void fill() throws SQLException {
        fillMap();
        fillAccounts();
        chooseGuilds();
        fillHeroes();
        fillGuilds();
        fillWars();
        fillItems();
        fillCastles();
        fillPossessions();
        fillDeeds();
        fillCounters();
    }

    private void fillMap() throws SQLException {
        each("town(id, name, x, y)", numbers(1, TOWNS), town -> row(town, "Town " + town, town * 10, town * 20));
    }

    private void fillAccounts() throws SQLException {
        for (int i = 1; i <= size.players() * 7 / 10 + 3; i++) {
            if (i == 1 || !chance(4)) {
                Integer inviter = accounts.isEmpty() || chance(70) ? null : one(accounts);
                add("account(id, login, invited_by)", i, size.name(server, i), inviter);
                accounts.add(i);
            }
        }
        if (!triggers) {
            each("wallet(account_id)", accounts, account -> row(account));
        }
        run("UPDATE wallet SET gold = gold + account_id * 17, gems = account_id % 90");
    }

    /** Their ids and leaders, before the heroes who are in them. */
    private void chooseGuilds() {
        for (int i = 1; i <= size.players(); i++) {
            if (!chance(3)) {
                heroes.add(i);
                names.put(i, heroName(i));
            }
        }
        for (int guild = 1; guild <= Math.max(3, size.players() / 25); guild++) {
            if (guildOfLeader.putIfAbsent(one(heroes), guild) == null) {
                guilds.add(guild);
            }
        }
    }

    /** Some are as long as the column allows, some have a letter of four bytes. */
    private String heroName(int hero) {
        String tail = hero % 11 == 0 ? "\uD83D\uDC09" : "";
        int missing = 19 - size.name(server, hero, tail).length();
        return size.name(server, hero, tail + (hero % 5 == 0 ? "x".repeat(Math.max(0, missing)) : ""));
    }

    private String guildName(int guild) {
        return size.name(server, guild, " Guild");
    }

    private void fillHeroes() throws SQLException {
        String columns = "hero(id, account_id, name, mentor_id, guild_id, town_id, spouse_id)";
        for (int hero : heroes) {
            // the first guild is by far the greatest
            int chosen = (int) (guilds.size() * Math.pow(random.nextDouble(), 4));
            Integer guild = guildOfLeader.getOrDefault(hero, chance(60) ? guilds.get(chosen) : null);
            if (guild != null) {
                guildOfHero.put(hero, guild);
            }
            Integer mentor = chance(70) ? null : one(heroes);
            int spouse = chance(85) ? -1 : one(heroes);
            add(columns, hero, one(accounts), names.get(hero), mentor, guild, upTo(TOWNS), spouse);
        }
        run("UPDATE hero SET calling = 'mage' WHERE id % 3 = 0");
    }

    private void fillGuilds() throws SQLException {
        Map<Integer, Integer> leaders = new HashMap<>();
        guildOfLeader.forEach((leader, guild) -> leaders.put(guild, leader));
        for (int guild : guilds) {
            Integer ally = chance(60) ? null : one(guilds);
            add("guild(id, name, leader_id, allied_with)", guild, guildName(guild), leaders.get(guild), ally);
        }
        write();
        for (int guild : guilds) {
            for (int i = !triggers ? 3 : chance(20) ? 1 : 0; i > 0; i--) {
                add("guild_rank(guild_id, title, standing)", guild, "Rank " + i, i);
            }
        }
        Map<Integer, List<Integer>> ranks = idsByOwner("guild_rank", "guild_id");
        for (Map.Entry<Integer, Integer> member : guildOfHero.entrySet()) {
            Integer guild = member.getValue();
            add("guild_member(hero_id, guild_id, rank_id)", member.getKey(), guild, one(ranks.get(guild)));
        }
    }

    private void fillWars() throws SQLException {
        for (int i = guilds.size(); i > 0; i--) {
            int attacker = one(guilds);
            add("guild_war(attacker, defender, attacker_name)", attacker, one(guilds), guildName(attacker));
        }
    }

    private void fillItems() throws SQLException {
        for (int id = 1; id <= size.players() * 4; id++) {
            int kind = random.nextInt(10);
            int ownerType = kind < 7 ? 1 : kind < 8 ? 2 : kind < 9 ? 3 : 0;
            int owner =
                    switch (ownerType) {
                        case 1 -> one(heroes);
                        case 2 -> one(guilds);
                        case 3 -> upTo(CASTLES);
                        default -> 0;
                    };
            int container = items.isEmpty() || chance(70) ? 0 : one(items);
            String columns = "item(id, owner_type, owner_id, container_id, attributes)";
            add(columns, id, ownerType, owner, container, attributes());
            items.add(id);
        }
    }

    private String attributes() {
        return chance(20) ? null : "{\"colour\": \"naïve \\\"red\\\"\", \"crafted_by\": " + one(heroes) + "}";
    }

    private void fillCastles() throws SQLException {
        String columns = "castle(id, town_id, name, held_by, captured_at)";
        for (int castle = 1; castle <= CASTLES; castle++) {
            long captured = random.nextInt(100_000_000) * 16L + server;
            Integer holder = chance(30) ? null : one(guilds);
            add(columns, castle, 1 + castle % TOWNS, "Castle " + castle, holder, captured);
            for (int list = random.nextInt(4); list > 0; list--) {
                String guests = names.get(one(heroes)) + "\n" + names.get(one(heroes));
                add("castle_guest(castle_id, list_no, guests)", castle, list, guests);
            }
        }
    }

    private void fillPossessions() throws SQLException {
        for (int item : items) {
            if (chance(50)) {
                add("bag(hero_id, bag_no, slot, item_id)", one(heroes), item % 5, item % 30_000, item);
            } else if (chance(30)) {
                int sender = chance(30) ? 0 : one(heroes);
                String body = "from " + names.getOrDefault(sender, "the game") + ": " + Words.spoken(random);
                String columns = "mail(sender_id, receiver_id, item_id, body)";
                add(columns, sender, one(heroes), chance(50) ? null : item, body);
            } else if (chance(20)) {
                int bidder = chance(50) ? -1 : one(heroes);
                String columns = "auction(seller_id, item_id, bidder_id, bidder_name)";
                add(columns, one(heroes), item, bidder, names.getOrDefault(bidder, ""));
            }
        }
    }

    private void fillDeeds() throws SQLException {
        for (int hero : heroes) {
            for (int quest = (int) (3 / (random.nextDouble() + 0.1)); quest > 0; quest--) {
                add("quest_log(hero_id, quest_no)", hero, quest);
            }
            int[] friends =
                    random.ints(random.nextInt(4), 0, heroes.size()).distinct().toArray();
            for (int friend : friends) {
                add("friend(hero_id, friend_id)", hero, heroes.get(friend));
            }
            if (chance(40)) {
                fight(hero);
            }
            if (chance(5)) {
                add("name_history(hero_id)", hero);
                add("online(hero_id)", hero);
            }
        }
        for (int account : accounts) {
            if (size.clashes(account) || chance(3)) {
                int judge = one(heroes);
                long until = random.nextInt(100_000_000) * 16L + server;
                add("ban(account_id, banned_by, lasts_until)", account, judge, until);
            }
        }
    }

    /** Against a hero or a monster, some of which have the name of a hero; at times thrice the same. */
    private void fight(int winner) throws SQLException {
        int withHero = random.nextInt(2);
        int hero = one(heroes);
        String name = withHero == 1 || chance(20) ? names.get(hero) : "a troll";
        int loser = withHero == 1 ? hero : random.nextInt(MONSTERS);
        Object[] duel = row(winner, loser, random.nextInt(1_000), withHero, name);
        repeat("duel(winner_id, loser_id, fought_at, loser_was_hero, loser_name)", chance(10) ? 3 : 1, i -> duel);
    }

    private void fillCounters() throws SQLException {
        String columns = "monster_kills(monster, kills, fastest_seconds, strongest_hit, monster_name)";
        for (int monster = 1; monster <= MONSTERS; monster++) {
            if (!chance(10)) {
                int seconds = 10 + random.nextInt(1_000);
                add(columns, monster, random.nextInt(10_000), seconds, random.nextInt(99_999), "Monster " + monster);
            }
        }
        each("server_setting(name)", numbers(1, 19), i -> row("setting." + i));
        for (int hero : heroes) {
            if (chance(10)) {
                byte[] content = ("ridden by " + hero).getBytes(StandardCharsets.UTF_8);
                add("memo(memo_key, content)", "hero." + hero + ".mount", content);
            }
        }
        run("INSERT INTO ranking (place, hero_id, experience)"
                + " SELECT ROW_NUMBER() OVER (ORDER BY experience DESC, id), id, experience"
                + " FROM hero ORDER BY experience DESC, id LIMIT 100");
    }
}
