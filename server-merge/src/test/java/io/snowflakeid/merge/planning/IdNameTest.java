package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.planning.IdName.Likeness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdNameTest {

    @ParameterizedTest
    @CsvSource({
        "owner_id, owner, true",
        "ownerid, owner, true",
        "ownerGuid, owner, true",
        "OwnerID, owner, true",
        "players, player, false",
        "guild_ranks, guildrank, false",
        "guild1, guild, false",
        "parties, party, false",
        "heroes, hero, false",
        "boss, boss, false",
        "status, status, false",
        "guid, '', true",
        "id, '', true"
    })
    void namesAreTakenApart(String name, String whole, boolean saysId) {
        assertThat(IdName.of(name).whole()).isEqualTo(whole);
        assertThat(IdName.of(name).saysId()).isEqualTo(saysId);
    }

    @ParameterizedTest
    @CsvSource({
        "bans, player_id, players, id, SAME",
        "bans, playerId, player, id, SAME",
        "pets, char_id, char, char_id, SAME",
        "pets, homun_id, homunculus, homun_id, SAME",
        "guild_wars, guild1, guilds, id, SAME",
        "guild_wars, guild_one, guilds, id, SAME",
        "guildwar_kills, killerguild, guilds, id, PART",
        "accounts, house_bid_id, houses, id, PART",
        "members, rank_id, guild_ranks, id, PART",
        "mail, item_guid, item_instance, guid, PART",
        "character_stats, guid, characters, guid, PART",
        "pet_spells, guid, characters, guid, ID",
        "players, player_type_id, players, id, ID",
        "mail, sender_id, players, id, ROLE",
        "houses, owner, players, id, ROLE",
        "houses, new_owner, players, id, ROLE",
        "bans, banned_by, players, id, ROLE",
        "mail, receiver_deleted, players, id, NONE",
        "players, level, guilds, id, NONE",
        "stash, template_id, items, id, ID",
        "pet_spell, guid, avatar_pet, id, PART",
        "inventory, item, item_instance, guid, ROLE",
        "inventory, item_id, item_instance, guid, PART",
        "calendar_invites, event, calendar_events, id, ROLE",
        "bids, auctionId, auctionhouse, id, ROLE",
        "auctionhouse, itemowner, avatars, guid, ROLE",
        "avatars, level, level_rewards, level, NONE",
        "members, guild, guild_data, guild, SAME"
    })
    void columnsAreComparedWithTables(String table, String column, String parent, String key, Likeness likeness) {
        assertThat(IdName.of(column).likeness(IdName.of(table), IdName.of(parent), IdName.of(key)))
                .isEqualTo(likeness);
    }

    @Test
    void aNumberOfThingsLeadsToNone() {
        assertThat(IdName.of("max_players").saysHowMany()).isTrue();
        assertThat(IdName.of("items").saysHowMany()).isTrue();
        assertThat(IdName.of("guild_id").saysHowMany()).isFalse();
        assertThat(IdName.of("guild1").saysHowMany()).isFalse();
        assertThat(IdName.of("boss").saysHowMany()).isFalse();
    }

    @Test
    void aKindTellsOfTheColumnThatBeginsLikeIt() {
        assertThat(IdName.of("owner_type").tellsKindOf(IdName.of("owner_id"))).isTrue();
        assertThat(IdName.of("loser_was_hero").tellsKindOf(IdName.of("loser_id")))
                .isTrue();
        assertThat(IdName.of("kind").tellsKindOf(IdName.of("target_id"))).isTrue();
        assertThat(IdName.of("messageType").tellsKindOf(IdName.of("sender"))).isTrue();
        assertThat(IdName.of("amount").tellsKindOf(IdName.of("target_id"))).isFalse();
    }
}
