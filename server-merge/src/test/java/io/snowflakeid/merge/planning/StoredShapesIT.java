package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;

/** Computed columns, partitions and constraints of the main server, and rows of others that do not fit them. */
class StoredShapesIT {

    @OnMySqlOrMariaDb
    void aComputedColumnThatNamesAMovedIdIsWarnedOf(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                    "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT)",
                    "CREATE TABLE c (p INT, level INT, `odd``name` INT AS (p % 7) VIRTUAL,"
                            + " next INT AS (`odd``name` + 1) VIRTUAL, twice INT AS (level * 2) STORED,"
                            + " FOREIGN KEY (p) REFERENCES p (id))",
                    "INSERT INTO p VALUES (1), (2)");

            List<Finding> found = game.found("GENERATED");

            assertThat(found)
                    .extracting(finding -> finding.severity() + " " + finding.subject())
                    .containsExactly("NOTE c.twice", "WARNING c.odd`name", "WARNING c.next");
            assertThat(found.get(0).message()).startsWith("computes itself in the target, from ");
            assertThat(found.get(1).message())
                    .containsSubsequence(
                            "will differ from the sources, since p changes",
                            "its values are not compared",
                            "look whether the game stores them elsewhere");
        }
    }

    @OnMySqlOrMariaDb
    void aComputedColumnOfIdsThatStayIsNoted(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                            "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT)",
                            "CREATE TABLE c (p INT, odd INT AS (p % 7) VIRTUAL, FOREIGN KEY (p) REFERENCES p (id))")
                    .in(1, "INSERT INTO p (id) VALUES (1)")
                    .in(2, "INSERT INTO p (id) VALUES (2)");

            assertThat(game.found("GENERATED")).extracting(Finding::severity).containsExactly(Severity.NOTE);
        }
    }

    private static final String RANGES =
            "CREATE TABLE r (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY) PARTITION BY RANGE (id)"
                    + " (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN (%s))";

    @OnMySqlOrMariaDb
    void rangesThatEndBelowTheMovedIdsRefuseThem(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(RANGES.formatted("20"), "INSERT INTO r VALUES (1), (2), (15)");

            List<Finding> found = game.found("PARTITIONS", "PARTITION_REFUSES");

            assertThat(found.get(0).severity()).isEqualTo(Severity.NOTE);
            assertThat(found.get(0).message())
                    .startsWith("the target's table gets the partitions of the main server: PARTITION BY RANGE (`id`)");
            assertThat(found.subList(1, found.size()))
                    .satisfiesExactly(finding(
                            Severity.ERROR,
                            "PARTITION_REFUSES",
                            "s2.r",
                            List.of(
                                    "3 rows, as they will be, fit none of the partitions by `id`",
                                    "add partitions there",
                                    "up to MAXVALUE"),
                            3L,
                            List.of("id = 1", "id = 2", "id = 15")));
        }
    }

    @OnMySqlOrMariaDb
    void theFirstIdBeyondTheLastRangeIsRefused(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                    "CREATE TABLE p (id INT AUTO_INCREMENT PRIMARY KEY) PARTITION BY RANGE (id)"
                            + " (PARTITION a VALUES LESS THAN (15))",
                    "INSERT INTO p VALUES (1), (4), (5)");

            assertThat(game.domain("p.id").of(2).shift()).isEqualTo(10);
            assertThat(game.found("PARTITION_REFUSES"))
                    .extracting(finding -> finding.subject() + " " + finding.count())
                    .containsExactly("s2.p 1");
        }
    }

    @OnMySqlOrMariaDb
    void rangesThatGoOnForeverTakeThem(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(RANGES.formatted("MAXVALUE"), "INSERT INTO r VALUES (1), (2), (15)");

            assertThat(game.found("PARTITION_REFUSES")).isEmpty();
        }
    }

    @OnMySqlOrMariaDb
    void listsAreComparedValueByValue(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.in(
                            1,
                            "CREATE TABLE l (id INT, zone VARCHAR(9)) PARTITION BY LIST COLUMNS (zone)"
                                    + " (PARTITION a VALUES IN ('n,w', 's'), PARTITION b VALUES IN ('e', NULL))",
                            "INSERT INTO l VALUES (1, 'e')")
                    .in(
                            2,
                            "CREATE TABLE l (id INT, zone VARCHAR(9))",
                            "INSERT INTO l VALUES (1, 'n,w'), (2, 's'), (3, 'x'), (4, NULL)");

            assertThat(game.found("PARTITION_REFUSES"))
                    .satisfiesExactly(finding(
                            Severity.ERROR,
                            "PARTITION_REFUSES",
                            "s2.l",
                            List.of(
                                    "1 rows, as they will be, fit none of the partitions by `zone`",
                                    "add partitions there"),
                            1L,
                            List.of("zone = x")));
        }
    }

    @OnMySqlOrMariaDb
    void hashesTakeAnything(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                    "CREATE TABLE h (id INT NOT NULL PRIMARY KEY) PARTITION BY HASH (id) PARTITIONS 3",
                    "INSERT INTO h VALUES (1)");

            assertThat(game.found("PARTITION_REFUSES", "PARTITION_UNCHECKED")).isEmpty();
        }
    }

    @OnMySqlOrMariaDb
    void rangesOfSeveralColumnsAreToldNotToBeChecked(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere("CREATE TABLE r (a INT, b INT) PARTITION BY RANGE COLUMNS (a, b)"
                    + " (PARTITION x VALUES LESS THAN (5, 5))");

            assertThat(game.found("PARTITION_UNCHECKED"))
                    .satisfiesExactly(finding(
                            Severity.WARNING,
                            "PARTITION_UNCHECKED",
                            "r",
                            List.of(
                                    "whether the partitions by RANGE COLUMNS (`a`,`b`) take the rows of all sources",
                                    "was not checked",
                                    "make sure of it",
                                    "or the run stops there"),
                            null,
                            List.of()));
        }
    }

    @OnMySqlAndMariaDb
    void aConstraintThatMovedIdsViolateIsCounted(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 2)) {
            game.everywhere(
                            "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, level INT, CHECK (level < 1000))",
                            "CREATE TABLE c (id INT PRIMARY KEY, p INT NOT NULL, kind VARCHAR(9),"
                                    + " CHECK (p < 100 OR kind = 'it''s'), FOREIGN KEY (p) REFERENCES p (id))",
                            "INSERT INTO p (id, level) VALUES (1, 5), (200, 5)")
                    .in(1, "INSERT INTO c VALUES (1, 1, 'a'), (2, 200, 'it''s')")
                    .in(2, "INSERT INTO c VALUES (3, 1, 'a'), (4, 200, 'it''s')");

            List<Finding> found = game.found("CHECK", "CHECK_REFUSES");

            assertThat(found)
                    .extracting(finding -> finding.severity() + " " + finding.code() + " " + finding.subject() + " "
                            + finding.count() + " " + finding.samples())
                    .containsExactly("WARNING CHECK c null []", "ERROR CHECK_REFUSES s2.c 1 [p = 1, kind = a, id = 3]");
            assertThat(found.get(0).message())
                    .startsWith("the constraint CHECK (")
                    .endsWith(") names p, which changes: make sure that it is meant to hold for the new values too");
            assertThat(found.get(1).message())
                    .startsWith("1 rows, as they will be, do not hold CHECK (")
                    .contains("'it\\'s')")
                    .endsWith(") and would be refused: change them, or the constraint on the main server");
        }
    }

    @OnMySqlAndMariaDb
    void aConstraintThatAnotherSourceDoesNotHaveIsCountedThere(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 3)) {
            game.in(1, "CREATE TABLE p (id INT PRIMARY KEY, level INT, CHECK (level < 10))")
                    .in(2, "CREATE TABLE p (id INT PRIMARY KEY, level INT)", "INSERT INTO p VALUES (1, 10), (2, 9)")
                    .in(3, "CREATE TABLE p (id INT PRIMARY KEY, level INT)", "INSERT INTO p VALUES (3, NULL)");

            assertThat(game.found("CHECK", "CHECK_REFUSES"))
                    .extracting(finding -> finding.subject() + " " + finding.count() + " " + finding.samples())
                    .containsExactly("s2.p 1 [level = 10, id = 1]");
        }
    }
}
