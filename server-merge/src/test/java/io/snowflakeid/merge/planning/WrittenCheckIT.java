package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.Finding.Severity;
import io.snowflakeid.merge.planning.draft.PlannedGame;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sources that change while they are planned. */
class WrittenCheckIT {

    /** Two tables, written to in an earlier second than the plan begins in: times of writes are told in seconds. */
    private static PlannedGame game(DatabaseServer on) throws Exception {
        PlannedGame game = PlannedGame.on(on, 2)
                .everywhere(
                        "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, level INT)",
                        "CREATE TABLE q (id INT)",
                        "INSERT INTO p VALUES (1, 1)",
                        "INSERT INTO q VALUES (1)");
        return game.in(1, "DO SLEEP(1.1)");
    }

    private static List<Finding> foundWhen(PlannedGame game, String step, String... statements) throws Exception {
        AtomicBoolean done = new AtomicBoolean();
        game.told(progress -> {
            if (progress.step().equals(step) && !done.getAndSet(true)) {
                try {
                    game.in(2, statements);
                } catch (SQLException e) {
                    throw new AssertionError(e);
                }
            }
        });
        List<Finding> found = game.found("SOURCE_WRITTEN");
        assertThat(done).isTrue();
        return found;
    }

    @OnMySqlOrMariaDb
    void aRowThatIsWrittenWhileIdsAreComparedIsNoticed(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            List<Finding> found = foundWhen(game, "compare ids", "UPDATE p SET level = 2");

            assertThat(found).hasSize(1);
            Finding finding = found.get(0);
            assertThat(finding.severity()).isEqualTo(Severity.ERROR);
            assertThat(finding.subject()).isEqualTo("s2.p");
            assertThat(finding.message())
                    .matches("was written to at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC while it was planned:"
                            + " stop .* plan again");
        }
    }

    @OnMySqlOrMariaDb
    void tablesThatAreDroppedDefinedAnewOrCreatedAreNoticed(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            List<Finding> found = foundWhen(
                    game,
                    "look for what else could go wrong",
                    "ALTER TABLE p ADD COLUMN more INT",
                    "CREATE TABLE young (id INT)");

            String next = " while it was planned: stop what writes to the source and plan again";
            assertThat(found)
                    .extracting(finding -> finding.subject() + " " + finding.message())
                    .containsExactly("s2.p was defined anew" + next, "s2.young was created" + next);
        }
    }

    @OnMySqlOrMariaDb
    void aDroppedTableIsNoticed(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            game.config("tables: { q: { class: skip } }");

            assertThat(foundWhen(game, "look for what else could go wrong", "DROP TABLE q"))
                    .extracting(finding -> finding.subject() + " " + finding.message())
                    .containsExactly(
                            "s2.q was dropped while it was planned: stop what writes to the source and plan again");
        }
    }
}
