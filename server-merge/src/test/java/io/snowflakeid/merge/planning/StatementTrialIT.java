package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.planning.draft.PlannedGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.util.List;

/** Conditions of the operator are read by the server before anything is done. */
class StatementTrialIT {

    private static PlannedGame game(DatabaseServer on) throws Exception {
        return PlannedGame.on(on, 2)
                .everywhere(
                        "CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, score INT)",
                        "CREATE TABLE ranking (id INT PRIMARY KEY, score INT)");
    }

    private static List<String> told(PlannedGame game) throws Exception {
        return game.found("CONFIG_CONDITION").stream()
                .map(finding -> finding.code() + " " + finding.message())
                .toList();
    }

    /** One source's rows are asked for from the session of another, and beside rows of others. */
    @OnMySqlAndMariaDb
    void aConditionNamesColumnsWithoutAnAliasAndTablesWithTheirDatabase(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            game.config("tables: { players: { where: \"s.score > 5\" } }");
            assertThat(told(game))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "CONFIG_CONDITION the server refuses the condition 's.score > 5' (Unknown column 's.score'")
                    .endsWith("): columns are named without an alias; correct tables in line 6 of merge.yaml");

            game.config("tables: { players: { where: \"players.score > 5\" } }");
            assertThat(told(game))
                    .singleElement()
                    .asString()
                    .endsWith("): columns are named without an alias; correct tables in line 6 of merge.yaml");

            game.config("tables: { players: { where: \"id IN (SELECT r.id FROM ranking r)\" } }");
            assertThat(told(game))
                    .singleElement()
                    .asString()
                    .startsWith("CONFIG_CONDITION the condition 'id IN (SELECT r.id FROM ranking r)'")
                    .contains("names a table or a routine without its database (")
                    .endsWith("): write {source}. before it; correct tables in line 6 of merge.yaml");

            game.config("tables: { players: { where: \"id IN (SELECT s.id FROM {source}.ranking s)\" } }");
            assertThat(told(game)).isEmpty();
        }
    }

    /** {@code events} and {@code files} are also names of what every server has in information_schema. */
    @OnMySqlAndMariaDb
    void aTableIsNamedWithItsDatabaseAlsoIfTheServerHasOneOfThatNameItself(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            game.everywhere("CREATE TABLE events (event_name INT)", "CREATE TABLE files (file_id INT)");
            for (String condition : List.of(
                    "id IN (SELECT event_name FROM events)",
                    "EXISTS (SELECT 1 FROM {source}.events e, files f WHERE e.event_name = f.file_id)")) {
                game.config("tables: { players: { where: \"" + condition + "\" } }");
                assertThat(told(game))
                        .satisfiesExactly(says(
                                "CONFIG_CONDITION the condition '" + condition + "'",
                                "names a table or a routine without its database",
                                "(No database selected)",
                                "write {source}. before it",
                                "correct tables in line 6 of merge.yaml"));
                game.config("tables: { players: { where: \""
                        + condition
                                .replace("{source}.", "")
                                .replace("events", "{source}.events")
                                .replace("files", "{source}.files")
                        + "\" } }");
                assertThat(told(game)).isEmpty();
            }
        }
    }
}
