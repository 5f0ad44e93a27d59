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
            for (String condition : List.of(
                    "s.score > 5",
                    "players.score > 5",
                    "id IN (SELECT r.id FROM ranking r)",
                    "id IN (SELECT event_name FROM events)",
                    "EXISTS (SELECT 1 FROM {source}.events e, files f WHERE e.event_name = f.file_id)")) {
                assertThat(told(game, condition))
                        .satisfiesExactly(says(
                                "ERROR players: the server refuses the condition '" + condition + "' (",
                                "name columns without an alias",
                                "write {source}. before each table and routine",
                                "correct tables in line 5 of merge.yaml []"));
                assertThat(told(
                                game,
                                condition
                                        .replaceAll("\\{source}\\.|\\b(s|players)\\.", "")
                                        .replaceAll("\\b(ranking|events|files)\\b", "{source}.$1")))
                        .isEmpty();
            }
        }
    }
}
