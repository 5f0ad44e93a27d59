package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What names, other columns and numbers say of columns of a game that declares nothing. */
class SisterSuggestionsIT {

    private static final String NUMBERS =
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)";

    /** Avatars 1 to 900 but for those whose number ends with 7; things with gaps everywhere. */
    private static final List<String> GAME = List.of(
            "CREATE TABLE avatars (guid INT NOT NULL, name VARCHAR(20) NOT NULL, PRIMARY KEY (guid))",
            "CREATE TABLE thing_instance (guid INT NOT NULL, owner_guid INT NOT NULL, PRIMARY KEY (guid))",
            "CREATE TABLE avatar_titles (avatarGuid INT NOT NULL, title INT NOT NULL, PRIMARY KEY (avatarGuid, title))",
            "INSERT INTO avatars " + NUMBERS + " SELECT i, CONCAT('a', i) FROM n WHERE i % 10 <> 7",
            "INSERT INTO thing_instance " + NUMBERS
                    + " SELECT 5 * i + i % 3, 1 + i - IF(i % 10 = 6, 1, 0) FROM n WHERE i < 900",
            "INSERT INTO avatar_titles SELECT guid, 3 FROM avatars");

    @TempDir
    private Path folder;

    private PlannedServers planned(String yaml, String... statements) throws Exception {
        return PlannedServers.ofTwo(folder, yaml, GAME, statements);
    }

    /** Only the oldest things are in somebody's bags: the others' ids are far greater. */
    @Test
    void aKeyThatHasOnlyTheLeastIdsOfATableIsOfThatTable() throws Exception {
        PlannedServers planned = planned(
                "",
                "CREATE TABLE avatar_bags (guid INT NOT NULL, slot INT NOT NULL, thing INT NOT NULL, PRIMARY KEY (thing))",
                "INSERT INTO avatar_bags SELECT owner_guid, 1, guid FROM thing_instance WHERE guid < 900",
                "CREATE TABLE gifts (thing_guid INT NOT NULL, note VARCHAR(20), PRIMARY KEY (thing_guid))",
                "INSERT INTO gifts SELECT thing, 'for you' FROM avatar_bags WHERE thing % 4 = 1");
        assertThat(planned.suggested("avatar_bags.thing")).containsExactly("avatar_bags.thing -> thing_instance.guid");
        assertThat(planned.suggested("gifts.thing_guid")).containsExactly("gifts.thing_guid -> thing_instance.guid");
    }

    @Test
    void columnsThatDifferInANumberLeadToTheSameTableEvenIfMoreOfTheirRowsAreGone() throws Exception {
        PlannedServers planned = planned(
                "",
                "CREATE TABLE outfits (id INT NOT NULL, thing0 INT NOT NULL, thing1 INT NOT NULL, PRIMARY KEY (id))",
                "INSERT INTO outfits SELECT guid + 9000, guid + IF(owner_guid % 9 = 0, 20000, 0), guid FROM thing_instance");
        assertThat(planned.suggested("outfits.thing"))
                .containsExactly("outfits.thing0 -> thing_instance.guid", "outfits.thing1 -> thing_instance.guid");
    }

    @Test
    void whereManyRowsAreGoneTheColumnIsAtLeastNamedWithItsShare() throws Exception {
        PlannedServers planned = planned(
                "",
                "CREATE TABLE log (nr INT NOT NULL, avatarGuid INT NOT NULL, PRIMARY KEY (nr))",
                "INSERT INTO log SELECT guid, guid + IF(guid % 4 = 0, 20000, 0) FROM avatars");
        assertThat(planned.suggested("log.avatarGuid")).isEmpty();
        assertThat(planned.findings("ID_UNKNOWN").get(0).samples())
                .anySatisfy(says(
                        "log.avatarGuid: 810 different values, 1 to 20900, 72 % of them ids of avatars.guid",
                        "columns that are called so"));
    }

    /** Accounts are in a database that all servers share. */
    @Test
    void aTableAboutSomethingThatIsNotHereIsNoParentOfOthersAboutIt() throws Exception {
        PlannedServers planned = planned(
                "",
                "CREATE TABLE account_tips (accountId INT NOT NULL, tips INT NOT NULL, PRIMARY KEY (accountId))",
                "INSERT INTO account_tips " + NUMBERS + " SELECT i, 1 FROM n",
                "CREATE TABLE account_data (accountId INT NOT NULL, type INT NOT NULL, PRIMARY KEY (accountId, type))",
                "INSERT INTO account_data " + NUMBERS + " SELECT i, 1 FROM n WHERE i % 3 > 0",
                "INSERT INTO account_data " + NUMBERS + " SELECT i, 2 FROM n WHERE i = 900");
        assertThat(planned.suggested("account_data")).isEmpty();
    }

    @Test
    void oneValueInAllRowsIsNoId() throws Exception {
        PlannedServers planned = planned(
                "",
                "CREATE TABLE survey (surveyId INT NOT NULL AUTO_INCREMENT, mainSurvey INT NOT NULL, PRIMARY KEY (surveyId))",
                "INSERT INTO survey " + NUMBERS + " SELECT i, 1 FROM n");
        assertThat(planned.suggested("survey.mainSurvey")).isEmpty();
    }

    @Test
    void ofRowsThatLeadNowhereTheColumnIsShownThatMayTellWhere() throws Exception {
        PlannedServers planned = planned(
                "references: [ letters.sender -> avatars.guid ]\n",
                "CREATE TABLE letters (id INT NOT NULL, messageType INT NOT NULL, sender INT NOT NULL, PRIMARY KEY (id))",
                "INSERT INTO letters SELECT guid, 0, guid FROM avatars",
                "INSERT INTO letters VALUES (9001, 2, 7777)");
        Finding orphans = planned.findings("ORPHANS").get(0);
        assertThat(orphans.message())
                .satisfies(says(
                        "1 rows refer to a row that is not there",
                        "correct the source",
                        "list the reference with orphans: drop, clear or keep",
                        "with the value that stands for none",
                        "or with when if messageType tells which rows lead there"));
        assertThat(orphans.samples()).containsExactly("sender = 7777, id = 9001, messageType = 2");
    }

    @Test
    void tablesThatBeginAlikeAreOneLine() throws Exception {
        List<String> statements = new ArrayList<>();
        for (String table : List.of("avatar_spells", "avatar_skills", "avatar_quests")) {
            statements.add(
                    "CREATE TABLE " + table + " (guid INT NOT NULL, what INT NOT NULL, PRIMARY KEY (guid, what))");
            statements.add("INSERT INTO " + table + " SELECT guid, 1 FROM avatars");
        }
        PlannedServers planned = planned("", statements.toArray(String[]::new));
        assertThat(planned.suggested("avatar_")).contains("avatar_*.guid -> avatars.guid");
    }

    @Test
    void aSuggestionThatIsWrongIsLetPassByName() throws Exception {
        String[] bags = {
            "CREATE TABLE bags (guid INT NOT NULL, thing INT NOT NULL, PRIMARY KEY (thing))",
            "INSERT INTO bags SELECT owner_guid, guid FROM thing_instance"
        };
        Finding warning = planned("", bags).findings("REFERENCE_MISSING").stream()
                .filter(finding -> finding.subject().startsWith("bags.thing"))
                .findFirst()
                .orElseThrow();
        String accept =
                "accept: [ { code: REFERENCE_MISSING, subject: \"" + warning.subject() + "\", because: looked } ]\n";
        assertThat(warning.severity()).isEqualTo(Finding.Severity.WARNING);
        assertThat(planned(accept, bags).findings("REFERENCE_MISSING"))
                .contains(new Finding(
                        Finding.Severity.ACCEPTED,
                        warning.code(),
                        warning.subject(),
                        warning.message() + " (accepted: looked)",
                        warning.count(),
                        warning.samples()));
    }
}
