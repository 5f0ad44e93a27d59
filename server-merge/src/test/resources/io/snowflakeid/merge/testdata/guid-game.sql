-- A game that declares no foreign key. Below each table are the references that the game's code knows, with the condition
-- under which they hold and the values that stand for none.

CREATE TABLE avatars (guid INT UNSIGNED PRIMARY KEY, account INT UNSIGNED NOT NULL, name VARCHAR(24) NOT NULL,
    race TINYINT UNSIGNED NOT NULL, class TINYINT UNSIGNED NOT NULL, level TINYINT UNSIGNED NOT NULL, map SMALLINT UNSIGNED NOT NULL,
    zone SMALLINT UNSIGNED NOT NULL, instance_id INT UNSIGNED NOT NULL, money INT UNSIGNED NOT NULL, online TINYINT UNSIGNED NOT NULL,
    taximask TEXT);
-- avatars.instance_id -> instance.id none 0

CREATE TABLE avatar_inventory (guid INT UNSIGNED NOT NULL, bag INT UNSIGNED NOT NULL, slot SMALLINT UNSIGNED NOT NULL,
    item INT UNSIGNED PRIMARY KEY, UNIQUE KEY place (guid, bag, slot));
-- avatar_inventory.guid -> avatars.guid
-- avatar_inventory.bag -> item_instance.guid none 0
-- avatar_inventory.item -> item_instance.guid

CREATE TABLE avatar_pet (id INT UNSIGNED PRIMARY KEY, entry INT UNSIGNED NOT NULL, owner INT UNSIGNED NOT NULL,
    modelid INT UNSIGNED NOT NULL, level SMALLINT UNSIGNED NOT NULL, KEY owner (owner));
-- avatar_pet.owner -> avatars.guid

CREATE TABLE pet_spell (guid INT UNSIGNED, spell MEDIUMINT UNSIGNED, active TINYINT UNSIGNED NOT NULL, PRIMARY KEY (guid, spell));
-- pet_spell.guid -> avatar_pet.id

CREATE TABLE pet_aura (guid INT UNSIGNED, casterGuid INT UNSIGNED, spell MEDIUMINT UNSIGNED, charges TINYINT UNSIGNED NOT NULL,
    PRIMARY KEY (guid, casterGuid, spell));
-- pet_aura.guid -> avatar_pet.id
-- pet_aura.casterGuid -> avatars.guid none 0

CREATE TABLE item_instance (guid INT UNSIGNED PRIMARY KEY, itemEntry MEDIUMINT UNSIGNED NOT NULL, owner_guid INT UNSIGNED NOT NULL,
    creatorGuid INT UNSIGNED NOT NULL, giftCreatorGuid INT UNSIGNED NOT NULL, count INT UNSIGNED NOT NULL, text TEXT);
-- item_instance.owner_guid -> avatars.guid none 0
-- item_instance.creatorGuid -> avatars.guid none 0
-- item_instance.giftCreatorGuid -> avatars.guid none 0

CREATE TABLE item_refund (item_guid INT UNSIGNED PRIMARY KEY, player_guid INT UNSIGNED NOT NULL, paidMoney INT UNSIGNED NOT NULL);
-- item_refund.item_guid -> item_instance.guid
-- item_refund.player_guid -> avatars.guid

CREATE TABLE guild (guildid INT UNSIGNED PRIMARY KEY, name VARCHAR(24) NOT NULL, leaderguid INT UNSIGNED NOT NULL,
    EmblemStyle TINYINT UNSIGNED NOT NULL, BankMoney BIGINT UNSIGNED NOT NULL);
-- guild.leaderguid -> avatars.guid

CREATE TABLE guild_member (guildid INT UNSIGNED NOT NULL, guid INT UNSIGNED NOT NULL, `rank` TINYINT UNSIGNED NOT NULL,
    UNIQUE KEY guid_key (guid), KEY guildid (guildid));
-- guild_member.guildid -> guild.guildid
-- guild_member.guid -> avatars.guid

