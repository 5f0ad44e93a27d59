package io.snowflakeid.merge;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergeFacts.Clash;
import io.snowflakeid.merge.checker.MergeFacts.Lost;
import io.snowflakeid.merge.plan.IdDomain.IdMode;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.merge.testdata.SqlScript;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sample game, merged as other operators would want it. */
class MergeVariantsIT {

    private static final GameSize SIZE = GameSize.players(150);

    private GameServers servers;

    @TempDir
    Path folder;

    @BeforeEach
    void fill() throws Exception {
        servers = GameServers.onAny(3).filled((connection, server) -> SampleServer.fill(connection, server, SIZE));
    }

    @AfterEach
    void drop() throws Exception {
        if (servers != null) { // else the test was skipped
            servers.close();
        }
    }

    private PlanFile merges(String yaml, MergeFacts facts) throws Exception {
        return new MergeTrial(servers, folder, yaml).mergesRightly(facts);
    }

    /** The shipped file with something after its tables, references, or unique names. */
    private static String yaml(String tables, String references) {
        return SampleServer.mergeYaml()
                .replace("\ntables:\n", "\ntables:\n" + tables)
                .replace("\nreferences:\n", "\nreferences:\n" + references);
    }

    private void onAllSources(String... statements) throws Exception {
        try (Connection connection = servers.connect()) {
            for (String database : servers.sources().values()) {
                connection.setCatalog(database);
                SqlScript.run(connection, List.of("SET SESSION foreign_key_checks = 0"));
                SqlScript.run(connection, List.of(statements));
            }
        }
    }

    @Test
    void freshIdsForHeroesItemsAndGuilds() throws Exception {
        PlanFile plan = merges(
                yaml(
                        "  hero: { ids: map }\n  item: { ids: map }\n  guild: { ids: map }\n  guild_rank: { ids: map }\n",
                        ""),
                SampleServer.facts());
        assertThat(MergeTrial.modes(plan))
                .containsEntry("hero.id", IdMode.MAP)
                .containsEntry("item.id", IdMode.MAP)
                .containsEntry("guild.id", IdMode.MAP)
                .containsEntry("guild_rank.id", IdMode.MAP);
    }

