package io.snowflakeid.merge.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.Finding;
import io.snowflakeid.merge.checker.IndependentChecker;
import io.snowflakeid.merge.checker.MergeFacts;
import io.snowflakeid.merge.checker.MergedFingerprint;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.planning.MergePlanner;
import io.snowflakeid.merge.testdata.GameServers;
import io.snowflakeid.merge.testdata.GameSize;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.merge.testdata.SqlScript;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that is killed at any moment, and called again, ends as one that nobody disturbed. */
class KilledRunIT {

    private static final List<String> STEPS = List.of(
            "check the sources",
            "prepare the target",
            "create tables",
            "load new names",
            "cut the work into spans",
            "map ids",
            "copy rows",
            "copy rows",
            "copy rows",
            "build indexes",
            "add foreign keys",
            "follow references",
            "counters, triggers, views",
            "check the sources again");

    /** No key at all, many equal rows; more of them than one transaction takes, and few. */
    private static final String KEYLESS = """
            CREATE TABLE chat (hero_id INT NOT NULL, said VARCHAR(80) NULL, KEY chat_hero (hero_id));
            CREATE TABLE visit (hero_id INT NULL);
            """;

    private static final String YAML_TABLES = """
            execution: { writers: 3, chunk-rows: 100, keyless-rows: 300, retry-seconds: 60 }
            tables:
              item: { ids: map }
              guild: { ids: map }
            """;

    private final Map<String, Integer> killedAt = new TreeMap<>();

    @TempDir
    Path folder;

    @Test
    void fiftyKillsOnMySql() throws Exception {
        try (GameServers servers = GameServers.onMySql(3)) {
            survives(servers, 50, 20_261_121);
        }
        assertThat(killedAt.keySet()).containsAll(STEPS);
    }

    @Test
    void tenKillsOnMariaDb() throws Exception {
        try (GameServers servers = GameServers.onMariaDb(3)) {
            survives(servers, 10, 7);
        }
        assertThat(killedAt).hasSizeGreaterThan(5);
    }

    private void survives(GameServers servers, int kills, long seed) throws Exception {
        servers.filled((connection, server) -> {
            SampleServer.fill(connection, server, GameSize.players(150));
            fillKeyless(connection, server);
        });
        PlanFile plan = plan(servers);
        MergeRun.carryOut(plan, servers.password(), progress -> {});
        Map<String, String> undisturbed = result(servers);
        Random random = new Random(seed);
        List<String> steps = new ArrayList<>();
        for (int kill = 0; kill < kills; kill++) {
            if (steps.isEmpty()) {
                steps.addAll(STEPS);
                dropTarget(servers);
            }
            // later and later: what is done is not done again
            killAt(plan, servers, steps.remove(0), random);
            if (steps.isEmpty() || kill == kills - 1) {
                try (ChildRun last = new ChildRun(plan.path(), servers.password())) {
                    // refused if the last kill came just after the end
                    int code = last.end();
                    assertThat(code == 3 ? last.errors().toString() : "")
                            .matches("(\\[this plan was carried out already.*)?");
                    assertThat(code).as("%s", last.errors()).isIn(0, 3);
                }
                requireRight(servers, plan, undisturbed);
            }
        }
        System.out.println("killed in step: " + killedAt);
    }

    private static void requireRight(GameServers servers, PlanFile plan, Map<String, String> undisturbed)
            throws Exception {
        assertThat(result(servers)).isEqualTo(undisturbed);
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

    private PlanFile plan(GameServers servers) throws Exception {
        String shipped = SampleServer.mergeYaml();
        String yaml = "server: { url: \"" + servers.url() + "\", user: " + servers.user() + " }\nsources: "
                + servers.sources().toString().replace("=", ": ") + "\ntarget: " + servers.target() + "\n"
                + shipped.replace("\ntables:\n", "\n" + YAML_TABLES)
                        .replace(
                                "\nreferences:\n",
                                "\nreferences:\n  - { from: chat.hero_id, to: hero.id, none: [0] }\n  - visit.hero_id -> hero.id\n");
        Path file = Files.writeString(folder.resolve("merge.yaml"), yaml);
        PlanFile plan = MergePlanner.plan(
                ConfigReader.read(file), servers.password(), folder.resolve("plan.json"), progress -> {});
        assertThat(plan.plan().findings().stream().filter(finding -> finding.severity() == Finding.Severity.ERROR))
                .isEmpty();
        return plan;
    }

    /** Lets a run come to a step, and a little beyond; notes where it was, or that it had ended before. */
    private void killAt(PlanFile plan, GameServers servers, String wanted, Random random) throws Exception {
        try (ChildRun run = new ChildRun(plan.path(), servers.password())) {
            int more = wanted.equals("copy rows") ? random.nextInt(25) : 0;
            boolean seen = false;
            String step = "nothing";
            for (String line = run.next(); line != null; line = run.next()) {
                step = line.split("\t", -1)[0];
                boolean there = step.equals(wanted);
                if ((there && more-- == 0) || (seen && !there)) {
                    break;
                }
                seen |= there;
            }
            assertThat(step).as("wanted %s", wanted).isNotIn("nothing", "finished");
            Thread.sleep(random.nextInt(wanted.equals("check the sources again") ? 10 : 40));
            run.kill();
            killedAt.merge(step, 1, Integer::sum);
        }
    }

    private static void dropTarget(GameServers servers) throws SQLException {
        try (Connection connection = servers.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + servers.target());
            statement.execute("CREATE DATABASE " + servers.target());
        }
    }

    /** All rows, and all that the audit tells apart from times. */
    private static Map<String, String> result(GameServers servers) throws SQLException {
        try (Connection connection = servers.connect()) {
            Map<String, String> result = new LinkedHashMap<>(MergedFingerprint.of(connection, servers.target()));
            connection.setCatalog(servers.target());
            for (String sql : List.of(
                    "SELECT table_name FROM information_schema.tables WHERE table_schema = DATABASE() ORDER BY 1",
                    "SELECT plan_hash, state FROM snowflake_merge_run",
                    "SELECT number, alias, database_name, parent FROM snowflake_merge_source ORDER BY 1",
                    "SELECT * FROM snowflake_merge_range ORDER BY table_name, column_name, source",
                    "SELECT * FROM snowflake_merge_rename ORDER BY 1, 4, 5",
                    "SELECT name FROM snowflake_merge_step ORDER BY 1",
                    // as many chunks as in an undisturbed run: none that was committed is done again
                    "SELECT span, kind, table_name, source, after_key, end_key, last_key, planned_rows, done_rows, chunks, done"
                            + " FROM snowflake_merge_span ORDER BY 1")) {
                result.put(sql, rows(connection, sql));
            }
            for (String table : result.get(result.keySet().stream()
                            .filter(k -> k.contains("information_schema"))
                            .findFirst()
                            .orElseThrow())
                    .split("\n", -1)) {
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
