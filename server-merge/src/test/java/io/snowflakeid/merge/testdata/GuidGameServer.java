package io.snowflakeid.merge.testdata;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One server of a game that declares no foreign key and counts hardly any id itself: rows are known by a {@code guid}, columns are named
 * in several ways ({@code ownerguid}, {@code leaderGuid}, {@code owner_guid}, {@code seller}), some lead to one of several tables, and
 * many numbers are ids of things that no table of the database holds: accounts, spells, quests, zones, kinds of items.
 */
public final class GuidGameServer {

    private static final int HOUSES = 40;
    private static final int QUESTS = 250;
    private static final int SPELLS = 300;
    private static final int KINDS_OF_ITEMS = 900;
    private static final List<Integer> ZONES = List.of(12, 14, 85, 141, 215, 1497, 1519, 1637, 3430);
    private static final List<Integer> MAPS = List.of(0, 1, 530, 571);

    private final Connection connection;
    private final GameSize size;
    private final int server;
    private final Random random;
    private final boolean gaps;
    private final List<Integer> gone = new ArrayList<>();
    private final int accounts;
    private final List<Integer> avatars;
    private final List<Integer> items;
    private final List<Integer> guilds;
    private final List<Integer> groups;
    private final List<Integer> pets;
    private final List<Integer> mails;
    private final List<Integer> auctions;
    private final List<Integer> instances;
    private final List<Integer> teams;
    private final List<Integer> events;

    private GuidGameServer(Connection connection, int server, GameSize size, boolean gaps) {
        this.connection = connection;
        this.server = server;
        this.size = size;
        random = size.random(server);
        int players = size.players() * (10 - 2 * (server % 3)) / 10;
        accounts = players * 6 / 10;
        this.gaps = gaps;
        avatars = ids(players, 6);
        // those of avatars who were deleted, of whom some rows are still there
        for (int i = 1; i < players + 20; i++) {
            if (!avatars.contains(i)) {
                gone.add(i);
            }
        }
        items = ids(players * 3, 10);
        guilds = ids(players / 12, 8);
        groups = ids(players / 9, 0);
        pets = ids(players / 2, 15);
        mails = ids(players * 2, 0);
        auctions = ids(players / 2 + 31, 25);
        instances = ids(players / 5, 20);
        teams = ids(players / 16, 10);
        events = ids(players / 7, 0);
    }