    @Test
    void movedIdsThatLeaveReservedOnesFree() throws Exception {
        PlanFile plan = merges(
                yaml(
                        "  hero: { ids: offset }\n  account: { ids: offset }\n  guild: { ids: offset, reserved: [ 7..5000 ] }\n",
                        ""),
                SampleServer.facts());
        assertThat(MergeTrial.modes(plan))
                .containsEntry("hero.id", IdMode.OFFSET)
                .containsEntry("account.id", IdMode.OFFSET)
                .containsEntry("guild.id", IdMode.OFFSET)
                .containsEntry("town.id", IdMode.STATIC);
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement();
                ResultSet reserved = statement.executeQuery("SELECT COUNT(*) FROM guild WHERE id BETWEEN 7 AND 5000")) {
            reserved.next();
            assertThat(reserved.getInt(1)).isZero();
        }
    }

    @Test
    void inactiveHeroesStayBehindWithWhatIsTheirs() throws Exception {
        String yaml = yaml("  hero: { where: \"level % 3 <> 0\" }\n", "")
                .replace(
                        "{ from: hero.spouse_id, to: hero.id, none: [-1] }",
                        "{ from: hero.spouse_id, to: hero.id, none: [-1], when-left-out: clear }")
                .replace(
                        "{ from: item.container_id, to: item.id, none: [0] }",
                        "{ from: item.container_id, to: item.id, none: [0], when-left-out: clear }")
                .replace(
                        "{ from: mail.sender_id, to: hero.id, none: [0] }",
                        "{ from: mail.sender_id, to: hero.id, none: [0], when-left-out: clear }");
        merges(
                yaml,
                SampleServer.facts()
                        .where("hero", "level % 3 <> 0")
                        .reference("hero.spouse_id -> hero.id", "", Lost.FAIL, Lost.CLEAR, -1)
                        .reference("item.container_id -> item.id", "", Lost.FAIL, Lost.CLEAR, 0)
                        .reference("mail.sender_id -> hero.id", "", Lost.FAIL, Lost.CLEAR, 0));
    }

    @Test
    void referencesToNothingAreDroppedClearedOrKept() throws Exception {
        onAllSources(
                "UPDATE mail SET sender_id = 999999 WHERE id % 5 = 0",
                "UPDATE name_history SET hero_id = 888888 WHERE id % 2 = 0",
                "UPDATE auction SET bidder_id = 777777 WHERE id % 3 = 0",
                "UPDATE friend SET friend_id = 666666 WHERE hero_id % 20 = 1 LIMIT 1",
                "UPDATE hero SET mentor_id = 555555 WHERE id % 10 = 1");
        String yaml = yaml("", """
                          - { from: friend.friend_id, to: hero.id, orphans: drop }
                          - { from: hero.mentor_id, to: hero.id, orphans: clear }
                        """)
                .replace(
                        "mail.sender_id, to: hero.id, none: [0]",
                        "mail.sender_id, to: hero.id, none: [0], orphans: clear")
                .replace(
                        "- name_history.hero_id -> hero.id",
                        "- { from: name_history.hero_id, to: hero.id, orphans: drop }")
                .replace(
                        "auction.bidder_id, to: hero.id, none: [-1]",
                        "auction.bidder_id, to: hero.id, none: [-1], orphans: keep");
        merges(
                yaml,
                SampleServer.facts()
                        .reference("mail.sender_id -> hero.id", "", Lost.CLEAR, Lost.DROP, 0)
                        .reference("name_history.hero_id -> hero.id", "", Lost.DROP, Lost.DROP)
                        .reference("auction.bidder_id -> hero.id", "", Lost.KEEP, Lost.DROP, -1)
                        .reference("friend.friend_id -> hero.id", "", Lost.DROP, Lost.DROP)
                        .reference("hero.mentor_id -> hero.id", "", Lost.CLEAR, Lost.CLEAR));
    }

    @Test
    void theSecondServersAccountsAreLeftBehindWithAllTheyOwn() throws Exception {
        String yaml = yaml("", "  - { from: account.invited_by, to: account.id, when-left-out: clear }\n")
                .replace("on-clash: keep-first, references: follow", "on-clash: keep-first, references: drop")
                .replace(
                        "{ from: hero.spouse_id, to: hero.id, none: [-1] }",
                        "{ from: hero.spouse_id, to: hero.id, none: [-1], when-left-out: clear }")
                .replace(
                        "{ from: item.container_id, to: item.id, none: [0] }",
                        "{ from: item.container_id, to: item.id, none: [0], when-left-out: clear }");
        merges(
                yaml,
                SampleServer.facts()
                        .name("account.login", Clash.DROP_LATER)
                        .reference("account.invited_by -> account.id", "", Lost.FAIL, Lost.CLEAR)
                        .reference("hero.spouse_id -> hero.id", "", Lost.FAIL, Lost.CLEAR, -1)
                        .reference("item.container_id -> item.id", "", Lost.FAIL, Lost.CLEAR, 0));
    }

    @Test
    void everybodyWhoseNameClashesGetsANewOne() throws Exception {
        merges(
                SampleServer.mergeYaml()
                        .replace(
                                "    pattern: \"{name}.{alias}\"\n",
                                "    pattern: \"{alias}|{name}\"\n    side: all\n    max-length: 18\n"),
                SampleServer.facts()
                        .name(
                                "hero.name",
                                Clash.RENAME_ALL,
                                "auction.bidder_name",
                                "duel.loser_name: loser_was_hero = 1"));
    }

    @Test
    void tablesWithoutAKeyGoThroughAStage() throws Exception {
        merges(
                "execution: { writers: 3, chunk-rows: 100, keyless-rows: 10 }\n" + SampleServer.mergeYaml(),
                SampleServer.facts());
    }
}
