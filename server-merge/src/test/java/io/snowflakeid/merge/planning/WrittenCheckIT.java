package io.snowflakeid.merge.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.FindingCode;
import io.snowflakeid.merge.merges.SmallGame;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Sources that change while they are planned. */
class WrittenCheckIT {

    private static final String TABLES =
            "CREATE TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, level INT); CREATE TABLE q (id INT); INSERT INTO p VALUES (1, 1)";

    /** The tables are written to in an earlier second than the plan begins in: times of writes are told in seconds. */
    private static List<String> foundWhen(DatabaseServer on, String step, String... statements) throws Exception {
        try (SmallGame game = new SmallGame(on, TABLES, TABLES + "; DO SLEEP(1.1)")) {
            AtomicBoolean done = new AtomicBoolean();
            PlanFile plan = game.plan("tables: { q: { class: skip } }", progress -> {
                if (progress.step().equals(step) && !done.getAndSet(true)) {
                    game.in(2, statements);
                }
            });
            assertThat(done).isTrue();
            assertThat(plan.plan().runnable()).isFalse();
            return plan.plan().findings().stream()
                    .filter(finding -> finding.code() == FindingCode.SOURCE_WRITTEN)
                    .map(finding -> finding.severity() + " " + finding.subject() + " " + finding.message())
                    .toList();
        }
    }

    @OnMySqlOrMariaDb
    void aRowThatIsWrittenWhileIdsAreComparedIsNoticed(DatabaseServer on) throws Exception {
        assertThat(foundWhen(on, "compare ids", "UPDATE p SET level = 2"))
                .singleElement()
                .asString()
                .matches(
                        "ERROR s2.p was written to at \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC while it was planned:"
                                + " stop .* plan again");
    }

    @OnMySqlOrMariaDb
    void tablesThatAreDroppedDefinedAnewOrCreatedAreNoticed(DatabaseServer on) throws Exception {
        String next = " while it was planned: stop what writes to the source and plan again";
        assertThat(foundWhen(
                        on,
                        "look for what else could go wrong",
                        "ALTER TABLE p ADD COLUMN more INT",
                        "CREATE TABLE young (id INT)",
                        "DROP TABLE q"))
                .containsExactlyInAnyOrder(
                        "ERROR s2.p was defined anew" + next,
                        "ERROR s2.young was created" + next,
                        "ERROR s2.q was dropped" + next);
    }
}