CREATE TABLE guild_rank (guildid INT UNSIGNED, rid TINYINT UNSIGNED, rname VARCHAR(20) NOT NULL, PRIMARY KEY (guildid, rid));
-- guild_rank.guildid -> guild.guildid

CREATE TABLE guild_bank_item (guildid INT UNSIGNED, TabId TINYINT UNSIGNED, SlotId TINYINT UNSIGNED, item_guid INT UNSIGNED NOT NULL,
    PRIMARY KEY (guildid, TabId, SlotId));
-- guild_bank_item.guildid -> guild.guildid
-- guild_bank_item.item_guid -> item_instance.guid

CREATE TABLE guild_eventlog (guildid INT UNSIGNED, LogGuid INT UNSIGNED, EventType TINYINT UNSIGNED NOT NULL,
    PlayerGuid1 INT UNSIGNED NOT NULL, PlayerGuid2 INT UNSIGNED NOT NULL, NewRank TINYINT UNSIGNED NOT NULL,
    PRIMARY KEY (guildid, LogGuid));
-- guild_eventlog.guildid -> guild.guildid
-- guild_eventlog.PlayerGuid1 -> avatars.guid
-- guild_eventlog.PlayerGuid2 -> avatars.guid none 0

CREATE TABLE guild_bank_log (guildid INT UNSIGNED, LogGuid INT UNSIGNED, TabId TINYINT UNSIGNED, EventType TINYINT UNSIGNED NOT NULL,
    PlayerGuid INT UNSIGNED NOT NULL, ItemOrMoney INT UNSIGNED NOT NULL, PRIMARY KEY (guildid, LogGuid, TabId));
-- guild_bank_log.guildid -> guild.guildid
-- guild_bank_log.PlayerGuid -> avatars.guid

CREATE TABLE `groups` (guid INT UNSIGNED PRIMARY KEY, leaderGuid INT UNSIGNED NOT NULL, looterGuid INT UNSIGNED NOT NULL,
    lootMethod TINYINT UNSIGNED NOT NULL);
-- groups.leaderGuid -> avatars.guid
-- groups.looterGuid -> avatars.guid

CREATE TABLE group_member (guid INT UNSIGNED NOT NULL, memberGuid INT UNSIGNED PRIMARY KEY, subgroup TINYINT UNSIGNED NOT NULL);
-- group_member.guid -> groups.guid
-- group_member.memberGuid -> avatars.guid

CREATE TABLE group_instance (guid INT UNSIGNED, instance INT UNSIGNED, permanent TINYINT UNSIGNED NOT NULL, PRIMARY KEY (guid, instance));
-- group_instance.guid -> groups.guid
-- group_instance.instance -> instance.id

CREATE TABLE instance (id INT UNSIGNED PRIMARY KEY, map SMALLINT UNSIGNED NOT NULL, resettime BIGINT UNSIGNED NOT NULL);

CREATE TABLE avatar_instance (guid INT UNSIGNED, instance INT UNSIGNED, permanent TINYINT UNSIGNED NOT NULL,
    PRIMARY KEY (guid, instance));
-- avatar_instance.guid -> avatars.guid
-- avatar_instance.instance -> instance.id

CREATE TABLE mail (id INT UNSIGNED PRIMARY KEY, messageType TINYINT UNSIGNED NOT NULL, stationery TINYINT NOT NULL,
    sender INT UNSIGNED NOT NULL, receiver INT UNSIGNED NOT NULL, subject TEXT, money INT UNSIGNED NOT NULL);
-- mail.sender -> avatars.guid when messageType = 0
-- mail.receiver -> avatars.guid

CREATE TABLE mail_items (mail_id INT UNSIGNED NOT NULL, item_guid INT UNSIGNED PRIMARY KEY, receiver INT UNSIGNED NOT NULL);
-- mail_items.mail_id -> mail.id
-- mail_items.item_guid -> item_instance.guid
-- mail_items.receiver -> avatars.guid

