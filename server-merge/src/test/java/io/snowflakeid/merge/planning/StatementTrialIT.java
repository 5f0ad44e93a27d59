package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import java.util.UUID;

/** What the operator wrote in SQL is read by the server before anything is done. */
class StatementTrialIT {

    private static PlannedGame game(DatabaseServer on, String... statements) throws Exception {
        StringBuilder config = new StringBuilder("tables:\n  ranking:\n    class: recompute\n    recompute:\n");
        for (String statement : statements) {
            config.append("      - \"").append(statement).append("\"\n");
        }
        return PlannedGame.on(on, 2)
                .everywhere(
                        "CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, score INT)",
                        "CREATE TABLE ranking (id INT PRIMARY KEY, score INT)")
                .config(config.toString());
    }

    private static List<String> told(PlannedGame game) throws Exception {
        return game.found("RECOMPUTE_INVALID", "RECOMPUTE_UNTRIED", "CONFIG_CONDITION").stream()
                .map(finding -> finding.code() + " " + finding.message())
                .toList();
    }

    @OnMySqlAndMariaDb
    void whatTheServerRefusesIsTold(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            game.config("tables: { players: { where: \"scor > 'it''s'\" } }");
            assertThat(told(game))
                    .singleElement()
                    .asString()
                    .startsWith(
                            "CONFIG_CONDITION the server refuses the condition 'scor > 'it''s'' (Unknown column 'scor'")
                    .endsWith("): correct tables in line 6 of merge.yaml");
        }
        try (PlannedGame game = game(
                on,
                "INSERT INTO ranking SELECT id, score FROM players WHERE 'a' <> 'b''c'",
                "INSERT INTO ranking SELECT id, scor FROM players",
                "INSERT INTO ranking SELECT id, score FROM nothing",
                "INSERT INTO ranking SELECT id score players",
                "INSERT INTO ranking SELECT number, 1 FROM snowflake_merge_run",
                "INSERT INTO ranking SELECT nofunction(1), 1")) {
            assertThat(told(game))
                    .satisfiesExactlyInAnyOrder(
                            note -> assertThat(note)
                                    .startsWith("RECOMPUTE_UNTRIED statement 5 of recompute cannot be tried")
                                    .containsSubsequence(
                                            "(Table '" + game.database(1) + ".snowflake_merge_run' doesn't exist)",
                                            "look at it again",
                                            "tables in line 14 of merge.yaml"),
                            error -> assertThat(error)
                                    .startsWith(
                                            "RECOMPUTE_INVALID the server refuses statement 2 of recompute (Unknown column"
                                                    + " 'scor' in"),
                            error -> assertThat(error)
                                    .startsWith("RECOMPUTE_INVALID the server refuses statement 3 of recompute")
                                    .containsSubsequence(
                                            "(Table '" + game.database(1) + ".nothing' doesn't exist)",
                                            "correct tables in line 12 of"),
                            error -> assertThat(error)
                                    .startsWith(
                                            "RECOMPUTE_INVALID the server refuses statement 4 of recompute (You have an"
                                                    + " error in your SQL syntax"),
                            error -> assertThat(error)
                                    .contains("statement 6 of recompute (FUNCTION ")
                                    .contains("nofunction does not exist"));
            assertThat(game.ask(1, "SELECT COUNT(*) FROM ranking")).isEqualTo("0");
        }
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

    /** Such a user may not insert into a source, nor have a statement read that does. */
    @OnMySqlAndMariaDb
    void aUserWhoMayOnlyReadTheSourcesHasTheQueriesRead(DatabaseServer on) throws Exception {
        String user = "reader" + UUID.randomUUID().toString().substring(0, 8);
        try (PlannedGame game = game(
                        on,
                        "INSERT INTO ranking (id, score) SELECT id, score FROM players",
                        "INSERT INTO `ranking` SELECT id, scor FROM players",
                        "DELETE FROM ranking WHERE score = 0");
                Connection connection = game.connect(1);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE USER " + user + " IDENTIFIED BY '" + game.password() + "'");
            try {
                for (int source : new int[] {1, 2}) {
                    statement.execute("GRANT SELECT ON `" + game.database(source) + "`.* TO " + user);
                }
                statement.execute("GRANT ALL ON `" + game.target() + "`.* TO " + user);
                assertThat(told(game.as(user)))
                        .satisfiesExactlyInAnyOrder(
                                error -> assertThat(error)
                                        .startsWith(
                                                "RECOMPUTE_INVALID the server refuses statement 2 of recompute (Unknown"
                                                        + " column 'scor' in"),
                                note -> assertThat(note)
                                        .startsWith("RECOMPUTE_UNTRIED statement 3 of recompute cannot be tried")
                                        .contains("(DELETE command denied to user '" + user));
            } finally {
                statement.execute("DROP USER " + user);
            }
        }
    }
}
