package io.snowflakeid.merge.merges;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.checker.IndependentChecker;
import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergedFingerprint;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.merge.verify.MergeVerification;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A planned merge whose run is going to be disturbed, and what an undisturbed run makes of it. */
final class DisturbedGame {

    /** No key at all, many equal rows; more of them than one transaction takes, and few. */
    private static final String KEYLESS = """
            CREATE TABLE chat (hero_id INT NOT NULL, said VARCHAR(80) NULL, KEY chat_hero (hero_id));
            CREATE TABLE visit (hero_id INT NULL);
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

    private final GameServers servers;
    private final PlanFile plan;
    private final Map<String, String> undisturbed;

    /** Fills the servers, plans, lets a run make the target, and drops it. */
    DisturbedGame(GameServers servers, Path folder, int retrySeconds) throws Exception {
        this.servers = servers;
        servers.filled((connection, server) -> {
            SampleServer.fill(connection, server, GameSize.players(150));
            fillKeyless(connection, server);
        });
        plan = plan(folder, retrySeconds);
        try (ChildRun run = run()) {
            assertThat(run.end()).as("%s", run.errors()).isZero();
        }
        undisturbed = result();
        dropTarget();
    }

    private static void fillKeyless(Connection connection, int server) throws SQLException {
        for (String sql : SqlScript.statements(KEYLESS)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO chat SELECT id % 3 * 0 + h.id, IF(h.id % 2, 'hail', NULL) FROM hero h"
                    + " JOIN (SELECT 1 FROM hero LIMIT 5) five ON 1 = 1");
            statement.execute("INSERT INTO chat VALUES (0, 'nobody said this')");
            statement.execute(
                    "INSERT INTO visit SELECT IF(id % 4, id, NULL) FROM hero ORDER BY id LIMIT " + (20 + server));
        }
    }

    private PlanFile plan(Path folder, int retrySeconds) throws Exception {
        String yaml = SampleServer.mergeYaml()
                .replace("\ntables:\n", "\n" + TABLES.formatted(retrySeconds))
                .replace("\nreferences:\n", "\n" + REFERENCES);
        PlanFile made = servers.plan(folder, yaml, progress -> {});
        assertThat(made.plan().findings().stream().filter(finding -> finding.severity() == Finding.Severity.ERROR))
                .isEmpty();
        return made;
    }

    /** Begins a run in a process of its own, or goes on with it. */
    ChildRun run() throws IOException {
        return new ChildRun(plan.path(), servers.password());
    }

    void dropTarget() throws SQLException {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + servers.target());
            statement.execute("CREATE DATABASE " + servers.target());
        }
    }

    /** Waits until a run that copies rows has so many more chunks in the target for good, or is about something else. */
    void awaitChunks(ChildRun run, int more) throws Exception {
        try (Connection connection = servers.connect()) {
            long goal = chunks(connection) + more;
            while (run.running() && run.step().equals("copy rows") && chunks(connection) < goal) {
                Thread.sleep(5);
            }
        }
    }

    private static long chunks(Connection connection) throws SQLException {
        return Long.parseLong(rows(connection, "SELECT COALESCE(SUM(chunks), 0) FROM snowflake_merge_span"));
    }

    /** The target is as if nothing had happened, and it is right. */
    void requireRight() throws Exception {
        assertThat(result()).isEqualTo(undisturbed);
        assertThat(MergeVerification.verify(plan, servers.password(), 2, progress -> {})
                        .faults())
                .isEmpty();
        try (Connection connection = servers.connect()) {
            MergeFacts facts =
                    SampleServer.facts().reference("chat.hero_id -> hero.id", 0).reference("visit.hero_id -> hero.id");
            assertThat(IndependentChecker.problems(connection, servers.sources(), servers.target(), facts))
                    .isEmpty();
        }
    }

    /** All rows, and all that the audit tells apart from times. */
    private Map<String, String> result() throws SQLException {
        try (Connection connection = servers.connect()) {
            Map<String, String> result = new LinkedHashMap<>(MergedFingerprint.of(connection, servers.target()));
            connection.setCatalog(servers.target());
            String tables = rows(
                    connection,
                    "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1");
            result.put("tables", tables);
            for (String sql : List.of(
                    "SELECT plan_hash, state FROM snowflake_merge_run",
                    "SELECT number, alias, database_name FROM snowflake_merge_source ORDER BY 1",
                    "SELECT * FROM snowflake_merge_range ORDER BY table_name, column_name, source",
                    "SELECT * FROM snowflake_merge_rename ORDER BY 1, 4, 5",
                    "SELECT name FROM snowflake_merge_step ORDER BY 1",
                    // as many chunks as in an undisturbed run: none that was committed is done again
                    "SELECT span, table_name, source, after_key, end_key, last_key, planned_rows, done_rows, chunks, done"
                            + " FROM snowflake_merge_span ORDER BY 1")) {
                result.put(sql, rows(connection, sql));
            }
            for (String table : tables.split("\n", -1)) {
                if (table.startsWith("snowflake_merge_map_")) {
                    result.put(table, rows(connection, "SELECT * FROM " + table + " ORDER BY 1, 2"));
                }
            }
            return result;
        }
    }

    private static String rows(Connection connection, String sql) throws SQLException {
        StringBuilder text = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                for (int i = 1; i <= columns; i++) {
                    text.append(i == 1 ? "" : " | ").append(rows.getString(i));
                }
                text.append('\n');
            }
        }
        return text.toString().strip();
    }
}
