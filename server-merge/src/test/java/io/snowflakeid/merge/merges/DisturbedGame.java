package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.checker.MergedFingerprint;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.merge.testdata.SqlScript;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A planned merge whose run is going to be disturbed, and what an undisturbed run makes of it. */
final class DisturbedGame {

    /** No key at all, many equal rows; more of them than one transaction takes, and few. */
    private static final String KEYLESS = """
            CREATE TABLE chat (hero_id INT NOT NULL, said VARCHAR(80) NULL, KEY chat_hero (hero_id));
            CREATE TABLE visit (hero_id INT NULL);
            INSERT INTO chat SELECT h.id, IF(h.id %% 2, 'hail', NULL) FROM hero h JOIN (SELECT 1 FROM hero LIMIT 5) five;
            INSERT INTO chat VALUES (0, 'of no hero');
            INSERT INTO visit SELECT IF(id %% 4, id, NULL) FROM hero ORDER BY id LIMIT %d;
            """;

    private static final String TABLES = """

            execution: { writers: 3, chunk-rows: 100, retry-seconds: %d }
            tables:
              item: { ids: map }
              guild: { ids: map }
            """;

    private static final String REFERENCES = """

            references:
              - { from: chat.hero_id, to: hero.id, none: [0] }
              - visit.hero_id -> hero.id
            """;

    /** All that the audit says apart from times: the same rows of each span as in an undisturbed run, so none that was committed is done again. */
    private static final List<String> AUDIT = List.of(
            "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1",
            "SELECT plan_hash, state FROM snowflake_merge_run",
            "SELECT number, alias, database_name FROM snowflake_merge_source ORDER BY 1",
            "SELECT * FROM snowflake_merge_range ORDER BY table_name, column_name, source",
            "SELECT * FROM snowflake_merge_rename ORDER BY 1, 4, 5",
            "SELECT name FROM snowflake_merge_step ORDER BY 1",
            "SELECT span, table_name, source, after_key, end_key, done_rows FROM snowflake_merge_span ORDER BY 1");

    private final SmallGame game;
    private final PlanFile plan;
    private final Map<String, List<String>> undisturbed;

    /** Fills the servers, plans, lets a run make the target, and drops it. */
    DisturbedGame(SmallGame game, GameServers servers, int retrySeconds) throws Exception {
        this.game = game;
        servers.filled((connection, server) -> {
            SampleServer.fill(connection, server, GameSize.players(150));
            SqlScript.run(connection, KEYLESS.formatted(20 + server));
        });
        plan = game.runnable(SampleServer.mergeYaml()
                .replace("\ntables:\n", TABLES.formatted(retrySeconds))
                .replace("\nreferences:\n", REFERENCES));
        try (ChildRun run = run()) {
            assertThat(run.end()).as("%s", run.errors()).isZero();
        }
        undisturbed = result();
        dropTarget();
    }

    /** Begins a run in a process of its own, or goes on with it. */
    ChildRun run() throws IOException {
        return new ChildRun(plan.path(), game.password());
    }

    void dropTarget() {
        game.inTarget("DROP DATABASE " + game.target(), "CREATE DATABASE " + game.target());
    }

    /** Waits until a run that copies rows has so many more chunks in the target for good, or is about something else. */
    void awaitChunks(ChildRun run, int more) throws Exception {
        try (Connection connection = game.connect()) {
            long goal = chunks(connection) + more;
            while (run.running() && run.step().equals("copy rows") && chunks(connection) < goal) {
                Thread.sleep(5);
            }
        }
    }

    private static long chunks(Connection connection) throws SQLException {
        String sql = "SELECT COUNT(done_rows) FROM snowflake_merge_span";
        return Long.parseLong(SmallGame.rows(connection, sql).get(0));
    }

    /** The target is as if nothing had happened, and it is right. */
    void requireRight() throws Exception {
        assertThat(result()).isEqualTo(undisturbed);
        assertThat(game.faults(plan)).isEmpty();
        game.requireRight(
                SampleServer.facts().reference("chat.hero_id -> hero.id", 0).reference("visit.hero_id -> hero.id"));
    }

    /** All rows, the audit, and the fresh ids. */
    private Map<String, List<String>> result() throws SQLException {
        Map<String, List<String>> result = new LinkedHashMap<>();
        try (Connection connection = game.connect()) {
            MergedFingerprint.of(connection, game.target()).forEach((table, rows) -> result.put(table, List.of(rows)));
        }
        AUDIT.forEach(sql -> result.put(sql, game.rows(sql)));
        result.get(AUDIT.get(0)).stream()
                .filter(table -> table.startsWith("snowflake_merge_map_"))
                .forEach(map -> result.put(map, game.rows("SELECT * FROM " + map + " ORDER BY 1, 2")));
        return result;
    }
}
