package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.testing.servers.DatabaseServer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A run and a verification hold no table in memory: of their heap of 256 MB they need little, whatever the table. */
@Tag("long")
class BigTableIT {

    /** Rows of both servers together; {@code -Dmerge.bigRows=10000000} for the size that is promised. */
    private static final long ROWS = Long.getLong("merge.bigRows", 400_000);

    private static final long NAMES = 10_000;

    private static final int ENOUGH_MEGABYTES = 160;

    private static String script(int server) {
        long each = ROWS / 2;
        return """
                CREATE TABLE hero (id INT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(24) NOT NULL, UNIQUE KEY hero_name (name));
                CREATE TABLE hit (id INT PRIMARY KEY AUTO_INCREMENT, hero INT NOT NULL, damage INT NOT NULL);
                INSERT INTO hero WITH RECURSIVE w (q) AS (SELECT 1 UNION ALL SELECT q + 1 FROM w WHERE q < %d)
                    SELECT q, CONCAT('hero ', q) FROM w;
                INSERT INTO hit WITH RECURSIVE w (q) AS (SELECT 1 UNION ALL SELECT q + 1 FROM w WHERE q < %d)
                    SELECT q, 1 + q %% %d, q + %d FROM w;
                """.formatted(NAMES, each, NAMES, server);
    }

    @Test
    void aRunOfManyRowsAndNewNamesNeedsLittleMemory() throws Exception {
        try (SmallGame game = new SmallGame(DatabaseServer.mySqlOrMariaDb(), script(0), script(1))) {
            PlanFile plan = game.runnable("""
                    execution: { writers: 2, chunk-rows: 50000 }
                    tables: { hero: { ids: map } }
                    references: [ hit.hero -> hero.id ]
                    unique: [ { key: hero.name, on-clash: rename, side: all } ]
                    """);
            long start = System.nanoTime();
            try (ChildRun run = new ChildRun("run", plan.path(), game.password(), ENOUGH_MEGABYTES)) {
                assertThat(run.end()).as("%s", run.errors()).isZero();
            }
            long seconds = (System.nanoTime() - start) / 1_000_000_000;
            System.out.println(ROWS + " rows and " + 2 * NAMES + " new names in " + seconds + " s with "
                    + ENOUGH_MEGABYTES + " MB of the 256");
            game.requireRows("SELECT COUNT(*), COUNT(DISTINCT hero) FROM hit", ROWS / 2 * 2 + "|" + 2 * NAMES);
            game.requireRows("SELECT COUNT(*) FROM hero WHERE name LIKE 'hero %.s_'", String.valueOf(2 * NAMES));
            assertThat(verified(game, plan)).isZero();
            // one changed byte among them all
            game.inTarget("UPDATE hit SET damage = damage + 1 WHERE id = " + ROWS / 3);
            assertThat(verified(game, plan)).isOne();
            assertThat(game.faults(plan))
                    .singleElement()
                    .asString()
                    .endsWith("1 row(s) with other values in the target: id = " + ROWS / 3 + " (damage)");
        }
    }

    private static int verified(SmallGame game, PlanFile plan) throws Exception {
        try (ChildRun verify = new ChildRun("verify", plan.path(), game.password(), ENOUGH_MEGABYTES)) {
            return verify.end();
        }
    }
}
