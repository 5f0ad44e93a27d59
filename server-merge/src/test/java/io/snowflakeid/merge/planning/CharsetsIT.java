package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.planning.draft.PlannedGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;

/** Texts of which the main server's character set lacks some: whatever they are compared for, the plan tells which they are. */
class CharsetsIT {

    @OnMySqlOrMariaDb
    void aPatternOfCharactersThatAColumnLacksIsRefused(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                    "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET latin1, UNIQUE KEY (name))",
                    "CREATE TABLE fame (id INT PRIMARY KEY AUTO_INCREMENT, who VARCHAR(20) CHARACTER SET ascii,"
                            + " thing VARCHAR(20) CHARACTER SET utf8mb4)",
                    "INSERT INTO p VALUES (1, 'Bob')");
            String yaml = """
                    unique:
                      - key: p.name
                        on-clash: rename
                        pattern: "{name}%s{alias}"
                        followed-by: [ fame.who, fame.thing ]
                    """;
            game.config(yaml.formatted("·名字"));

            assertThat(game.found("CONFIG_UNIQUE"))
                    .extracting(finding -> finding.severity() + " " + finding.subject() + ": " + finding.message())
                    .satisfiesExactlyInAnyOrder(
                            says(
                                    "ERROR p.name: pattern {name}·名字{alias}",
                                    "'名' (U+540D), '字' (U+5B57)",
                                    "the character set latin1 of column p.name on the main server has no such"
                                            + " character",
                                    "take another pattern",
                                    "or another character set for the column",
                                    "correct unique in line 7 of merge.yaml"),
                            says(
                                    "ERROR fame.who: pattern {name}·名字{alias}",
                                    "'·' (U+00B7), '名' (U+540D), '字' (U+5B57)",
                                    "the character set ascii of column fame.who on the main server has no such"
                                            + " character",
                                    "take another pattern",
                                    "or another character set for the column",
                                    "correct unique in line 7 of merge.yaml"));

            game.config(yaml.formatted(".").replace("fame.who, ", ""));
            assertThat(game.found("CONFIG_UNIQUE")).isEmpty();
            game.config(yaml.formatted("·").replace("fame.who, ", ""));
            assertThat(game.found("CONFIG_UNIQUE")).isEmpty();
        }
    }
}