CREATE TABLE auctionhouse (id INT UNSIGNED PRIMARY KEY, houseid TINYINT UNSIGNED NOT NULL, itemguid INT UNSIGNED NOT NULL,
    itemowner INT UNSIGNED NOT NULL, buyguid INT UNSIGNED NOT NULL, startbid INT UNSIGNED NOT NULL);
-- auctionhouse.itemguid -> item_instance.guid
-- auctionhouse.itemowner -> avatars.guid
-- auctionhouse.buyguid -> avatars.guid none 0

CREATE TABLE auction_bids (auctionId INT UNSIGNED, bidderGuid INT UNSIGNED, amount INT UNSIGNED NOT NULL,
    PRIMARY KEY (auctionId, bidderGuid));
-- auction_bids.auctionId -> auctionhouse.id
-- auction_bids.bidderGuid -> avatars.guid

CREATE TABLE arena_team (arenaTeamId INT UNSIGNED PRIMARY KEY, name VARCHAR(24) NOT NULL, captainGuid INT UNSIGNED NOT NULL,
    rating SMALLINT UNSIGNED NOT NULL);
-- arena_team.captainGuid -> avatars.guid

CREATE TABLE arena_team_member (arenaTeamId INT UNSIGNED, guid INT UNSIGNED, wins SMALLINT UNSIGNED NOT NULL,
    PRIMARY KEY (arenaTeamId, guid));
-- arena_team_member.arenaTeamId -> arena_team.arenaTeamId
-- arena_team_member.guid -> avatars.guid

CREATE TABLE petition (ownerguid INT UNSIGNED PRIMARY KEY, petitionguid INT UNSIGNED NOT NULL, name VARCHAR(24) NOT NULL);
-- petition.ownerguid -> avatars.guid
-- petition.petitionguid -> item_instance.guid

CREATE TABLE petition_sign (petitionguid INT UNSIGNED, playerguid INT UNSIGNED, player_account INT UNSIGNED NOT NULL,
    type TINYINT UNSIGNED NOT NULL, PRIMARY KEY (petitionguid, playerguid));
-- petition_sign.petitionguid -> item_instance.guid
-- petition_sign.playerguid -> avatars.guid

CREATE TABLE corpse (corpseGuid INT UNSIGNED PRIMARY KEY, guid INT UNSIGNED NOT NULL, mapId SMALLINT UNSIGNED NOT NULL);
-- corpse.guid -> avatars.guid

CREATE TABLE avatar_social (guid INT UNSIGNED, friend INT UNSIGNED, flags TINYINT UNSIGNED NOT NULL, PRIMARY KEY (guid, friend));
-- avatar_social.guid -> avatars.guid
-- avatar_social.friend -> avatars.guid

CREATE TABLE avatar_gifts (guid INT UNSIGNED NOT NULL, item_guid INT UNSIGNED PRIMARY KEY, entry MEDIUMINT UNSIGNED NOT NULL);
-- avatar_gifts.guid -> avatars.guid
-- avatar_gifts.item_guid -> item_instance.guid

CREATE TABLE avatar_queststatus (guid INT UNSIGNED, quest INT UNSIGNED, status TINYINT UNSIGNED NOT NULL, PRIMARY KEY (guid, quest));
-- avatar_queststatus.guid -> avatars.guid

CREATE TABLE avatar_spell (guid INT UNSIGNED, spell_id MEDIUMINT UNSIGNED, active TINYINT UNSIGNED NOT NULL,
    PRIMARY KEY (guid, spell_id));
-- avatar_spell.guid -> avatars.guid

CREATE TABLE avatar_reputation (guid INT UNSIGNED, faction SMALLINT UNSIGNED, standing INT NOT NULL, PRIMARY KEY (guid, faction));
-- avatar_reputation.guid -> avatars.guid

CREATE TABLE avatar_achievement (guid INT UNSIGNED, achievement SMALLINT UNSIGNED, date INT UNSIGNED NOT NULL,
    PRIMARY KEY (guid, achievement));
-- avatar_achievement.guid -> avatars.guid

CREATE TABLE avatar_aura (guid INT UNSIGNED, caster_type TINYINT UNSIGNED, caster INT UNSIGNED, spell MEDIUMINT UNSIGNED,
    item_guid INT UNSIGNED NOT NULL, PRIMARY KEY (guid, caster_type, caster, spell));
