package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.snowflakeid.merge.copy.AuditTables;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.result.MergeProgress;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.sql.Server;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run does that is called again, what it refuses, and which numbers an operator sees meanwhile. */
class ResumedRunIT {

    private static final String TABLES = """
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20) NOT NULL, mentor INT, UNIQUE KEY one_name (name),
                CONSTRAINT hero_mentor FOREIGN KEY (mentor) REFERENCES hero (id));
            CREATE TABLE hit (hero INT NOT NULL, damage INT);
            CREATE VIEW names AS SELECT name FROM hero;
            CREATE VIEW few AS SELECT name FROM names;
            CREATE TRIGGER hits AFTER INSERT ON hero FOR EACH ROW INSERT INTO hit VALUES (NEW.id, 0);
            """;
    private static final String FIRST = TABLES
            + "INSERT INTO hero VALUES (1, 'Ann', NULL), (2, 'Bob', 1), (3, 'Cid', 3); INSERT INTO hit VALUES (1, 5), (1, 5)";
    private static final String SECOND =
            TABLES + "INSERT INTO hero VALUES (1, 'Dan', 2), (2, 'ann', NULL); INSERT INTO hit VALUES (2, 7)";
    private static final String YAML = """
            execution: { writers: 2, chunk-rows: 100, retry-seconds: 5 }
            references: [ hit.hero -> hero.id ]
            unique: [ { key: hero.name, on-clash: rename } ]
            """;
    private static final List<String> HEROES =
            List.of("1|Ann|null", "2|Bob|1", "3|Cid|3", "11|Dan|12", "12|ann.s2|null");

    private SmallGame game(DatabaseServer kind) throws Exception {
        return new SmallGame(kind, FIRST, SECOND);
    }

    private static void requireMerged(SmallGame game, PlanFile plan) throws Exception {
        assertThat(game.rows("SELECT * FROM hero ORDER BY id")).isEqualTo(HEROES);
        assertThat(game.rows("SELECT hero, damage FROM hit ORDER BY 1, 2"))
                .containsExactly("1|0", "1|5", "1|5", "2|0", "3|0", "11|0", "12|0", "12|7");
        assertThat(game.rows("SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE()"
                        + " AND table_name NOT LIKE 'snowflake\\_merge\\_%' ORDER BY 1"))
                .containsExactly("few", "hero", "hit", "names");
        assertThat(game.faults(plan)).isEmpty();
    }

    @OnMySqlOrMariaDb
    void whatIsDoneAndNotYetNotedIsNotDoneAgain(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(kind)) {
            PlanFile plan = game.merged(YAML);
            requireMerged(game, plan);
            game.inTarget(
                    "UPDATE snowflake_merge_run SET state = 'running'",
                    "DELETE FROM snowflake_merge_step WHERE name LIKE 'create %' OR name LIKE 'index %'"
                            + " OR name LIKE 'foreign %' OR name LIKE 'trigger %' OR name LIKE 'view %' OR name LIKE 'counter %'");
            game.run(plan);
            requireMerged(game, plan);
        }
    }

    @OnMySqlOrMariaDb
    void aKillBeforeAllTablesOfTheAuditWereThereIsGoneOnFrom(DatabaseServer kind) throws Exception {
        try (SmallGame game = game(kind)) {
            PlanFile plan = game.planned(YAML);
            try (Server server = game.server(plan, 1)) {
                List<String> audit = new AuditTables(server.dialect(), game.target()).create();
                game.inTarget(audit.get(0));
            }
            game.run(plan);
            requireMerged(game, plan);
        }
    }

    @Test
    void aTargetWithOtherTablesIsRefused() throws Exception {
        try (SmallGame game = game(DatabaseServer.mySqlOrMariaDb())) {
            PlanFile plan = game.planned(YAML);
            game.inTarget("CREATE TABLE mine (id INT)");
            assertThatThrownBy(() -> game.run(plan))
                    .isInstanceOf(MergeRefusedException.class)
                    .hasMessage("target " + game.target()
                            + " is not empty: it has mine. Name a new database, or drop this one");
            game.requireRows("SHOW TABLES", "mine");
        }
    }

    // ------------------------------------------------------------------------------------------------------ progress

    private static final String GREAT = """
            CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, seen INT NOT NULL);
            CREATE TABLE purse (kind INT PRIMARY KEY, gold INT NOT NULL);
            INSERT INTO hero WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)
                SELECT i, i % 3 FROM n;
            INSERT INTO purse SELECT id, 7 FROM hero WHERE id <= 250;
            """;

    private static final String SOME = """
            execution: { writers: 1, chunk-rows: 100 }
            tables:
              hero: { where: "seen > 0" }
            unique: [ { key: purse.kind, on-clash: keep-first } ]
            """;

    private final List<MergeProgress> copied = new ArrayList<>();

    @OnMySqlOrMariaDb
    void allRowsAreThoseThatAreCopiedAlsoAfterABreak(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, GREAT, GREAT)) {
            PlanFile plan = game.runnable(SOME);

            assertThatThrownBy(() -> game.run(plan, progress -> {
                        note(progress);
                        if (copied.size() == 4) {
                            throw new IllegalStateException("broken off");
                        }
                    }))
                    .hasMessage("broken off");
            long done = copied.get(3).done();
            assertThat(copied).allMatch(progress -> progress.total() == 2 * 600 + 250);
            assertThat(done).isBetween(1L, 1449L);

            copied.clear();
            game.run(plan, this::note);

            assertThat(copied).allMatch(progress -> progress.total() == 1450);
            assertThat(copied.get(0).done()).isBetween(done, 1449L);
            assertThat(copied.get(copied.size() - 1).done()).isEqualTo(1450);
            assertThat(game.rows("SELECT table_name, source, SUM(done_rows) FROM snowflake_merge_span"
                            + " GROUP BY 1, 2 ORDER BY 1, 2"))
                    .containsExactly("hero|1|600", "hero|2|600", "purse|1|250", "purse|2|0");
        }
    }

    /** Fresh ids are made in transactions of as many as a span has rows. */
    @OnMySqlOrMariaDb
    void freshIdsGoOnAfterABreak(DatabaseServer kind) throws Exception {
        try (SmallGame game = new SmallGame(kind, GREAT, GREAT)) {
            PlanFile plan = game.runnable(SOME.replace("hero: {", "hero: { ids: map,"));
            List<Long> done = new ArrayList<>();

            assertThatThrownBy(() -> game.run(plan, progress -> {
                        if (progress.step().equals("map ids")) {
                            done.add(progress.done());
                            if (done.size() == 4) {
                                throw new IllegalStateException("broken off");
                            }
                        }
                    }))
                    .hasMessage("broken off");
            assertThat(done).containsExactly(0L, 100L, 200L, 300L);

            done.clear();
            game.run(
                    plan,
                    progress -> done.addAll(progress.step().equals("map ids") ? List.of(progress.done()) : List.of()));
            assertThat(done).startsWith(0L, 400L, 500L).endsWith(900L);
            assertThat(game.rows("SELECT COUNT(*), MIN(merge_new_id - merge_old_id), MAX(merge_new_id - merge_old_id)"
                            + " FROM snowflake_merge_map_1"))
                    .containsExactly("900|900|900");
        }
    }

    private void note(MergeProgress progress) {
        if (progress.step().equals("copy rows")) {
            copied.add(progress);
        }
    }
}
