package io.snowflakeid.merge.testdata;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.checker.MergeFacts.RowsOf;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One server of a game that declares no foreign key and counts hardly any id itself: rows are known by a {@code guid}, columns are named
 * in several ways ({@code ownerguid}, {@code leaderGuid}, {@code owner_guid}, {@code seller}), some lead to one of several tables, and
 * many numbers are ids of things that no table of the database holds: accounts, spells, quests, zones, kinds of items.
 */
public final class GuidGameServer extends Game {

    private static final int HOUSES = 40;
    private static final int QUESTS = 250;
    private static final int SPELLS = 300;
    private static final int KINDS_OF_ITEMS = 900;
    private static final List<Integer> ZONES = List.of(12, 14, 85, 141, 215, 1497, 1519, 1637, 3430);
    private static final List<Integer> MAPS = List.of(0, 1, 530, 571);
    private static final String SCHEMA = SqlScript.resource("guid-game.sql");

    /** As comments of the schema have it: from, to, when, none. */
    private static final Pattern REFERENCE =
            Pattern.compile("^-- (\\S+) -> (\\S+)(?: when (.+?))?(?: none (.+))?$", Pattern.MULTILINE);

    private final int accounts;
    private final List<Integer> avatars;
    /** Those of avatars who were deleted, of whom some rows are still there. */
    private final List<Integer> gone;

    private final List<Integer> items;
    private final List<Integer> guilds;
    private final List<Integer> groups;
    private final List<Integer> pets;
    private final List<Integer> mails;
    private final List<Integer> auctions;
    private final List<Integer> instances;
    private final List<Integer> teams;
    private final List<Integer> events;

