package io.snowflakeid.merge.planning;

import static io.snowflakeid.merge.Said.finding;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.planning.draft.PlannedGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables that no merge carries as they are. */
class HistoryCheckIT {

    @Test
    void aTableThatKeepsItsHistoryIsRefused() throws Exception {
        try (PlannedGame game = PlannedGame.on(DatabaseServer.MARIADB, 2)) {
            game.everywhere("CREATE TABLE plain (id INT PRIMARY KEY)")
                    .in(
                            1,
                            "CREATE TABLE h (id INT PRIMARY KEY)",
                            "CREATE TABLE skipped (id INT) WITH SYSTEM VERSIONING")
                    .in(
                            2,
                            "CREATE TABLE h (id INT PRIMARY KEY) WITH SYSTEM VERSIONING",
                            "CREATE TABLE skipped (id INT)")
                    .config("tables: { skipped: { class: skip } }");

            assertThat(game.found("SYSTEM_VERSIONED"))
                    .satisfiesExactly(finding(
                            Severity.ERROR,
                            "SYSTEM_VERSIONED",
                            "s2.h",
                            List.of(
                                    "the table keeps its history",
                                    "the target gets the present rows alone",
                                    "drop the system versioning on the source",
                                    "or accept that the history is lost"),
                            null,
                            List.of()));
        }
    }

    @OnMySqlAndMariaDb
    void aForeignKeyToAnotherDatabaseIsRefused(DatabaseServer on) throws Exception {
        try (PlannedGame game = PlannedGame.on(on, 3)) {
            game.everywhere("CREATE TABLE p (id INT PRIMARY KEY)");
            for (int source = 1; source <= 2; source++) {
                game.in(
                        source,
                        "CREATE TABLE c (p INT, CONSTRAINT out_%d FOREIGN KEY (p) REFERENCES %s.p (id))"
                                .formatted(source, game.database(3)));
            }
            game.in(3, "CREATE TABLE c (p INT)");

            assertThat(game.found("FOREIGN_KEY_OUTSIDE"))
                    .satisfiesExactly(finding(
                            Severity.ERROR,
                            "FOREIGN_KEY_OUTSIDE",
                            "c.out_1",
                            List.of(
                                    "foreign key leads to " + game.database(3) + ".p",
                                    "outside of what is merged",
                                    "drop it on the sources",
                                    "or accept that it keeps its values"),
                            null,
                            List.of()));
            game.everywhere("DROP TABLE c");
        }
    }

    @Test
    void aTableOfComputedColumnsAloneIsRefused() throws Exception {
        try (PlannedGame game = PlannedGame.on(DatabaseServer.mySqlOrMariaDb(), 2)) {
            game.everywhere("CREATE TABLE one (a INT AS (1))", "CREATE TABLE two (a INT AS (b), b INT)");

            assertThat(game.found("NO_COLUMNS"))
                    .satisfiesExactly(finding(
                            Severity.ERROR,
                            "NO_COLUMNS",
                            "one",
                            List.of(
                                    "all of its columns are computed",
                                    "nothing to copy",
                                    "give it the class skip",
                                    "and drop or fill it afterwards"),
                            null,
                            List.of()));
        }
    }
}
