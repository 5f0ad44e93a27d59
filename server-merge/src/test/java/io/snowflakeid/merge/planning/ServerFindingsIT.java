package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a plan says of what H2 does not have. */
class ServerFindingsIT {

    // --------------------------------------------------------------------------------------------------- definitions

    @Test
    void aTableThatKeepsItsHistoryIsRefused() throws Exception {
        String plain = "CREATE TABLE plain (id INT PRIMARY KEY);";
        try (SmallGame game = new SmallGame(
                DatabaseServer.MARIADB,
                plain + "CREATE TABLE h (id INT PRIMARY KEY); CREATE TABLE skipped (id INT) WITH SYSTEM VERSIONING",
                plain + "CREATE TABLE h (id INT PRIMARY KEY) WITH SYSTEM VERSIONING; CREATE TABLE skipped (id INT)")) {
            assertThat(game.found("tables: { skipped: { class: skip } }", "SYSTEM_VERSIONED"))
                    .satisfiesExactly(says(
                            "ERROR s2.h: the table keeps its history",
                            "the target gets the present rows alone",
                            "drop the system versioning on the source",
                            "or accept that the history is lost []"));
        }
    }

    @OnMySqlAndMariaDb
    void aForeignKeyToAnotherDatabaseIsRefused(DatabaseServer on) throws Exception {
        String table = "CREATE TABLE p (id INT PRIMARY KEY);";
        try (SmallGame game = new SmallGame(on, table, table, table + "CREATE TABLE c (p INT)")) {
            for (int source = 1; source <= 2; source++) {
                game.in(
                        source,
                        "CREATE TABLE c (p INT, CONSTRAINT out_%d FOREIGN KEY (p) REFERENCES %s.p (id))"
                                .formatted(source, game.database(3)));
            }

            assertThat(game.found("", "FOREIGN_KEY_OUTSIDE"))
                    .satisfiesExactly(says(
                            "ERROR c.out_1: foreign key leads to " + game.database(3) + ".p",
                            "outside of what is merged",
                            "drop it on the sources",
                            "or accept that it keeps its values []"));
            game.in(1, "DROP TABLE c");
            game.in(2, "DROP TABLE c");
        }
    }

    // --------------------------------------------------------------------------------------------------------- texts

    @OnMySqlOrMariaDb
    void aPatternOfCharactersThatAColumnLacksIsRefused(DatabaseServer on) throws Exception {
        String tables = """
                CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) CHARACTER SET latin1, UNIQUE KEY (name));
                CREATE TABLE fame (id INT PRIMARY KEY AUTO_INCREMENT, who VARCHAR(20) CHARACTER SET ascii,
                    thing VARCHAR(20) CHARACTER SET utf8mb4);
                INSERT INTO p VALUES (1, 'Bob');
                """;
        String yaml = """
                unique: [ { key: p.name, on-clash: rename, pattern: "{name}%s{alias}", followed-by: [ fame.who, fame.thing ] } ]
                """;
        try (SmallGame game = new SmallGame(on, tables, tables)) {
            String lacks =
                    "pattern {name}·名字{alias} has a character that the character set %s of column %s on the main server lacks";
            assertThat(game.found(yaml.formatted("·名字"), "CONFIG"))
                    .satisfiesExactlyInAnyOrder(
                            says("ERROR p.name: " + lacks.formatted("latin1", "p.name"), " []"),
                            says("ERROR fame.who: " + lacks.formatted("ascii", "fame.who"), " []"));

            String withoutAscii = yaml.replace("fame.who, ", "");
            assertThat(game.found(withoutAscii.formatted("."), "CONFIG")).isEmpty();
            assertThat(game.found(withoutAscii.formatted("·"), "CONFIG")).isEmpty();
        }
    }

    @Test
    void columnsThatTheMergeDoesNotLookIntoAreListed() throws Exception {
        String tables = """
                CREATE TABLE players (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL UNIQUE);
                CREATE TABLE log (id BIGINT PRIMARY KEY AUTO_INCREMENT, said TEXT);
                CREATE TABLE bag (k VARCHAR(60) CHARACTER SET utf8mb4 PRIMARY KEY, owner BIGINT, price BIGINT, level INT, extra JSON,
                    bytes VARBINARY(9), kind ENUM('a', 'b'), note VARCHAR(9));
                INSERT INTO players (id, name) VALUES (5, 'Cleo');
                INSERT INTO log (said) VALUES ('player 5');
                INSERT INTO bag VALUES ('é%1$d', 5, 7, 1, '{}', x'000102', 'a', NULL),
                    ('f%1$d', 5, NULL, 1, NULL, NULL, 'b', NULL);
                """;
        try (SmallGame game =
                new SmallGame(DatabaseServer.mySqlOrMariaDb(), tables.formatted(1), tables.formatted(2))) {
            assertThat(game.found("""
                            tables: { log: { class: skip } }
                            references: [ bag.owner -> players.id ]
                            unique: [ { key: players.name, on-clash: rename, pattern: "{name}.{alias}" } ]
                            """, "NOT_SEARCHED"))
                    .satisfiesExactly(says(
                            "WARNING *: a merge does not look into these columns",
                            "copies them as they are",
                            "SQL after verify",
                            "class main-only or skip",
                            "4 [bag.k  varchar(60)  4 values  10 bytes, bag.price  bigint  2 values  2 bytes, bag.extra  ",
                            // a LONGTEXT on MariaDB
                            "  2 values  4 bytes, bag.bytes  varbinary(9)  2 values  6 bytes]"));
        }
    }