-- avatar_aura.guid -> avatars.guid
-- avatar_aura.item_guid -> item_instance.guid none 0
-- avatar_aura.caster -> avatars.guid when caster_type = 1
-- avatar_aura.caster -> avatar_pet.id when caster_type = 2

CREATE TABLE avatar_equipmentsets (guid INT UNSIGNED NOT NULL, setguid BIGINT PRIMARY KEY AUTO_INCREMENT,
    setindex TINYINT UNSIGNED NOT NULL, item0 INT UNSIGNED NOT NULL, item1 INT UNSIGNED NOT NULL);
-- avatar_equipmentsets.guid -> avatars.guid
-- avatar_equipmentsets.item0 -> item_instance.guid none 0
-- avatar_equipmentsets.item1 -> item_instance.guid none 0

CREATE TABLE avatar_homebind (guid INT UNSIGNED PRIMARY KEY, mapId SMALLINT UNSIGNED NOT NULL, zoneId SMALLINT UNSIGNED NOT NULL);
-- avatar_homebind.guid -> avatars.guid

CREATE TABLE avatar_family (guid INT UNSIGNED PRIMARY KEY, partner_id INT UNSIGNED NOT NULL, father INT UNSIGNED NOT NULL,
    mother INT UNSIGNED NOT NULL, child INT UNSIGNED NOT NULL);
-- avatar_family.guid -> avatars.guid
-- avatar_family.partner_id -> avatars.guid none 0
-- avatar_family.father -> avatars.guid none 0
-- avatar_family.mother -> avatars.guid none 0
-- avatar_family.child -> avatars.guid none 0

CREATE TABLE avatar_action (guid INT UNSIGNED, button TINYINT UNSIGNED, action INT UNSIGNED NOT NULL, type TINYINT UNSIGNED NOT NULL,
    PRIMARY KEY (guid, button));
-- avatar_action.guid -> avatars.guid

CREATE TABLE calendar_events (id BIGINT UNSIGNED PRIMARY KEY, creator INT UNSIGNED NOT NULL, type TINYINT UNSIGNED NOT NULL,
    dungeon INT NOT NULL);
-- calendar_events.creator -> avatars.guid

CREATE TABLE calendar_invites (id BIGINT UNSIGNED PRIMARY KEY, event BIGINT UNSIGNED NOT NULL, invitee INT UNSIGNED NOT NULL,
    sender INT UNSIGNED NOT NULL, status TINYINT UNSIGNED NOT NULL);
-- calendar_invites.event -> calendar_events.id
-- calendar_invites.invitee -> avatars.guid
-- calendar_invites.sender -> avatars.guid

CREATE TABLE gm_ticket (ticketId INT UNSIGNED PRIMARY KEY, guid INT UNSIGNED NOT NULL, closedBy INT NOT NULL,
    assignedTo INT UNSIGNED NOT NULL, message TEXT);
-- gm_ticket.guid -> avatars.guid
-- gm_ticket.closedBy -> avatars.guid none -1 0
-- gm_ticket.assignedTo -> avatars.guid none 0

CREATE TABLE creature_respawn (guid INT UNSIGNED PRIMARY KEY, respawnTime INT UNSIGNED NOT NULL, mapId SMALLINT UNSIGNED NOT NULL);

CREATE TABLE stash (stash_id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, owner_kind TINYINT UNSIGNED NOT NULL,
    owner_id INT UNSIGNED NOT NULL, nameid INT UNSIGNED NOT NULL, amount INT UNSIGNED NOT NULL);
-- stash.owner_id -> avatars.guid when owner_kind = 1
-- stash.owner_id -> guild.guildid when owner_kind = 2

CREATE TABLE assets (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, owner_type VARCHAR(16) NOT NULL, owner_id INT UNSIGNED NOT NULL,
    worth INT UNSIGNED NOT NULL);
