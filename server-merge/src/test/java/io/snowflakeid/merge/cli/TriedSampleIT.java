package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.merge.ServerMerge;
import io.snowflakeid.merge.testdata.SampleServer;
import io.snowflakeid.merge.testdata.SqlScript;
import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlAndMariaDb;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What the guide says about the sample, step by step, with databases and a user of its own. */
class TriedSampleIT {

    private static final String HEROES_OF_ITEMS =
            "SELECT i.template, i.amount, SUBSTRING_INDEX(h.name, '.', 1) FROM %1$s.item i JOIN %1$s.hero h"
                    + " ON h.id = JSON_EXTRACT(i.attributes, '$.crafted_by') ORDER BY 1, 2, 3";

    /** Holds for all of the server, so that a test takes the other way that the guide names. */
    private static final String TRUST = "SET GLOBAL log_bin_trust_function_creators = 1";

    private final String own = "r" + UUID.randomUUID().toString().substring(0, 7);

    @TempDir
    private Path folder;

    @OnMySqlAndMariaDb
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the sample is filled by a shell script")
    void theSampleIsMergedAsTheGuideSays(DatabaseServer on) throws Exception {
        try (TestDatabase server = on.newDatabase()) {
            try {
                run(server, filling());
                run(
                        server,
                        guide("CREATE USER")
                                .replace("a password of yours", server.password())
                                .replace(TRUST, "GRANT SUPER ON *.* TO merge"));
                plansAndRuns(server);
                run(server, guide("UPDATE realm_merged"));
                assertThat(heroesOfItems(server, "realm_merged"))
                        .containsExactlyInAnyOrderElementsOf(heroesOfItems(server, "realm_s1", "realm_s2", "realm_s3"));
            } finally {
                drop(server);
            }
        }
    }

    private static String filling() throws IOException {
        Process process = new ProcessBuilder("sh", SampleServer.file("fill").toString(), "cat")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** The piece of SQL in the guide that begins so. */
    private static String guide(String begin) throws IOException {
        String page = Files.readString(Path.of("../docs/server-merge.md"));
        int start = page.indexOf("```sql\n" + begin) + "```sql\n".length();
        String piece = page.substring(start, page.indexOf("```", start));
        assertThat(piece.isBlank()).isFalse();
        return piece;
    }

    private String named(String text) {
        return text.replace("realm_", own + "_")
                .replace("realm\\_", own + "\\_")
                .replaceAll("\\bmerge\\b", own);
    }

    private void run(TestDatabase server, String script) throws SQLException {
        try (Connection connection = server.connect()) {
            SqlScript.run(connection, named(script));
        }
    }

    private void plansAndRuns(TestDatabase server) throws IOException {
        Path plan = folder.resolve("plan.json");
        ServerMerge merge = new ServerMerge();
        ServerMergeRun.of(merge, "plan", "--config", config(server, "start.yaml"), "--out", plan.toString())
                .exitsWith(1)
                .out()
                .contains("13 errors:\n", "REFERENCE_MISSING", "UNIQUE_CLASH");
        ServerMergeRun.of(merge, "plan", "--config", config(server, "merge.yaml"), "--out", plan.toString())
                .exitsWith(0)
                .out()
                .contains("NOT_SEARCHED", "Next: run");
        ServerMergeRun.on(plan, merge, "run").exitsWith(0);
        ServerMergeRun.on(plan, merge, "verify").exitsWith(0).out().contains("the target is as planned");
        ServerMergeRun.on(plan, merge, "where", "--server", "s3", "--table", "hero", "--id", "13")
                .exitsWith(0)
                .out()
                .contains("hero (id = 2013)", "Molono.s3");
        ServerMergeRun.on(
                        plan, merge, "report", "--out", folder.resolve("report").toString())
                .exitsWith(0);
    }

    private String config(TestDatabase server, String name) throws IOException {
        String url = server.url().replaceFirst("^(jdbc:[a-z]+://[^/]+/)[^?]*", "$1");
        Path password = Files.writeString(folder.resolve("password"), server.password());
        String yaml = named(Files.readString(SampleServer.file(name)))
                .replaceFirst("url: .*", "url: \"" + url + "\"")
                .replaceFirst("password-env: .*", "password-file: " + password.getFileName());
        return Files.writeString(folder.resolve(name), yaml).toString();
    }

    private List<String> heroesOfItems(TestDatabase server, String... databases) throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (String database : databases) {
                try (ResultSet rows = statement.executeQuery(HEROES_OF_ITEMS.formatted(named(database)))) {
                    while (rows.next()) {
                        found.add(rows.getString(1) + " " + rows.getString(2) + " " + rows.getString(3));
                    }
                }
            }
        }
        assertThat(found).hasSize(198);
        return found;
    }

    private void drop(TestDatabase server) throws SQLException {
        for (String database : List.of("s1", "s2", "s3", "merged")) {
            server.execute("DROP DATABASE IF EXISTS " + own + "_" + database);
        }
        server.execute("DROP USER IF EXISTS " + own);
    }
}
