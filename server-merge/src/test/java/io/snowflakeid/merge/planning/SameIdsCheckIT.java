package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Ids that are another table's, looked for by index on real servers. */
class SameIdsCheckIT {

    private static String numbers(int most, double share) {
        return numbers(most, share, 1);
    }

    private static String numbers(int most, double share, int distance) {
        Random random = new Random(most);
        return LongStream.rangeClosed(1, most)
                .filter(each -> random.nextDouble() < share)
                .mapToObj(each -> "(" + each * distance + ")")
                .collect(Collectors.joining(", "));
    }

    @OnMySqlOrMariaDb
    void areToldFromIdsOfSmallTablesAndOfThoseThatAreAskedByIndex(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                            "CREATE TABLE item_instance (guid BIGINT UNSIGNED PRIMARY KEY)",
                            "CREATE TABLE character_inventory (item INT UNSIGNED PRIMARY KEY, bag INT NOT NULL)",
                            "CREATE TABLE gifts (item INT UNSIGNED PRIMARY KEY)",
                            "CREATE TABLE mails (item INT UNSIGNED PRIMARY KEY)",
                            "CREATE TABLE gm_survey (surveyId INT PRIMARY KEY AUTO_INCREMENT)",
                            "CREATE TABLE gm_subsurvey (surveyId INT AUTO_INCREMENT, question INT,"
                                    + " PRIMARY KEY (surveyId, question))",
                            "INSERT INTO gm_survey VALUES " + numbers(60, 1),
                            "INSERT INTO gm_subsurvey SELECT surveyId, 1 FROM gm_survey WHERE surveyId <= 30")
                    .in(1, "INSERT INTO item_instance VALUES " + numbers(5_000, 0.8))
                    // so far apart that they are not read at once
                    .in(2, "INSERT INTO item_instance VALUES " + numbers(4_000, 0.8, 1_000))
                    .everywhere(
                            "INSERT INTO character_inventory SELECT guid, 1 FROM item_instance ORDER BY guid LIMIT 600",
                            "INSERT INTO gifts SELECT item FROM character_inventory ORDER BY item LIMIT 40",
                            "INSERT INTO mails SELECT guid FROM item_instance ORDER BY guid DESC LIMIT 40")
                    .config("""
                            references:
                              - gifts.item -> character_inventory.item
                              - mails.item -> item_instance.guid
                            """);

            assertThat(game.found("SAME_IDS"))
                    .extracting(SameIdsCheckIT::start)
                    .satisfiesExactlyInAnyOrder(
                            says(
                                    "WARNING gm_subsurvey.surveyId -> gm_survey.surveyId",
                                    "its ids are ids of gm_survey.surveyId",
                                    "(s1 30 of 30, s2 30 of 30 that were looked at)",
                                    "it is named so"),
                            says(
                                    "ERROR character_inventory.item -> item_instance.guid",
                                    "its ids are ids of item_instance.guid",
                                    "(s1 600 of 600, s2 600 of 600 that were looked at)"));
            game.config("""
                    references:
                      - gifts.item -> character_inventory.item
                      - mails.item -> item_instance.guid
                      - character_inventory.item -> item_instance.guid
                      - gm_subsurvey.surveyId -> gm_survey.surveyId
                    """);
            assertThat(game.plan().plan().findings())
                    .noneMatch(finding -> finding.code().equals("SAME_IDS") || finding.severity() == Severity.ERROR);
        }
    }

    private static String start(Finding finding) {
        return finding.severity() + " " + finding.subject() + ": "
                + finding.message().replaceFirst(";.*", "");
    }
}