    private GuidGameServer(Connection connection, int server, GameSize size) {
        super(connection, server, size);
        int players = size.players() * (10 - 2 * (server % 3)) / 10;
        accounts = players * 6 / 10;
        avatars = ids(players, 6);
        gone = numbers(1, players + 19).stream()
                .filter(id -> !avatars.contains(id))
                .toList();
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

    /** Some rows were deleted, never the last. */
    private List<Integer> ids(int count, int gapPercent) {
        return numbers(1, count).stream()
                .filter(id -> id == count || !chance(gapPercent))
                .toList();
    }

    private static Stream<MatchResult> references() {
        return REFERENCE.matcher(SCHEMA).results();
    }

    /** What becomes of its rows, in the checker's words: those that lead to a deleted one are left out. */
    public static MergeFacts facts() {
        MergeFacts facts = new MergeFacts().rows(RowsOf.MAIN, "account_data", "creature_respawn", "level_rewards");
        references().forEach(reference -> {
            String none = Objects.requireNonNullElse(reference.group(4), "");
            facts.reference(
                    reference.group(1) + " -> " + reference.group(2),
                    Objects.requireNonNullElse(reference.group(3), ""),
                    Lost.DROP,
                    Lost.DROP,
                    Stream.of(none.split(" ", -1))
                            .filter(value -> !value.isEmpty())
                            .mapToLong(Long::parseLong)
                            .toArray());
        });
        return facts;
    }

    /** The references as an operator writes them. */
    public static String mergeYaml() {
        return "references:\n" + references().map(GuidGameServer::line).collect(Collectors.joining());
    }

    private static String line(MatchResult reference) {
        String when = reference.group(3) == null ? "" : ", when: \"" + reference.group(3) + "\"";
        String none = reference.group(4) == null
                ? ""
                : ", none: [" + reference.group(4).replace(" ", ", ") + "]";
        return "  - { from: " + reference.group(1) + ", to: " + reference.group(2) + when + none
                + ", orphans: drop }\n";
    }

    /** Makes the tables and all rows. The server's number is counted from 0. */
    public static void fill(Connection connection, int server, GameSize size) throws SQLException {
        List<String> tables = SqlScript.statements(SCHEMA);
        SqlScript.run(
                connection,
                tables.stream()
                        .map(table -> table + " COLLATE utf8mb4_general_ci")
                        .toList());
        new GuidGameServer(connection, server, size).fill();
    }

    /** An avatar, or once in a while one who was deleted. */
    private int avatar() {
        return random.nextInt(400) == 0 && !gone.isEmpty() ? one(gone) : one(avatars);
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
        write();
    }

    private void fillAvatars() throws SQLException {
        for (int id : avatars) {
            int instance = oneOrNone(instances, 80);
            int account = upTo(accounts);
            int race = upTo(11);
            String columns = "avatars(guid, account, name, race, class, level, map, zone, instance_id, online)";
            String name = size.name(server, id);
            add(columns, id, account, name, race, upTo(9), upTo(80), one(MAPS), one(ZONES), instance, 0);
        }
        each("instance(id, map)", instances, id -> row(id, one(MAPS)));
        each("avatar_instance(guid, instance)", some(avatars, 30), id -> row(id, one(instances)));
        each("avatar_homebind(guid, mapId, zoneId)", avatars, id -> row(id, one(MAPS), one(ZONES)));
        for (int id : some(avatars, 40)) {
            String columns = "avatar_family(guid, partner_id, father, mother, child)";
            int partner = oneOrNone(avatars, 60);
            int father = oneOrNone(avatars, 80);
            add(columns, id, partner, father, oneOrNone(avatars, 80), oneOrNone(avatars, 90));
        }
        each("account_data(accountId, type)", numbers(1, accounts), account -> row(account, random.nextInt(8)));
        each("level_rewards(level)", numbers(1, 80), level -> row(level));
        int corpse = 0;
        for (int id : some(avatars, 15)) {
            corpse++;
            add("corpse(corpseGuid, guid, mapId)", corpse, id, one(MAPS));
        }
    }

    private void fillWhatAvatarsHave() throws SQLException {
        each(
                "avatar_social(guid, friend)",
                numbers(0, avatars.size() - 1),
                i -> row(avatars.get(i), avatars.get((i * 7 + 3) % avatars.size())));
        many("avatar_queststatus(guid, quest)", QUESTS, 6);
        many("avatar_spell(guid, spell_id)", SPELLS, 8);
        many("avatar_reputation(guid, faction)", 60, 5);
        many("avatar_achievement(guid, achievement)", 4_000, 4);
        many("currency(owner_guid, currency_id)", 40, 3);
        for (int id : avatars) {
            for (int button = 0; button < 5; button++) {
                boolean spell = chance(70);
                String columns = "avatar_action(guid, button, action, type)";
                add(columns, id, button, spell ? upTo(SPELLS) : upTo(KINDS_OF_ITEMS), spell ? 0 : 128);
            }
        }
    }

    private void many(String columns, int numbers, int each) throws SQLException {
        for (int id : avatars) {
            int first = random.nextInt(numbers);
            for (int i = random.nextInt(each + 1); i > 0; i--) {
                add(columns, id, 1 + (first + i * 17) % numbers);
            }
        }
    }

    private void fillItems() throws SQLException {
        for (int id : items) {
            int owner = chance(3) ? 0 : avatar();
            String columns = "item_instance(guid, itemEntry, owner_guid, creatorGuid, giftCreatorGuid)";
            add(columns, id, upTo(KINDS_OF_ITEMS), owner, chance(50) ? 0 : avatar(), chance(92) ? 0 : avatar());
        }
        int slot = 0;
        for (int id : some(items, 60)) {
            slot++;
            add("avatar_inventory(guid, bag, slot, item)", one(avatars), oneOrNone(items, 60), slot, id);
        }
        each("item_refund(item_guid, player_guid)", some(items, 10), id -> row(id, avatar()));
        each("avatar_gifts(guid, item_guid, entry)", some(items, 5), id -> row(one(avatars), id, upTo(KINDS_OF_ITEMS)));
        each(
                "avatar_equipmentsets(guid, item0, item1)",
                some(avatars, 40),
                id -> row(id, oneOrNone(items, 30), oneOrNone(items, 30)));
        each(
                "auctionhouse(id, houseid, itemguid, itemowner, buyguid)",
                auctions,
                id -> row(id, one(List.of(2, 6, 7)), one(items), avatar(), oneOrNone(avatars, 60)));
        each("auction_bids(auctionId, bidderGuid)", some(auctions, 60), id -> row(id, avatar()));
        each("petition(ownerguid, petitionguid)", some(avatars, 8), id -> row(id, one(items)));
        each(
                "petition_sign(petitionguid, playerguid, player_account, type)",
                some(avatars, 25),
                id -> row(one(items), id, upTo(accounts), 9));
    }

    private void fillPets() throws SQLException {
        each(
                "avatar_pet(id, entry, owner, modelid)",
                pets,
                id -> row(id, upTo(KINDS_OF_ITEMS), avatar(), upTo(20_000)));
        for (int id : pets) {
            int spell = upTo(SPELLS);
            add("pet_spell(guid, spell)", id, spell);
            add("pet_spell(guid, spell)", id, spell + 1);
        }
        each("pet_aura(guid, casterGuid, spell)", some(pets, 50), id -> row(id, oneOrNone(avatars, 20), upTo(SPELLS)));
        for (int id : avatars) {
            int type = random.nextInt(3);
            int caster = type == 1 ? one(avatars) : type == 2 ? one(pets) : 5_000 + random.nextInt(20_000);
            String columns = "avatar_aura(guid, caster_type, caster, spell, item_guid)";
            add(columns, id, type, caster, upTo(SPELLS), oneOrNone(items, 70));
        }
    }

    private void fillGuilds() throws SQLException {
        each("guild(guildid, name, leaderguid)", guilds, id -> row(id, size.name(server, id, " Guild"), one(avatars)));
        each("guild_member(guildid, guid, rank)", some(avatars, 60), id -> row(one(guilds), id, random.nextInt(5)));
        for (int id : guilds) {
            each("guild_rank(guildid, rid, rname)", numbers(0, 4), rank -> row(id, rank, "rank " + rank));
        }
        for (int id : guilds) {
            each(
                    "guild_bank_item(guildid, TabId, SlotId, item_guid)",
                    numbers(0, 5),
                    slot -> row(id, slot / 4, slot % 4, one(items)));
        }
        for (int id : guilds) {
            each(
                    "guild_eventlog(guildid, LogGuid, EventType, PlayerGuid1, PlayerGuid2, NewRank)",
                    numbers(0, 24),
                    log -> row(id, log, upTo(6), avatar(), chance(50) ? 0 : avatar(), random.nextInt(5)));
        }
        for (int id : guilds) {
            for (int log = 0; log < 12; log++) {
                int type = upTo(6);
                String columns = "guild_bank_log(guildid, LogGuid, TabId, EventType, PlayerGuid, ItemOrMoney)";
                add(columns, id, log, log % 3, type, avatar(), type < 3 ? upTo(KINDS_OF_ITEMS) : upTo(900_000));
            }
        }
        each("guild_alliance(guild1, guild2)", some(guilds, 50), id -> row(id, one(guilds)));
        for (int war = 1; war <= guilds.size() * 2; war++) {
            int attacker = one(guilds);
            int defender = one(guilds);
            String columns = "guild_wars(warId, attackerGuildId, defenderGuildId, winner)";
            add(columns, war, attacker, defender, chance(40) ? 0 : chance(50) ? attacker : defender);
        }
    }

    private void fillGroups() throws SQLException {
        for (int id : groups) {
            int leader = one(avatars);
            add("groups(guid, leaderGuid, looterGuid)", id, leader, chance(70) ? leader : one(avatars));
        }
        each("group_member(guid, memberGuid)", some(avatars, 40), id -> row(one(groups), id));
        each("group_instance(guid, instance)", groups, id -> row(id, one(instances)));
        each("arena_team(arenaTeamId, captainGuid)", teams, id -> row(id, one(avatars)));
        each("arena_team_member(arenaTeamId, guid)", some(avatars, 25), id -> row(one(teams), id));
    }

    private void fillMail() throws SQLException {
        for (int id : mails) {
            int type = chance(60) ? 0 : chance(50) ? 2 : 3;
            int sender = type == 0 ? avatar() : type == 2 ? one(List.of(2, 6, 7)) : 5_000 + random.nextInt(20_000);
            add("mail(id, messageType, stationery, sender, receiver)", id, type, type == 2 ? 62 : 41, sender, avatar());
        }
        each("mail_items(mail_id, item_guid, receiver)", some(items, 25), id -> row(one(mails), id, avatar()));
    }

    private void fillCalendarAndTickets() throws SQLException {
        each(
                "calendar_events(id, creator, type, dungeon)",
                events,
                id -> row(id, one(avatars), random.nextInt(5), chance(50) ? -1 : upTo(300)));
        each(
                "calendar_invites(id, event, invitee, sender)",
                numbers(1, events.size() * 3),
                id -> row(id, one(events), avatar(), one(avatars)));
        each(
                "gm_ticket(ticketId, guid, closedBy, assignedTo)",
                numbers(1, avatars.size() / 4),
                id -> row(id, avatar(), chance(30) ? 0 : chance(40) ? -1 : one(avatars), oneOrNone(avatars, 50)));
        for (int i = 0; i < avatars.size(); i++) {
            int type = upTo(3);
            int target = type == 1 ? one(avatars) : type == 2 ? one(mails) : 40_000 + random.nextInt(20_000);
            String columns = "reports(created_by, updated_by, type, target)";
            add(columns, avatar(), chance(60) ? null : one(avatars), type, target);
        }
    }

    private void fillConditional() throws SQLException {
        for (int i = 0; i < avatars.size(); i++) {
            boolean guild = chance(30);
            String columns = "stash(owner_kind, owner_id, nameid)";
            add(columns, guild ? 2 : 1, guild ? one(guilds) : one(avatars), upTo(KINDS_OF_ITEMS));
        }
        for (int i = 0; i < avatars.size() / 2; i++) {
            boolean guild = chance(30);
            add("assets(owner_type, owner_id)", guild ? "guild" : "avatar", guild ? one(guilds) : one(avatars));
        }
        for (int i = 1; i <= avatars.size() * 2; i++) {
            int where = random.nextInt(10);
            Integer owner = where < 6 ? one(avatars) : where < 9 ? one(guilds) : null;
            String place = where < 6 ? "BAG" : where < 9 ? "VAULT" : "FLOOR";
            add("vault(object_id, owner_id, loc, item_id)", 268_000_000 + i, owner, place, 57 + upTo(KINDS_OF_ITEMS));
        }
        each("ladder_points(entity, entity_id, season_id)", avatars, id -> row("PLAYER", id, upTo(4)));
        each("ladder_points(entity, entity_id, season_id)", guilds, id -> row("GUILD", id, upTo(4)));
        each("ladder_points(entity, entity_id, season_id)", teams, id -> row("TEAM", id, upTo(4)));
        for (int i = 0; i < avatars.size() * 2; i++) {
            boolean npc = chance(50);
            String columns = "kill_log(killer, victim, victim_is_npc, at_level)";
            add(columns, avatar(), npc ? 5_000 + random.nextInt(20_000) : one(avatars), npc ? 1 : 0, upTo(80));
        }
    }

    private void fillHouses() throws SQLException {
        for (int id = 1; id <= HOUSES; id++) {
            int owner = chance(20) ? 0 : chance(20) ? -1 : one(avatars);
            add("houses(id, owner, guild_id, town_id)", id, owner, chance(40) ? null : one(guilds), 1 + id % 5);
        }
        each("house_guests(house_id, guest_guid)", some(avatars, 30), id -> row(upTo(HOUSES), id));
    }

    private void fillOthers() throws SQLException {
        for (int guid = 1; guid <= 500; guid++) {
            if (chance(50)) {
                add("creature_respawn(guid, mapId)", guid * 11, one(MAPS));
            }
        }
        each("battleground(max_avatars, map)", numbers(1, 30), i -> row(one(List.of(10, 15, 20, 40)), one(MAPS)));
        each("channels(name)", numbers(1, 20), i -> row(size.name(server, i, " channel")));
        each("channel_bans(channelId, playerGuid)", some(avatars, 20), id -> row(upTo(20), id));
    }
}