-- assets.owner_id -> avatars.guid when owner_type = 'avatar'
-- assets.owner_id -> guild.guildid when owner_type = 'guild'

CREATE TABLE vault (object_id INT PRIMARY KEY, owner_id INT, loc ENUM('BAG', 'VAULT', 'FLOOR') NOT NULL, item_id INT NOT NULL,
    enchant INT NOT NULL);
-- vault.owner_id -> avatars.guid when loc = 'BAG'
-- vault.owner_id -> guild.guildid when loc = 'VAULT'

CREATE TABLE ladder_points (entity VARCHAR(10), entity_id INT, season_id INT, points INT NOT NULL,
    PRIMARY KEY (entity, entity_id, season_id));
-- ladder_points.entity_id -> avatars.guid when entity = 'PLAYER'
-- ladder_points.entity_id -> guild.guildid when entity = 'GUILD'
-- ladder_points.entity_id -> arena_team.arenaTeamId when entity = 'TEAM'

CREATE TABLE reports (id INT PRIMARY KEY AUTO_INCREMENT, created_by INT NOT NULL, updated_by INT, type SMALLINT NOT NULL,
    target INT NOT NULL, body TEXT);
-- reports.created_by -> avatars.guid
-- reports.updated_by -> avatars.guid
-- reports.target -> avatars.guid when type = 1
-- reports.target -> mail.id when type = 2

CREATE TABLE guild_alliance (guild1 INT UNSIGNED, guild2 INT UNSIGNED, PRIMARY KEY (guild1, guild2));
-- guild_alliance.guild1 -> guild.guildid
-- guild_alliance.guild2 -> guild.guildid

CREATE TABLE guild_wars (warId INT UNSIGNED PRIMARY KEY, attackerGuildId INT UNSIGNED NOT NULL, defenderGuildId INT UNSIGNED NOT NULL,
    winner INT UNSIGNED NOT NULL, frags INT UNSIGNED NOT NULL);
-- guild_wars.attackerGuildId -> guild.guildid
-- guild_wars.defenderGuildId -> guild.guildid
-- guild_wars.winner -> guild.guildid none 0

CREATE TABLE currency (owner_guid INT UNSIGNED, currency_id SMALLINT UNSIGNED, amount INT UNSIGNED NOT NULL,
    PRIMARY KEY (owner_guid, currency_id));
-- currency.owner_guid -> avatars.guid

CREATE TABLE account_data (accountId INT UNSIGNED, type TINYINT UNSIGNED, time INT UNSIGNED NOT NULL, PRIMARY KEY (accountId, type));

CREATE TABLE houses (id INT PRIMARY KEY, owner INT NOT NULL, guild_id INT, town_id INT NOT NULL, paid INT UNSIGNED NOT NULL);
-- houses.owner -> avatars.guid none -1 0
-- houses.guild_id -> guild.guildid

CREATE TABLE house_guests (house_id INT, guest_guid INT UNSIGNED, PRIMARY KEY (house_id, guest_guid));
-- house_guests.house_id -> houses.id
-- house_guests.guest_guid -> avatars.guid

CREATE TABLE kill_log (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, killer INT UNSIGNED NOT NULL, victim INT UNSIGNED NOT NULL,
    victim_is_npc TINYINT NOT NULL, at_level SMALLINT UNSIGNED NOT NULL);
-- kill_log.killer -> avatars.guid
-- kill_log.victim -> avatars.guid when victim_is_npc = 0

CREATE TABLE level_rewards (level SMALLINT UNSIGNED PRIMARY KEY, gold INT UNSIGNED NOT NULL);

CREATE TABLE battleground (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, max_avatars SMALLINT UNSIGNED NOT NULL,
    map SMALLINT UNSIGNED NOT NULL);

CREATE TABLE channels (channelId INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL);

CREATE TABLE channel_bans (channelId INT UNSIGNED, playerGuid INT UNSIGNED, banTime INT UNSIGNED NOT NULL,
    PRIMARY KEY (channelId, playerGuid));
-- channel_bans.channelId -> channels.channelId
-- channel_bans.playerGuid -> avatars.guid
