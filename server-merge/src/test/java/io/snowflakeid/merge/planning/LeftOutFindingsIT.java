package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;

/** What {@link FollowedNamesTest} shows, with the collations and types of real servers. */
class LeftOutFindingsIT {

    @OnMySqlOrMariaDb
    void namesThatMeanAnotherServersPlayerAfterwardsAreFoundAsTheTargetComparesThem(DatabaseServer on)
            throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                    "CREATE TABLE players (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) UNIQUE, active INT NOT NULL)"
                            + " CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
                    "CREATE TABLE deaths (id INT AUTO_INCREMENT PRIMARY KEY, killer CHAR(20) NOT NULL)"
                            + " CHARACTER SET latin1 COLLATE latin1_bin");
            game.in(
                    1,
                    "INSERT INTO players VALUES (1, 'Zoë', 1), (2, 'Bob', 1)",
                    "INSERT INTO deaths (killer) VALUES ('Zoë'), ('Bob')");
            game.in(
                    2,
                    "ALTER TABLE players CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
                    "INSERT INTO players VALUES (1, 'ZOË', 0), (2, 'bob', 0), (3, 'Bob', 1)",
                    "INSERT INTO deaths (killer) VALUES ('ZOË'), ('ZOË'), ('bob'), ('Bob'), ('Max')");
            game.config("""
                    tables: { players: { where: active = 1 } }
                    unique: [ { key: players.name, on-clash: rename, followed-by: [ deaths.killer ] } ]
                    """);

            // Bob of s2 goes and gets a new name
            assertThat(game.found("FOLLOWED_NAME_LEFT_OUT"))
                    .extracting(Finding::subject, Finding::count, Finding::samples)
                    .containsExactly(tuple(
                            "deaths.killer",
                            2L,
                            List.of("bob of s2 in 1 rows, kept on s1", "ZOË of s2 in 2 rows, kept on s1")));
        }
    }
}
