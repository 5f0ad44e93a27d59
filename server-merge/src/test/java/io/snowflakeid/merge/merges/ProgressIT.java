package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.MergeProgress;
import io.snowflakeid.merge.copy.MergeRun;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** The numbers that an operator sees while rows are copied. */
class ProgressIT {

    private static final String GAME = """
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, seen INT NOT NULL);
            CREATE TABLE purse (kind INT PRIMARY KEY, gold INT NOT NULL);
            INSERT INTO hero WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
                SELECT i, i % 3 FROM n;
            INSERT INTO purse SELECT id, 7 FROM hero WHERE id <= 250;
            """;

    private static final String YAML = """
            execution: { writers: 1, chunk-rows: 100 }
            tables:
              hero: { where: "seen > 0" }
            unique: [ { key: purse.kind, on-clash: keep-first } ]
            """;

    @TempDir
    private Path folder;

    private final List<MergeProgress> told = new ArrayList<>();

    @OnMySqlOrMariaDb
    void allRowsAreThoseThatAreCopiedAlsoAfterABreak(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, folder, GAME, GAME)) {
            PlanFile plan = game.plan(YAML);
            assertThat(SmallGame.errors(plan)).isEmpty();

            assertThatThrownBy(() -> MergeRun.carryOut(plan, game.password(), progress -> {
                        note(progress);
                        if (told.size() == 4) {
                            throw new IllegalStateException("broken off");
                        }
                    }))
                    .hasMessage("broken off");
            long done = told.get(3).done();
            assertThat(told).allMatch(progress -> progress.total() == 2 * 600 + 250);
            assertThat(done).isBetween(1L, 1449L);

            told.clear();
            MergeRun.carryOut(plan, game.password(), this::note);

            assertThat(told).allMatch(progress -> progress.total() == 1450);
            assertThat(told.get(0).done()).isBetween(done, 1449L);
            assertThat(told.get(told.size() - 1).done()).isEqualTo(1450);
            assertThat(game.rows(
                            "SELECT table_name, source, SUM(done_rows), SUM(planned_rows) FROM snowflake_merge_span"
                                    + " GROUP BY 1, 2 ORDER BY 1, 2"))
                    .containsExactly("hero|1|600|600", "hero|2|600|600", "purse|1|250|250", "purse|2|0|0");
        }
    }

    private void note(MergeProgress progress) {
        if (progress.step().equals("copy rows")) {
            told.add(progress);
        }
    }
}
