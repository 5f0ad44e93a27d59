package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.plan.MergePlan;
import io.snowflakeid.merge.plan.MergePlan.SourcePlan;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What a plan takes from the one before, and when it does not. */
class ReadingsIT {

    private static final String NEXT_SECOND = "SELECT SLEEP(1.1)";

    /** Written to in an earlier second than the plan begins in: times of writes are told in seconds. */
    private static PlannedGame game(DatabaseServer on, String... more) throws SQLException {
        PlannedGame game = PlannedGame.on(on, 2)
                .everywhere(
                        "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, friend INT, born DATETIME)",
                        "INSERT INTO p VALUES (1, 2, '2001-01-01'), (2, 1, '2001-01-01'), (3, 1, '2001-01-01')")
                .everywhere(more)
                .config("references: [ p.friend -> p.id ]")
                .keptReadings();
        assertThat(game.ask(1, NEXT_SECOND)).isEqualTo("0");
        return game;
    }

    private static List<Finding> orphans(MergePlan plan) {
        return plan.findings().stream()
                .filter(finding -> finding.code().equals("ORPHANS"))
                .toList();
    }

    /** The plan before took its readings anew if its time is another one. */
    private static MergePlan inAnotherSecond(PlannedGame game) throws Exception {
        assertThat(game.ask(1, NEXT_SECOND)).isEqualTo("0");
        return game.plan().plan();
    }

    @OnMySqlOrMariaDb
    void aPlanOfUnchangedSourcesIsTheSame(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            MergePlan first = game.plan().plan();

            assertThat(inAnotherSecond(game)).isEqualTo(first);
        }
    }

    @OnMySqlOrMariaDb
    void aChangeOfTheConfigurationIsSeen(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            MergePlan first = game.plan().plan();
            MergePlan second = inAnotherSecond(game.config("tables: { p: { where: 'id < 3' } }"));

            assertThat(second.plannedAt()).isEqualTo(first.plannedAt());
            assertThat(first.table("p").copied()).isEqualTo(6);
            assertThat(second.table("p").copied()).isEqualTo(4);
        }
    }

    @OnMySqlOrMariaDb
    void aRowThatIsChangedInItsPlaceIsSeen(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            MergePlan first = game.plan().plan();
            game.in(2, "UPDATE p SET friend = 77 WHERE id = 3");
            MergePlan second = inAnotherSecond(game);

            assertThat(orphans(first)).isEmpty();
            assertThat(orphans(second)).extracting(Finding::subject).containsExactly("s2.p.friend -> p.id");
            assertThat(second.plannedAt()).isGreaterThan(first.plannedAt());
        }
    }

    /** Such a write has the time of the last one before the plan. */
    @OnMySqlOrMariaDb
    void aRowThatIsChangedInTheSecondOfThePlanIsSeen(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            String planned = "";
            String written = "-";
            for (int i = 0; i < 20 && !planned.equals(written); i++) {
                game.in(2, "UPDATE p SET friend = 1 WHERE id = 3");
                planned = game.plan().plan().plannedAt();
                game.in(2, "UPDATE p SET friend = 77 WHERE id = 3");
                written = game.ask(1, "SELECT CAST(UTC_TIMESTAMP() AS CHAR)");
            }

            assertThat(written).isEqualTo(planned);
            assertThat(orphans(inAnotherSecond(game))).hasSize(1);
        }
    }

    /** MySQL changes a default without another time of the last write. */
    @OnMySqlOrMariaDb
    void aDefinitionThatChangesIsSeen(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            MergePlan first = game.plan().plan();
            game.everywhere("ALTER TABLE p ALTER COLUMN friend SET DEFAULT 1");
            MergePlan second = inAnotherSecond(game);
            game.everywhere("ALTER TABLE p ADD COLUMN more INT");

            assertThat(second.plannedAt()).isGreaterThan(first.plannedAt());
            assertThat(inAnotherSecond(game).table("p").find("more")).isPresent();
        }
    }

    /** Its rows are read by the name of the database, which says nothing of what the function returns. */
    @OnMySqlOrMariaDb
    void aFunctionOfTheSourceThatChangesIsSeen(DatabaseServer on) throws Exception {
        String function = "CREATE FUNCTION kept() RETURNS INT DETERMINISTIC RETURN ";
        try (PlannedGame game = game(on, function + 3)) {
            game.config("tables: { p: { where: 'id < {source}.kept()' } }");
            MergePlan first = game.plan().plan();
            game.everywhere("DROP FUNCTION kept", function + 2);

            assertThat(first.table("p").copied()).isEqualTo(4);
            assertThat(inAnotherSecond(game).table("p").copied()).isEqualTo(2);
        }
    }

    @OnMySqlOrMariaDb
    void aRowMoreInATableWithoutATimeOfWritesIsSeen(DatabaseServer on) throws Exception {
        String inMemory = "CREATE TABLE log (id INT PRIMARY KEY) ENGINE = MEMORY";
        try (PlannedGame game = game(on, inMemory, "INSERT INTO log VALUES (1)")) {
            game.config("tables: { log: { class: main-only } }");
            MergePlan first = game.plan().plan();
            MergePlan second = inAnotherSecond(game);
            game.in(1, "INSERT INTO log VALUES (2)");
            MergePlan third = inAnotherSecond(game);

            assertThat(second).isEqualTo(first);
            assertThat(third.table("log").copied()).isEqualTo(2);
        }
    }

    @OnMySqlOrMariaDb
    void aConditionThatAsksForTheTimeGetsTheSame(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on)) {
            game.config("tables: { p: { where: 'born < NOW() - INTERVAL 1 DAY' } }");
            MergePlan first = game.plan().plan();
            assertThat(first.table("p").copied()).isEqualTo(6);

            assertThat(inAnotherSecond(game)).isEqualTo(first);
        }
    }

    @OnMySqlOrMariaDb
    void whatIsKeptIsNotReadAgain(DatabaseServer on) throws Exception {
        try (PlannedGame game = game(on);
                PlannedGame.Draft draft = game.draft()) {
            Game read = draft.game();
            AtomicInteger times = new AtomicInteger();
            for (SourcePlan source : read.sources()) {
                for (int i = 0; i < 3; i++) {
                    int number = read.readings().get(source, List.of("a"), times::incrementAndGet);
                    assertThat(number).isEqualTo(source.number());
                }
            }
        }
    }
}
