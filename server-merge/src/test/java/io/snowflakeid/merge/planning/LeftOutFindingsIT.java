package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;

/** What {@link VanishedKeysTest} and {@link FollowedNamesTest} show, with the collations and types of real servers. */
class LeftOutFindingsIT {

    @OnMySqlOrMariaDb
    void keysThatNoSourceBringsAreCountedAsTheTargetComparesThem(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 3)) {
            game.everywhere(
                    "CREATE TABLE players (id INT AUTO_INCREMENT PRIMARY KEY, active INT NOT NULL)",
                    "INSERT INTO players VALUES (1, 1), (2, 0)",
                    "CREATE TABLE houses (name VARCHAR(20), world CHAR(4), paid INT, owner_id INT NULL, PRIMARY KEY (name,"
                            + " world)) COLLATE utf8mb4_general_ci",
                    "CREATE TABLE days (day DATE, share DECIMAL(5, 2), seal VARBINARY(4), number INT,"
                            + " PRIMARY KEY (day, share, seal))");
            game.in(
                    1,
                    "INSERT INTO houses VALUES ('Ash', 'A', 1, 2), ('Elm', 'A', 1, 2), ('Oak', 'A', 1, 1)",
                    "INSERT INTO days VALUES ('2020-01-01', 1.5, x'00ff', 0), ('2020-01-02', 1, x'01', 0)");
            game.in(
                    2,
                    "INSERT INTO houses VALUES ('ASH', 'a', 2, 2), ('elm', 'a', 0, 1), ('Yew', 'a', 2, 2)",
                    "INSERT INTO days VALUES ('2020-01-01', 1.5, x'00ff', 0), ('2020-01-02', 1, x'01', 4)");
            game.in(
                    3,
                    "ALTER TABLE houses CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
                    "INSERT INTO houses VALUES ('aSH', 'A', 3, 2)");
            game.config("""
                    tables:
                      players: { where: active = 1 }
                      days: { where: number > 0 }
                    references: [ houses.owner_id -> players.id ]
                    unique:
                      - { key: "houses(name, world)", on-clash: keep-first }
                      - { key: "days(day, share, seal)", on-clash: keep-first }
                    """);

            assertThat(game.found("VANISHED"))
                    .extracting(Finding::subject, Finding::count, Finding::samples)
                    .containsExactlyInAnyOrder(
                            tuple("days(day, share, seal)", 1L, List.of("2020-01-01, 1.50, 00FF on s1, s2")),
                            tuple("houses(name, world)", 2L, List.of("Ash, A on s1, s2, s3", "Yew, a on s2")));
        }
    }

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