    // ----------------------------------------------------------------------------------------------------------- ids

    @OnMySqlOrMariaDb
    void idsAboveTheGreatestLongAreRefused(DatabaseServer on) throws Exception {
        String tables = """
                CREATE TABLE p (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT);
                CREATE TABLE aura (caster BIGINT UNSIGNED NOT NULL);
                INSERT INTO p VALUES (1), (9000);
                INSERT INTO aura VALUES (1), (9000);
                """;
        String more = "INSERT INTO aura VALUES (17379390969236947564)";
        try (SmallGame game = new SmallGame(on, tables, tables + more)) {
            assertThat(game.found("references: [ { from: aura.caster, to: p.id, orphans: keep } ]", "ID_BEYOND_RANGE"))
                    .satisfiesExactly(says(
                            "ERROR s2.aura.caster: id 17379390969236947564 is above 9223372036854775807",
                            "or the reference a when: \"caster < 4294967296\" []"));
        }
    }

    /** If the counter leaves room for them, and else above the greatest that is there. */
    @ParameterizedTest
    @CsvSource({"INT, 500, 501", "TINYINT, 126, 3"})
    void freshIdsBeginAboveThoseOfDeletedRows(String type, int deleted, int fresh) throws Exception {
        String table = "CREATE TABLE p (id %1$s PRIMARY KEY AUTO_INCREMENT); INSERT INTO p VALUES (1), (2), (%2$d);"
                        .formatted(type, deleted)
                + "DELETE FROM p WHERE id = " + deleted;
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), table, table)) {
            assertThat(game.planned("tables: { p: { ids: map } }").plan().domains())
                    .singleElement()
                    .satisfies(ids -> assertThat(ids.of(2).freshFrom()).isEqualTo(fresh));
        }
    }

    // ---------------------------------------------------------------------------------------------------- conditions

    /** {@code events} and {@code files} are also names of what every server has in information_schema. */
    private static final String CONDITIONS = """
            CREATE TABLE players (id INT PRIMARY KEY AUTO_INCREMENT, score INT);
            CREATE TABLE ranking (id INT PRIMARY KEY, score INT);
            CREATE TABLE events (event_name INT);
            CREATE TABLE files (file_id INT);
            """;

    private static List<String> refusedConditions(SmallGame game, String condition) throws Exception {
        return game.found("tables: { players: { where: \"" + condition + "\" } }", "CONFIG");
    }

    /** One source's rows are asked for from the session of another, and beside rows of others. */
    @OnMySqlAndMariaDb
    void aConditionNamesColumnsWithoutAnAliasAndTablesWithTheirDatabase(DatabaseServer on) throws Exception {
        try (SmallGame game = new SmallGame(on, CONDITIONS, CONDITIONS)) {
            for (String condition : List.of(
                    "s.score > 5",
                    "players.score > 5",
                    "id IN (SELECT r.id FROM ranking r)",
                    "id IN (SELECT event_name FROM events)",
                    "EXISTS (SELECT 1 FROM {source}.events e, files f WHERE e.event_name = f.file_id)")) {
                assertThat(refusedConditions(game, condition))
                        .satisfiesExactly(says(
                                "ERROR players: the server refuses the condition '" + condition + "' (",
                                "columns have no alias",
                                "{source}. stands before each table and routine",
                                "(tables in line 5 of merge.yaml): correct merge.yaml []"));
                assertThat(refusedConditions(
                                game,
                                condition
                                        .replaceAll("\\{source}\\.|\\b(s|players)\\.", "")
                                        .replaceAll("\\b(ranking|events|files)\\b", "{source}.$1")))
                        .isEmpty();
            }
        }
    }

    // -------------------------------------------------------------------------------------- sources that change

    /** The tables are filled in an earlier second than the plan begins in: servers know times of writes in seconds. */
    @OnMySqlOrMariaDb
    void whatIsChangedWhileItIsPlannedIsNoticedByTheRun(DatabaseServer on) throws Exception {
        String tables = """
                CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, level INT);
                CREATE TABLE r (id INT PRIMARY KEY);
                INSERT INTO p VALUES (1, 1);
                """;
        try (SmallGame game = new SmallGame(on, tables, tables + "DO SLEEP(1.1)")) {
            PlanFile plan = game.planned("", progress -> {
                if (progress.step().equals("find the rows that are left out")) {
                    game.in(2, "UPDATE p SET level = 2", "ALTER TABLE r ADD COLUMN more INT");
                }
            });

            assertThatThrownBy(() -> game.run(plan))
                    .isInstanceOf(MergeRefusedException.class)
                    .hasMessageContainingAll("s2.p: it was written to at", "s2.r: its definition was changed");
        }
    }
}
