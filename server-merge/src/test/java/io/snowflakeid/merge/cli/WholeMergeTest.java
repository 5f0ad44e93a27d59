package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.merge.ServerMerge;
import io.snowflakeid.testing.servers.TestDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two small servers on H2, merged by the commands that an operator types, one after the other. */
class WholeMergeTest {

    private final TestDatabase server = TestDatabase.h2("whole_merge");

    @TempDir
    private Path folder;

    private Path plan;

    @Test
    void theCommandsMergeTwoServers() throws SQLException, IOException {
        plan = folder.resolve("plan.json");
        try (server) {
            fill("s1", "(1, 'Anna', 5), (2, 'Bob', 5)", "(1, 1), (2, 2)");
            refusesASourceThatIsNotThere();
            fill("s2", "(1, 'Anna', 5), (2, 'Cid', 0), (3, 'Dora', 5)", "(1, 1), (2, 2), (3, 3)");
            plansWithFindings();
            runs();
            verifies();
            tellsWhereRowsAre();
            reports();
        }
    }

    private void fill(String name, String players, String mails) throws SQLException {
        String schema = "game_" + name;
        server.execute(
                "CREATE SCHEMA " + schema,
                "CREATE TABLE " + schema
                        + ".players (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) NOT NULL,"
                        + " lastlogin INT NOT NULL, CONSTRAINT players_name UNIQUE (name))",
                "CREATE TABLE " + schema + ".mail (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, sender_id INT NOT NULL)",
                "INSERT INTO " + schema + ".players (id, name, lastlogin) VALUES " + players,
                "INSERT INTO " + schema + ".mail (id, sender_id) VALUES " + mails);
    }

    private CommandLineRun plan(Path config) {
        return ServerMergeRun.of(new ServerMerge(), "plan", "--config", config.toString(), "--out", plan.toString());
    }

    private CommandLineRun onPlan(String command, String... more) {
        return ServerMergeRun.on(plan, new ServerMerge(), command, more);
    }

    private CommandLineRun where(String server, String table, String id) {
        return onPlan("where", "--server", server, "--table", table, "--id", id);
    }

    private Path config(String more) throws IOException {
        Path password = Files.writeString(folder.resolve("password"), server.password() + "\n");
        return Files.writeString(
                folder.resolve("merge.yaml"), """
                server: { url: "%s", user: %s, password-file: %s }
                sources: { s1: game_s1, s2: game_s2 }
                target: game_merged
                execution: { writers: 2, retry-seconds: 5 }
                tables: { players: { where: "lastlogin > 0" } }
                references: [ mail.sender_id -> players.id ]
                %s
                """.formatted(server.url(), server.user(), password.getFileName(), more));
    }

    private void refusesASourceThatIsNotThere() throws IOException {
        plan(config("")).exitsWith(2).err().contains("\nerror: source s2: ").contains("game_s2");
    }

    private void plansWithFindings() throws IOException {
        plan(config(""))
                .exitsWith(1)
                .out()
                .contains("error:\n")
                .contains("players")
                .contains("The plan cannot be run");
        onPlan("run").exitsWith(3).err().startsWith("error: " + plan + " has errors");

        Path config = config("unique: [ { key: players.name, on-clash: rename, pattern: \"{name}.{alias}\" } ]");
        plan(config)
                .exitsWith(0)
                .out()
                .contains("2 sources, 2 tables, 8 rows to copy; ")
                .contains("Next: run --plan " + plan);
    }

    private void runs() {
        onPlan("verify")
                .exitsWith(3)
                .err()
                .isEqualTo("error: the run of this plan into game_merged has not begun: call run\n");
        onPlan("run").exitsWith(0).out().startsWith("everything is merged into game_merged. ");
        onPlan("run").exitsWith(3).err().contains("was carried out already");
    }

    private void verifies() throws SQLException {
        onPlan("verify", "--sessions", "2").exitsWith(0).out().contains("8 rows in 2 tables compared in ");
        server.execute("UPDATE game_merged.players SET lastlogin = 6 WHERE name = 'Bob'");
        onPlan("verify").exitsWith(1).out().startsWith("1 difference:\n  ");
        server.execute("UPDATE game_merged.players SET lastlogin = 5 WHERE name = 'Bob'");
        onPlan("verify").exitsWith(0);
    }

    private void tellsWhereRowsAre() {
        where("s2", "players", "1")
                .exitsWith(0)
                .out()
                .startsWith("s2.players (id = 1) is game_merged.players (id = ")
                .contains("\n  name  Anna.s2\n");
        where("s2", "players", "2")
                .exitsWith(1)
                .out()
                .startsWith("s2.players (id = 2) is not copied: it does not fulfil lastlogin > 0\n");
        where("s2", "players", "1,2")
                .exitsWith(2)
                .err()
                .isEqualTo("error: table players has the key (id): give 1 values, not 2\n");
    }

    private void reports() throws IOException {
        Path reports = folder.resolve("reports");
        onPlan("report", "--out", reports.toString())
                .exitsWith(0)
                .out()
                .isEqualTo(reports.resolve("report.html") + "\n");

        JsonNode report =
                new JsonMapper().readTree(reports.resolve("report.json").toFile());
        assertThat(report.path("failures")).isEmpty();
        assertThat(report.at("/run/copies").findValuesAsText("rows")).containsExactly("2", "2", "2", "2");
        assertThat(report.at("/plan/uniques").findValuesAsText("after")).contains("Anna.s2");
        assertThat(report.at("/run/checks")).isNotEmpty();
        assertThat(reports.resolve("report.html")).content().contains("Anna.s2").contains("the target may be used");
    }
}