    private List<Integer> ids(int count, int gapPercent) {
        List<Integer> ids = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            if (i == count || !gaps || !chance(gapPercent)) {
                ids.add(i);
            }
        }
        return ids;
    }

    /** Each reference that the game's code knows, with the values that stand for none. */
    public static Map<String, List<Long>> references() {
        Map<String, List<Long>> all = new LinkedHashMap<>();
        for (String line : TRUTH.strip().split("\n", -1)) {
            String[] parts = line.strip().split(" none ", -1);
            all.put(
                    parts[0],
                    parts.length == 1
                            ? List.of()
                            : Arrays.stream(parts[1].split(" ", -1))
                                    .map(Long::valueOf)
                                    .toList());
        }
        return all;
    }

    /** The same as an operator writes them, without anything else. */
    public static String mergeYaml() {
        return "references:\n"
                + references().entrySet().stream()
                        .map(reference -> line(reference.getKey(), reference.getValue()))
                        .collect(Collectors.joining());
    }

    private static String line(String reference, List<Long> none) {
        String[] parts = reference.split(" -> | when ", -1);
        return "  - { from: " + parts[0] + ", to: " + parts[1]
                + (parts.length == 3 ? ", when: \"" + parts[2] + "\"" : "")
                + (none.isEmpty() ? "" : ", none: " + none) + " }\n";
    }

    private static final String TRUTH = """
            avatars.instance_id -> instance.id none 0
            avatar_inventory.guid -> avatars.guid
            avatar_inventory.bag -> item_instance.guid none 0
            avatar_inventory.item -> item_instance.guid
            avatar_pet.owner -> avatars.guid
            pet_spell.guid -> avatar_pet.id
            pet_aura.guid -> avatar_pet.id
            pet_aura.casterGuid -> avatars.guid none 0
            item_instance.owner_guid -> avatars.guid none 0
            item_instance.creatorGuid -> avatars.guid none 0
            item_instance.giftCreatorGuid -> avatars.guid none 0
            item_refund.item_guid -> item_instance.guid
            item_refund.player_guid -> avatars.guid
            guild.leaderguid -> avatars.guid
            guild_member.guildid -> guild.guildid
            guild_member.guid -> avatars.guid
            guild_rank.guildid -> guild.guildid
            guild_bank_item.guildid -> guild.guildid
            guild_bank_item.item_guid -> item_instance.guid
            guild_eventlog.guildid -> guild.guildid
            guild_eventlog.PlayerGuid1 -> avatars.guid
            guild_eventlog.PlayerGuid2 -> avatars.guid none 0
            guild_bank_log.guildid -> guild.guildid
            guild_bank_log.PlayerGuid -> avatars.guid
            groups.leaderGuid -> avatars.guid
            groups.looterGuid -> avatars.guid
            group_member.guid -> groups.guid
            group_member.memberGuid -> avatars.guid
            group_instance.guid -> groups.guid
            group_instance.instance -> instance.id
            avatar_instance.guid -> avatars.guid
            avatar_instance.instance -> instance.id
            mail.sender -> avatars.guid when messageType = 0
            mail.receiver -> avatars.guid
            mail_items.mail_id -> mail.id
            mail_items.item_guid -> item_instance.guid
            mail_items.receiver -> avatars.guid
            auctionhouse.itemguid -> item_instance.guid
            auctionhouse.itemowner -> avatars.guid
            auctionhouse.buyguid -> avatars.guid none 0
            auction_bids.auctionId -> auctionhouse.id
            auction_bids.bidderGuid -> avatars.guid
            arena_team.captainGuid -> avatars.guid
            arena_team_member.arenaTeamId -> arena_team.arenaTeamId
            arena_team_member.guid -> avatars.guid
            petition.ownerguid -> avatars.guid
            petition.petitionguid -> item_instance.guid
            petition_sign.petitionguid -> item_instance.guid
            petition_sign.playerguid -> avatars.guid
            corpse.guid -> avatars.guid
            avatar_social.guid -> avatars.guid
            avatar_social.friend -> avatars.guid
            avatar_gifts.guid -> avatars.guid
            avatar_gifts.item_guid -> item_instance.guid
            avatar_queststatus.guid -> avatars.guid
            avatar_spell.guid -> avatars.guid
            avatar_reputation.guid -> avatars.guid
            avatar_achievement.guid -> avatars.guid
            avatar_aura.guid -> avatars.guid
            avatar_aura.item_guid -> item_instance.guid none 0
            avatar_aura.caster -> avatars.guid when caster_type = 1
            avatar_aura.caster -> avatar_pet.id when caster_type = 2
            avatar_equipmentsets.guid -> avatars.guid
            avatar_equipmentsets.item0 -> item_instance.guid none 0
            avatar_equipmentsets.item1 -> item_instance.guid none 0
            avatar_homebind.guid -> avatars.guid
            avatar_family.guid -> avatars.guid
            avatar_family.partner_id -> avatars.guid none 0
            avatar_family.father -> avatars.guid none 0
            avatar_family.mother -> avatars.guid none 0
            avatar_family.child -> avatars.guid none 0
            avatar_action.guid -> avatars.guid
            calendar_events.creator -> avatars.guid
            calendar_invites.event -> calendar_events.id
            calendar_invites.invitee -> avatars.guid
            calendar_invites.sender -> avatars.guid
            gm_ticket.guid -> avatars.guid
            gm_ticket.closedBy -> avatars.guid none -1 0
            gm_ticket.assignedTo -> avatars.guid none 0
            stash.owner_id -> avatars.guid when owner_kind = 1
            stash.owner_id -> guild.guildid when owner_kind = 2
            assets.owner_id -> avatars.guid when owner_type = 'avatar'
            assets.owner_id -> guild.guildid when owner_type = 'guild'
            vault.owner_id -> avatars.guid when loc = 'BAG'
            vault.owner_id -> guild.guildid when loc = 'VAULT'
            ladder_points.entity_id -> avatars.guid when entity = 'PLAYER'
            ladder_points.entity_id -> guild.guildid when entity = 'GUILD'
            ladder_points.entity_id -> arena_team.arenaTeamId when entity = 'TEAM'
            reports.created_by -> avatars.guid
            reports.updated_by -> avatars.guid
            reports.target -> avatars.guid when type = 1
            reports.target -> mail.id when type = 2
            guild_alliance.guild1 -> guild.guildid
            guild_alliance.guild2 -> guild.guildid
            guild_wars.attackerGuildId -> guild.guildid
            guild_wars.defenderGuildId -> guild.guildid
            guild_wars.winner -> guild.guildid none 0
            currency.owner_guid -> avatars.guid
            houses.owner -> avatars.guid none -1 0
            houses.guild_id -> guild.guildid
            house_guests.house_id -> houses.id
            house_guests.guest_guid -> avatars.guid
            kill_log.killer -> avatars.guid
            kill_log.victim -> avatars.guid when victim_is_npc = 0
            channel_bans.channelId -> channels.channelId
            channel_bans.playerGuid -> avatars.guid
            """;

    /**
     * Makes the tables and all rows. The server's number is counted from 0.
     *
     * @param gaps whether rows were deleted; without, each id up to the greatest is there
     */
    public static void fill(Connection connection, int server, GameSize size, boolean gaps) throws SQLException {
        SqlScript.run(
                connection,
                TABLES.stream()
                        .map(table -> table + " COLLATE utf8mb4_general_ci")
                        .toList());
        new GuidGameServer(connection, server, size, gaps).fill();
    }

    private static final List<String> TABLES = List.of(
            "CREATE TABLE avatars (guid INT UNSIGNED PRIMARY KEY, account INT UNSIGNED NOT NULL, name VARCHAR(24) NOT NULL,"
                    + " race TINYINT UNSIGNED NOT NULL, class TINYINT UNSIGNED NOT NULL, level TINYINT UNSIGNED NOT NULL,"
                    + " map SMALLINT UNSIGNED NOT NULL, zone SMALLINT UNSIGNED NOT NULL, instance_id INT UNSIGNED NOT NULL,"
                    + " money INT UNSIGNED NOT NULL, online TINYINT UNSIGNED NOT NULL, taximask TEXT)",
            "CREATE TABLE avatar_inventory (guid INT UNSIGNED NOT NULL, bag INT UNSIGNED NOT NULL, slot SMALLINT UNSIGNED NOT NULL,"
                    + " item INT UNSIGNED PRIMARY KEY, UNIQUE KEY place (guid, bag, slot))",
            "CREATE TABLE avatar_pet (id INT UNSIGNED PRIMARY KEY, entry INT UNSIGNED NOT NULL, owner INT UNSIGNED NOT NULL,"
                    + " modelid INT UNSIGNED NOT NULL, level SMALLINT UNSIGNED NOT NULL, KEY owner (owner))",
            "CREATE TABLE pet_spell (guid INT UNSIGNED, spell MEDIUMINT UNSIGNED, active TINYINT UNSIGNED NOT NULL, PRIMARY KEY (guid, spell))",
            "CREATE TABLE pet_aura (guid INT UNSIGNED, casterGuid INT UNSIGNED, spell MEDIUMINT UNSIGNED, charges TINYINT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (guid, casterGuid, spell))",
            "CREATE TABLE item_instance (guid INT UNSIGNED PRIMARY KEY, itemEntry MEDIUMINT UNSIGNED NOT NULL, owner_guid INT UNSIGNED NOT NULL,"
                    + " creatorGuid INT UNSIGNED NOT NULL, giftCreatorGuid INT UNSIGNED NOT NULL, count INT UNSIGNED NOT NULL, text TEXT)",
            "CREATE TABLE item_refund (item_guid INT UNSIGNED PRIMARY KEY, player_guid INT UNSIGNED NOT NULL, paidMoney INT UNSIGNED NOT NULL)",
            "CREATE TABLE guild (guildid INT UNSIGNED PRIMARY KEY, name VARCHAR(24) NOT NULL, leaderguid INT UNSIGNED NOT NULL,"
                    + " EmblemStyle TINYINT UNSIGNED NOT NULL, BankMoney BIGINT UNSIGNED NOT NULL)",
            "CREATE TABLE guild_member (guildid INT UNSIGNED NOT NULL, guid INT UNSIGNED NOT NULL, `rank` TINYINT UNSIGNED NOT NULL,"
                    + " UNIQUE KEY guid_key (guid), KEY guildid (guildid))",
            "CREATE TABLE guild_rank (guildid INT UNSIGNED, rid TINYINT UNSIGNED, rname VARCHAR(20) NOT NULL, PRIMARY KEY (guildid, rid))",
            "CREATE TABLE guild_bank_item (guildid INT UNSIGNED, TabId TINYINT UNSIGNED, SlotId TINYINT UNSIGNED, item_guid INT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (guildid, TabId, SlotId))",
            "CREATE TABLE guild_eventlog (guildid INT UNSIGNED, LogGuid INT UNSIGNED, EventType TINYINT UNSIGNED NOT NULL,"
                    + " PlayerGuid1 INT UNSIGNED NOT NULL, PlayerGuid2 INT UNSIGNED NOT NULL, NewRank TINYINT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (guildid, LogGuid))",
            "CREATE TABLE guild_bank_log (guildid INT UNSIGNED, LogGuid INT UNSIGNED, TabId TINYINT UNSIGNED, EventType TINYINT UNSIGNED NOT NULL,"
                    + " PlayerGuid INT UNSIGNED NOT NULL, ItemOrMoney INT UNSIGNED NOT NULL, PRIMARY KEY (guildid, LogGuid, TabId))",
            "CREATE TABLE `groups` (guid INT UNSIGNED PRIMARY KEY, leaderGuid INT UNSIGNED NOT NULL, looterGuid INT UNSIGNED NOT NULL,"
                    + " lootMethod TINYINT UNSIGNED NOT NULL)",
            "CREATE TABLE group_member (guid INT UNSIGNED NOT NULL, memberGuid INT UNSIGNED PRIMARY KEY, subgroup TINYINT UNSIGNED NOT NULL)",
            "CREATE TABLE group_instance (guid INT UNSIGNED, instance INT UNSIGNED, permanent TINYINT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (guid, instance))",
            "CREATE TABLE instance (id INT UNSIGNED PRIMARY KEY, map SMALLINT UNSIGNED NOT NULL, resettime BIGINT UNSIGNED NOT NULL)",
            "CREATE TABLE avatar_instance (guid INT UNSIGNED, instance INT UNSIGNED, permanent TINYINT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (guid, instance))",
            "CREATE TABLE mail (id INT UNSIGNED PRIMARY KEY, messageType TINYINT UNSIGNED NOT NULL, stationery TINYINT NOT NULL,"
                    + " sender INT UNSIGNED NOT NULL, receiver INT UNSIGNED NOT NULL, subject TEXT, money INT UNSIGNED NOT NULL)",
            "CREATE TABLE mail_items (mail_id INT UNSIGNED NOT NULL, item_guid INT UNSIGNED PRIMARY KEY, receiver INT UNSIGNED NOT NULL)",
            "CREATE TABLE auctionhouse (id INT UNSIGNED PRIMARY KEY, houseid TINYINT UNSIGNED NOT NULL, itemguid INT UNSIGNED NOT NULL,"
                    + " itemowner INT UNSIGNED NOT NULL, buyguid INT UNSIGNED NOT NULL, startbid INT UNSIGNED NOT NULL)",
            "CREATE TABLE auction_bids (auctionId INT UNSIGNED, bidderGuid INT UNSIGNED, amount INT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (auctionId, bidderGuid))",
            "CREATE TABLE arena_team (arenaTeamId INT UNSIGNED PRIMARY KEY, name VARCHAR(24) NOT NULL, captainGuid INT UNSIGNED NOT NULL,"
                    + " rating SMALLINT UNSIGNED NOT NULL)",
            "CREATE TABLE arena_team_member (arenaTeamId INT UNSIGNED, guid INT UNSIGNED, wins SMALLINT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (arenaTeamId, guid))",
            "CREATE TABLE petition (ownerguid INT UNSIGNED PRIMARY KEY, petitionguid INT UNSIGNED NOT NULL, name VARCHAR(24) NOT NULL)",
            "CREATE TABLE petition_sign (petitionguid INT UNSIGNED, playerguid INT UNSIGNED, player_account INT UNSIGNED NOT NULL,"
                    + " type TINYINT UNSIGNED NOT NULL, PRIMARY KEY (petitionguid, playerguid))",
            "CREATE TABLE corpse (corpseGuid INT UNSIGNED PRIMARY KEY, guid INT UNSIGNED NOT NULL, mapId SMALLINT UNSIGNED NOT NULL)",
            "CREATE TABLE avatar_social (guid INT UNSIGNED, friend INT UNSIGNED, flags TINYINT UNSIGNED NOT NULL, PRIMARY KEY (guid, friend))",
            "CREATE TABLE avatar_gifts (guid INT UNSIGNED NOT NULL, item_guid INT UNSIGNED PRIMARY KEY, entry MEDIUMINT UNSIGNED NOT NULL)",
            "CREATE TABLE avatar_queststatus (guid INT UNSIGNED, quest INT UNSIGNED, status TINYINT UNSIGNED NOT NULL, PRIMARY KEY (guid, quest))",
            "CREATE TABLE avatar_spell (guid INT UNSIGNED, spell_id MEDIUMINT UNSIGNED, active TINYINT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (guid, spell_id))",
            "CREATE TABLE avatar_reputation (guid INT UNSIGNED, faction SMALLINT UNSIGNED, standing INT NOT NULL, PRIMARY KEY (guid, faction))",
            "CREATE TABLE avatar_achievement (guid INT UNSIGNED, achievement SMALLINT UNSIGNED, date INT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (guid, achievement))",
            "CREATE TABLE avatar_aura (guid INT UNSIGNED, caster_type TINYINT UNSIGNED, caster INT UNSIGNED, spell MEDIUMINT UNSIGNED,"
                    + " item_guid INT UNSIGNED NOT NULL, PRIMARY KEY (guid, caster_type, caster, spell))",
            "CREATE TABLE avatar_equipmentsets (guid INT UNSIGNED NOT NULL, setguid BIGINT PRIMARY KEY AUTO_INCREMENT,"
                    + " setindex TINYINT UNSIGNED NOT NULL, item0 INT UNSIGNED NOT NULL, item1 INT UNSIGNED NOT NULL)",
            "CREATE TABLE avatar_homebind (guid INT UNSIGNED PRIMARY KEY, mapId SMALLINT UNSIGNED NOT NULL, zoneId SMALLINT UNSIGNED NOT NULL)",
            "CREATE TABLE avatar_family (guid INT UNSIGNED PRIMARY KEY, partner_id INT UNSIGNED NOT NULL, father INT UNSIGNED NOT NULL,"
                    + " mother INT UNSIGNED NOT NULL, child INT UNSIGNED NOT NULL)",
            "CREATE TABLE avatar_action (guid INT UNSIGNED, button TINYINT UNSIGNED, action INT UNSIGNED NOT NULL, type TINYINT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (guid, button))",
            "CREATE TABLE calendar_events (id BIGINT UNSIGNED PRIMARY KEY, creator INT UNSIGNED NOT NULL, type TINYINT UNSIGNED NOT NULL,"
                    + " dungeon INT NOT NULL)",
            "CREATE TABLE calendar_invites (id BIGINT UNSIGNED PRIMARY KEY, event BIGINT UNSIGNED NOT NULL, invitee INT UNSIGNED NOT NULL,"
                    + " sender INT UNSIGNED NOT NULL, status TINYINT UNSIGNED NOT NULL)",
            "CREATE TABLE gm_ticket (ticketId INT UNSIGNED PRIMARY KEY, guid INT UNSIGNED NOT NULL, closedBy INT NOT NULL,"
                    + " assignedTo INT UNSIGNED NOT NULL, message TEXT)",
            "CREATE TABLE creature_respawn (guid INT UNSIGNED PRIMARY KEY, respawnTime INT UNSIGNED NOT NULL, mapId SMALLINT UNSIGNED NOT NULL)",
            "CREATE TABLE stash (stash_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, owner_kind TINYINT UNSIGNED NOT NULL,"
                    + " owner_id INT UNSIGNED NOT NULL, nameid INT UNSIGNED NOT NULL, amount INT UNSIGNED NOT NULL)",
            "CREATE TABLE assets (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, owner_type VARCHAR(16) NOT NULL, owner_id INT UNSIGNED NOT NULL,"
                    + " worth INT UNSIGNED NOT NULL)",
            "CREATE TABLE vault (object_id INT PRIMARY KEY, owner_id INT, loc ENUM('BAG', 'VAULT', 'FLOOR') NOT NULL, item_id INT NOT NULL,"
                    + " enchant INT NOT NULL)",
            "CREATE TABLE ladder_points (entity VARCHAR(10), entity_id INT, season_id INT, points INT NOT NULL,"
                    + " PRIMARY KEY (entity, entity_id, season_id))",
            "CREATE TABLE reports (id INT PRIMARY KEY AUTO_INCREMENT, created_by INT NOT NULL, updated_by INT, type SMALLINT NOT NULL,"
                    + " target INT NOT NULL, body TEXT)",
            "CREATE TABLE guild_alliance (guild1 INT UNSIGNED, guild2 INT UNSIGNED, PRIMARY KEY (guild1, guild2))",
            "CREATE TABLE guild_wars (warId INT UNSIGNED PRIMARY KEY, attackerGuildId INT UNSIGNED NOT NULL,"
                    + " defenderGuildId INT UNSIGNED NOT NULL, winner INT UNSIGNED NOT NULL, frags INT UNSIGNED NOT NULL)",
            "CREATE TABLE currency (owner_guid INT UNSIGNED, currency_id SMALLINT UNSIGNED, amount INT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (owner_guid, currency_id))",
            "CREATE TABLE account_data (accountId INT UNSIGNED, type TINYINT UNSIGNED, time INT UNSIGNED NOT NULL, PRIMARY KEY (accountId, type))",
            "CREATE TABLE houses (id INT PRIMARY KEY, owner INT NOT NULL, guild_id INT, town_id INT NOT NULL, paid INT UNSIGNED NOT NULL)",
            "CREATE TABLE house_guests (house_id INT, guest_guid INT UNSIGNED, PRIMARY KEY (house_id, guest_guid))",
            "CREATE TABLE kill_log (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, killer INT UNSIGNED NOT NULL, victim INT UNSIGNED NOT NULL,"
                    + " victim_is_npc TINYINT NOT NULL, at_level SMALLINT UNSIGNED NOT NULL)",
            "CREATE TABLE level_rewards (level SMALLINT UNSIGNED PRIMARY KEY, gold INT UNSIGNED NOT NULL)",
            "CREATE TABLE battleground (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, max_avatars SMALLINT UNSIGNED NOT NULL,"
                    + " map SMALLINT UNSIGNED NOT NULL)",
            "CREATE TABLE channels (channelId INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL)",
            "CREATE TABLE channel_bans (channelId INT UNSIGNED, playerGuid INT UNSIGNED, banTime INT UNSIGNED NOT NULL,"
                    + " PRIMARY KEY (channelId, playerGuid))");

    private interface Rows {
        void into(TableWriter writer) throws SQLException;
    }

    private void write(String table, String columns, Rows rows) throws SQLException {
        try (TableWriter writer = new TableWriter(connection, random, table, columns.split(", ", -1))) {
            rows.into(writer);
        }
    }

    /** One row for each id. */
    private void each(String table, String columns, List<Integer> ids, Function<Integer, Object[]> row)
            throws SQLException {
        write(table, columns, rows -> {
            for (Integer id : ids) {
                rows.add(row.apply(id));
            }
        });
    }

    private static Object[] row(Object... values) {
        return values;
    }

    private static List<Integer> numbers(int first, int last) {
        return IntStream.rangeClosed(first, last).boxed().toList();
    }

    private <T> T one(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    /** An avatar, or once in a while one who was deleted. */
    private int avatar() {
        return random.nextInt(400) == 0 && !gone.isEmpty() ? one(gone) : one(avatars);
    }

    private int oneOrNone(List<Integer> list, int nonePercent) {
        return chance(nonePercent) ? 0 : one(list);
    }

    private <T> List<T> some(List<T> list, int percent) {
        return list.stream().filter(any -> chance(percent)).toList();
    }

    private int upTo(int most) {
        return 1 + random.nextInt(most);
    }

    private boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    private void fill() throws SQLException {
        fillAvatars();
        fillWhatAvatarsHave();
        fillItems();
        fillPets();
        fillGuilds();
        fillGroups();
        fillMail();
        fillCalendarAndTickets();
        fillConditional();
        fillHouses();
        fillOthers();
    }

    private void fillAvatars() throws SQLException {
        String columns = "guid, account, name, race, class, level, map, zone, instance_id, online";
        write("avatars", columns, rows -> {
            for (int id : avatars) {
                int instance = oneOrNone(instances, 80);
                rows.add(
                        id,
                        upTo(accounts),
                        size.name(server, id),
                        upTo(11),
                        upTo(9),
                        upTo(80),
                        one(MAPS),
                        one(ZONES),
                        instance,
                        0);
            }
        });
        each("instance", "id, map", instances, id -> row(id, one(MAPS)));
        each("avatar_instance", "guid, instance", some(avatars, 30), id -> row(id, one(instances)));
        each("avatar_homebind", "guid, mapId, zoneId", avatars, id -> row(id, one(MAPS), one(ZONES)));
        each(
                "avatar_family",
                "guid, partner_id, father, mother, child",
                some(avatars, 40),
                id -> row(
                        id,
                        oneOrNone(avatars, 60),
                        oneOrNone(avatars, 80),
                        oneOrNone(avatars, 80),
                        oneOrNone(avatars, 90)));
        each("account_data", "accountId, type", numbers(1, accounts), account -> row(account, random.nextInt(8)));
        each("level_rewards", "level", numbers(1, 80), level -> row(level));
        write("corpse", "corpseGuid, guid, mapId", rows -> {
            int corpse = 0;
            for (int id : some(avatars, 15)) {
                corpse++;
                rows.add(corpse, id, one(MAPS));
            }
        });
    }

    private void fillWhatAvatarsHave() throws SQLException {
        each(
                "avatar_social",
                "guid, friend",
                numbers(0, avatars.size() - 1),
                i -> row(avatars.get(i), avatars.get((i * 7 + 3) % avatars.size())));
        many("avatar_queststatus", "guid, quest", QUESTS, 6);
        many("avatar_spell", "guid, spell_id", SPELLS, 8);
        many("avatar_reputation", "guid, faction", 60, 5);
        many("avatar_achievement", "guid, achievement", 4_000, 4);
        many("currency", "owner_guid, currency_id", 40, 3);
        write("avatar_action", "guid, button, action, type", rows -> {
            for (int id : avatars) {
                for (int button = 0; button < 5; button++) {
                    boolean spell = chance(70);
                    rows.add(id, button, spell ? upTo(SPELLS) : upTo(KINDS_OF_ITEMS), spell ? 0 : 128);
                }
            }
        });
    }

    private void many(String table, String columns, int numbers, int each) throws SQLException {
        write(table, columns, rows -> {
            for (int id : avatars) {
                int first = random.nextInt(numbers);
                for (int i = random.nextInt(each + 1); i > 0; i--) {
                    rows.add(id, 1 + (first + i * 17) % numbers);
                }
            }
        });
    }

    private void fillItems() throws SQLException {
        write("item_instance", "guid, itemEntry, owner_guid, creatorGuid, giftCreatorGuid", rows -> {
            for (int id : items) {
                int owner = chance(3) ? 0 : avatar();
                rows.add(id, upTo(KINDS_OF_ITEMS), owner, chance(50) ? 0 : avatar(), chance(92) ? 0 : avatar());
            }
        });
        write("avatar_inventory", "guid, bag, slot, item", rows -> {
            int slot = 0;
            for (int id : some(items, 60)) {
                slot++;
                rows.add(one(avatars), oneOrNone(items, 60), slot, id);
            }
        });
        each("item_refund", "item_guid, player_guid", some(items, 10), id -> row(id, avatar()));
        each(
                "avatar_gifts",
                "guid, item_guid, entry",
                some(items, 5),
                id -> row(one(avatars), id, upTo(KINDS_OF_ITEMS)));
        each(
                "avatar_equipmentsets",
                "guid, item0, item1",
                some(avatars, 40),
                id -> row(id, oneOrNone(items, 30), oneOrNone(items, 30)));
        each(
                "auctionhouse",
                "id, houseid, itemguid, itemowner, buyguid",
                auctions,
                id -> row(id, one(List.of(2, 6, 7)), one(items), avatar(), oneOrNone(avatars, 60)));
        each("auction_bids", "auctionId, bidderGuid", some(auctions, 60), id -> row(id, avatar()));
        each("petition", "ownerguid, petitionguid", some(avatars, 8), id -> row(id, one(items)));
        each(
                "petition_sign",
                "petitionguid, playerguid, player_account, type",
                some(avatars, 25),
                id -> row(one(items), id, upTo(accounts), 9));
    }

    private void fillPets() throws SQLException {
        each(
                "avatar_pet",
                "id, entry, owner, modelid",
                pets,
                id -> row(id, upTo(KINDS_OF_ITEMS), avatar(), upTo(20_000)));
        write("pet_spell", "guid, spell", rows -> {
            for (int id : pets) {
                int spell = upTo(SPELLS);
                rows.add(id, spell);
                rows.add(id, spell + 1);
            }
        });
        each(
                "pet_aura",
                "guid, casterGuid, spell",
                some(pets, 50),
                id -> row(id, oneOrNone(avatars, 20), upTo(SPELLS)));
        write("avatar_aura", "guid, caster_type, caster, spell, item_guid", rows -> {
            for (int id : avatars) {
                int type = random.nextInt(3);
                int caster = type == 1 ? one(avatars) : type == 2 ? one(pets) : 5_000 + random.nextInt(20_000);
                rows.add(id, type, caster, upTo(SPELLS), oneOrNone(items, 70));
            }
        });
    }

    private void fillGuilds() throws SQLException {
        each(
                "guild",
                "guildid, name, leaderguid",
                guilds,
                id -> row(id, size.name(server, id, " Guild"), one(avatars)));
        each("guild_member", "guildid, guid, rank", some(avatars, 60), id -> row(one(guilds), id, random.nextInt(5)));
        write("guild_rank", "guildid, rid, rname", rows -> {
            for (int id : guilds) {
                for (int rank = 0; rank < 5; rank++) {
                    rows.add(id, rank, "rank " + rank);
                }
            }
        });
        write("guild_bank_item", "guildid, TabId, SlotId, item_guid", rows -> {
            for (int id : guilds) {
                for (int slot = 0; slot < 6; slot++) {
                    rows.add(id, slot / 4, slot % 4, one(items));
                }
            }
        });
        write("guild_eventlog", "guildid, LogGuid, EventType, PlayerGuid1, PlayerGuid2, NewRank", rows -> {
            for (int id : guilds) {
                for (int log = 0; log < 25; log++) {
                    rows.add(id, log, upTo(6), avatar(), chance(50) ? 0 : avatar(), random.nextInt(5));
                }
            }
        });
        write("guild_bank_log", "guildid, LogGuid, TabId, EventType, PlayerGuid, ItemOrMoney", rows -> {
            for (int id : guilds) {
                for (int log = 0; log < 12; log++) {
                    int type = upTo(6);
                    rows.add(id, log, log % 3, type, avatar(), type < 3 ? upTo(KINDS_OF_ITEMS) : upTo(900_000));
                }
            }
        });
        each("guild_alliance", "guild1, guild2", some(guilds, 50), id -> row(id, one(guilds)));
        write("guild_wars", "warId, attackerGuildId, defenderGuildId, winner", rows -> {
            for (int war = 1; war <= guilds.size() * 2; war++) {
                int attacker = one(guilds);
                int defender = one(guilds);
                rows.add(war, attacker, defender, chance(40) ? 0 : chance(50) ? attacker : defender);
            }
        });
    }

    private void fillGroups() throws SQLException {
        write("groups", "guid, leaderGuid, looterGuid", rows -> {
            for (int id : groups) {
                int leader = one(avatars);
                rows.add(id, leader, chance(70) ? leader : one(avatars));
            }
        });
        each("group_member", "guid, memberGuid", some(avatars, 40), id -> row(one(groups), id));
        each("group_instance", "guid, instance", groups, id -> row(id, one(instances)));
        each("arena_team", "arenaTeamId, captainGuid", teams, id -> row(id, one(avatars)));
        each("arena_team_member", "arenaTeamId, guid", some(avatars, 25), id -> row(one(teams), id));
    }

    private void fillMail() throws SQLException {
        write("mail", "id, messageType, stationery, sender, receiver", rows -> {
            for (int id : mails) {
                int type = chance(60) ? 0 : chance(50) ? 2 : 3;
                int sender = type == 0 ? avatar() : type == 2 ? one(List.of(2, 6, 7)) : 5_000 + random.nextInt(20_000);
                rows.add(id, type, type == 2 ? 62 : 41, sender, avatar());
            }
        });
        each("mail_items", "mail_id, item_guid, receiver", some(items, 25), id -> row(one(mails), id, avatar()));
    }

    private void fillCalendarAndTickets() throws SQLException {
        each(
                "calendar_events",
                "id, creator, type, dungeon",
                events,
                id -> row(id, one(avatars), random.nextInt(5), chance(50) ? -1 : upTo(300)));
        each(
                "calendar_invites",
                "id, event, invitee, sender",
                numbers(1, events.size() * 3),
                id -> row(id, one(events), avatar(), one(avatars)));
        each(
                "gm_ticket",
                "ticketId, guid, closedBy, assignedTo",
                numbers(1, avatars.size() / 4),
                id -> row(id, avatar(), chance(30) ? 0 : chance(40) ? -1 : one(avatars), oneOrNone(avatars, 50)));
        write("reports", "created_by, updated_by, type, target", rows -> {
            for (int i = 0; i < avatars.size(); i++) {
                int type = upTo(3);
                int target = type == 1 ? one(avatars) : type == 2 ? one(mails) : 40_000 + random.nextInt(20_000);
                rows.add(avatar(), chance(60) ? null : one(avatars), type, target);
            }
        });
    }

    private void fillConditional() throws SQLException {
        write("stash", "owner_kind, owner_id, nameid", rows -> {
            for (int i = 0; i < avatars.size(); i++) {
                boolean guild = chance(30);
                rows.add(guild ? 2 : 1, guild ? one(guilds) : one(avatars), upTo(KINDS_OF_ITEMS));
            }
        });
        write("assets", "owner_type, owner_id", rows -> {
            for (int i = 0; i < avatars.size() / 2; i++) {
                boolean guild = chance(30);
                rows.add(guild ? "guild" : "avatar", guild ? one(guilds) : one(avatars));
            }
        });
        write("vault", "object_id, owner_id, loc, item_id", rows -> {
            for (int i = 1; i <= avatars.size() * 2; i++) {
                int where = random.nextInt(10);
                rows.add(
                        268_000_000 + i,
                        where < 6 ? one(avatars) : where < 9 ? one(guilds) : null,
                        where < 6 ? "BAG" : where < 9 ? "VAULT" : "FLOOR",
                        57 + upTo(KINDS_OF_ITEMS));
            }
        });
        write("ladder_points", "entity, entity_id, season_id", rows -> {
            for (int id : avatars) {
                rows.add("PLAYER", id, upTo(4));
            }
            for (int id : guilds) {
                rows.add("GUILD", id, upTo(4));
            }
            for (int id : teams) {
                rows.add("TEAM", id, upTo(4));
            }
        });
        write("kill_log", "killer, victim, victim_is_npc, at_level", rows -> {
            for (int i = 0; i < avatars.size() * 2; i++) {
                boolean npc = chance(50);
                rows.add(avatar(), npc ? 5_000 + random.nextInt(20_000) : one(avatars), npc ? 1 : 0, upTo(80));
            }
        });
    }

    private void fillHouses() throws SQLException {
        write("houses", "id, owner, guild_id, town_id", rows -> {
            for (int id = 1; id <= HOUSES; id++) {
                int owner = chance(20) ? 0 : chance(20) ? -1 : one(avatars);
                rows.add(id, owner, chance(40) ? null : one(guilds), 1 + id % 5);
            }
        });
        each("house_guests", "house_id, guest_guid", some(avatars, 30), id -> row(upTo(HOUSES), id));
    }

    private void fillOthers() throws SQLException {
        write("creature_respawn", "guid, mapId", rows -> {
            for (int guid = 1; guid <= 500; guid++) {
                if (chance(50)) {
                    rows.add(guid * 11, one(MAPS));
                }
            }
        });
        each("battleground", "max_avatars, map", numbers(1, 30), i -> row(one(List.of(10, 15, 20, 40)), one(MAPS)));
        each("channels", "name", numbers(1, 20), i -> row(size.name(server, i, " channel")));
        each("channel_bans", "channelId, playerGuid", some(avatars, 20), id -> row(upTo(20), id));
    }
}
