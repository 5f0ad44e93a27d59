package io.snowflakeid.distribution;

import io.snowflakeid.testing.servers.DatabaseServer;
import io.snowflakeid.testing.servers.OnMySqlOrMariaDb;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Unpacked commands on databases, so with the drivers that are in their archives. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the script for Windows has another language")
@Tag("long")
class UnpackedCommandsIT {

    @TempDir
    private Path folder;

    private Path script;

    private Run run(String... arguments) {
        List<String> line = new ArrayList<>(List.of(script.toString()));
        line.addAll(List.of(arguments));
        Map<String, String> environment = Map.of(
                "PATH", System.getenv("PATH"),
                "JAVA_HOME", System.getProperty("java.home"),
                "JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        return Run.of(environment, line.toArray(String[]::new));
    }

    private void unpack(String command, String format) throws IOException {
        Archive archive = new Archive(command, format);
        script = archive.script(archive.unpack(Files.createDirectory(folder.resolve("unpacked"))));
    }

    private Run onPlan(String command, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of(command, "--plan", folder.resolve("plan.json").toString()));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private static List<String> game(String schema, String... heroes) {
        List<String> statements = new ArrayList<>(List.of("CREATE TABLE " + schema
                + ".hero (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) NOT NULL)"));
        for (String hero : heroes) {
            statements.add("INSERT INTO " + schema + ".hero (name) VALUES ('" + hero + "')");
        }
        return statements;
    }

    /** Plans, runs and verifies a merge of s1 and s2, both of which have the hero 1. */
    private void merges(String url, String user, String password, String s1, String s2, String target)
            throws IOException {
        Files.writeString(folder.resolve("password"), password);
        Path config = Files.writeString(folder.resolve("merge.yaml"), """
                server: { url: "%s", user: "%s", password-file: password }
                sources: { s1: %s, s2: %s }
                target: %s
                """.formatted(url, user, s1, s2, target));
        String plan = folder.resolve("plan.json").toString();
        run("plan", "--config", config.toString(), "--out", plan).prints().contains("3 rows to copy");
        onPlan("run").prints().startsWith("everything is merged into " + target);
        onPlan("verify").prints().contains("3 rows in ");
    }

    @Test
    void serverMergeMergesOnH2() throws Exception {
        unpack("server-merge", "zip");
        String url = "jdbc:h2:file:" + folder.resolve("game")
                + ";MODE=MySQL;DATABASE_TO_LOWER=TRUE;CASE_INSENSITIVE_IDENTIFIERS=TRUE";
        try (Connection connection = DriverManager.getConnection(url, "sa", "secret");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA s1");
            statement.execute("CREATE SCHEMA s2");
            for (String sql : game("s1", "Anna", "Bob")) {
                statement.execute(sql);
            }
            for (String sql : game("s2", "Cid")) {
                statement.execute(sql);
            }
        }
        merges(url, "sa", "secret", "s1", "s2", "merged");
        onPlan("run").failsWith(3).contains("was carried out already");
        onPlan("where", "--server", "s2", "--table", "hero", "--id", "9").exitsWith(1);
        run("plan", "--config", folder.resolve("none.yaml").toString()).failsWith(2);
    }

    @OnMySqlOrMariaDb
    void serverMergeMergesOn(DatabaseServer on) throws Exception {
        unpack("server-merge", "tar.gz");
        try (TestDatabase s1 = on.newDatabase();
                TestDatabase s2 = on.newDatabase();
                TestDatabase target = on.newDatabase()) {
            s1.execute(game(s1.name(), "Anna", "Bob").toArray(String[]::new));
            s2.execute(game(s2.name(), "Cid").toArray(String[]::new));
            String server = s1.url().replaceFirst("^(jdbc:[a-z]+://[^/]+/)[^?]*", "$1");
            merges(server, s1.user(), s1.password(), s1.name(), s2.name(), target.name());
        }
    }

    @Test
    void snowflakeCliDecodesAnId() throws IOException {
        unpack("snowflake-cli", "zip");
        run("inspect", "2071236410478198784").prints().contains("2026");
        run("inspect", "no id!").failsWith(2).startsWith("error: ");
    }

    @Test
    void snowflakeCliChecksTablesOfEachDatabase() throws Exception {
        unpack("snowflake-cli", "tar.gz");
        for (DatabaseServer server : List.of(DatabaseServer.mySqlOrMariaDb(), DatabaseServer.POSTGRES)) {
            try (TestDatabase database = server.newDatabase()) {
                database.execute("CREATE TABLE hero (id BIGINT NOT NULL PRIMARY KEY)");
                run(
                                "doctor",
                                "--database",
                                database.url(),
                                "--user",
                                database.user(),
                                "--password",
                                database.password())
                        .prints()
                        .startsWith("hero.id ");
            }
        }
    }
}
