package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.util.List;

/** Conditions of the operator are read by the server before anything is done. */
class StatementTrialIT {

    /** {@code events} and {@code files} are also names of what every server has in information_schema. */
    private static final String TABLES = """
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, score INT);
            CREATE TABLE ranking (id INT PRIMARY KEY, score INT);
            CREATE TABLE events (event_name INT);
            CREATE TABLE files (file_id INT);
            """;

    private static List<String> told(SmallGame game, String condition) throws Exception {
        return game.found("tables: { players: { where: \"" + condition + "\" } }", "CONFIG_CONDITION");
    }

    /** One source's rows are asked for from the session of another, and beside rows of others. */
    @OnMySqlAndMariaDb
    void aConditionNamesColumnsWithoutAnAliasAndTablesWithTheirDatabase(DatabaseServer on) throws Exception {
        try (SmallGame game = new SmallGame(on, TABLES, TABLES)) {
            String alias = "): columns are named without an alias; correct tables in line 5 of merge.yaml []";
            assertThat(told(game, "s.score > 5"))
                    .satisfiesExactly(says(
                            "ERROR players: the server refuses the condition 's.score > 5' (Unknown column 's.score'",
                            alias));
            assertThat(told(game, "players.score > 5"))
                    .satisfiesExactly(
                            says("ERROR players: the server refuses the condition 'players.score > 5' (", alias));
            for (String condition : List.of(
                    "id IN (SELECT r.id FROM ranking r)",
                    "id IN (SELECT event_name FROM events)",
                    "EXISTS (SELECT 1 FROM {source}.events e, files f WHERE e.event_name = f.file_id)")) {
                assertThat(told(game, condition))
                        .satisfiesExactly(says(
                                "ERROR players: the condition '" + condition + "'",
                                "names a table or a routine without its database",
                                "(No database selected)",
                                "write {source}. before it",
                                "correct tables in line 5 of merge.yaml []"));
                assertThat(told(
                                game,
                                condition
                                        .replace("{source}.", "")
                                        .replaceAll("\\b(ranking|events|files)\\b", "{source}.$1")))
                        .isEmpty();
            }
        }
    }
}
