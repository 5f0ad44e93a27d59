package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.merge.ServerMerge;
import io.snowflakeid.merge.merges.H2MergeCase;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Two small servers on H2, merged by the commands that an operator types, one after the other. */
class WholeMergeTest extends H2MergeCase {

    private static final String TABLES = """
            CREATE TABLE players (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE, lastlogin INT NOT NULL);
            CREATE TABLE mail (id INT AUTO_INCREMENT PRIMARY KEY, sender_id INT NOT NULL);
            """;

    private static final String YAML = """
            tables: { players: { where: "lastlogin > 0" } }
            references: [ mail.sender_id -> players.id ]
            """;

    @Test
    void theCommandsMergeTwoServers() throws Exception {
        given(
                TABLES,
                "INSERT INTO players VALUES (1, 'Anna', 5), (2, 'Bob', 5); INSERT INTO mail VALUES (1, 1), (2, 2)");
        servers.addSources(2);
        plan(YAML).exitsWith(2).err().contains("\nerror: source s2: there is no schema s2 on H2");
        servers.script("s2", TABLES + """
                INSERT INTO players VALUES (1, 'Anna', 5), (2, 'Cid', 0), (3, 'Dora', 5);
                INSERT INTO mail VALUES (1, 1), (2, 2), (3, 3);
                """);
        plansWithFindings();
        runs();
        verifies();
        showsWhereRowsAre();
        reports();
    }

    private Path plan() {
        return folder().resolve("plan.json");
    }

    private CommandLineRun plan(String yaml) throws Exception {
        String config = config(yaml).toString();
        return ServerMergeRun.of(new ServerMerge(), "plan", "--config", config, "--out", plan().toString());
    }

    private CommandLineRun onPlan(String command, String... more) {
        return ServerMergeRun.on(plan(), new ServerMerge(), command, more);
    }

    private void plansWithFindings() throws Exception {
        plan(YAML).exitsWith(1).out().contains("error:\n").contains("players").contains("The plan cannot be run");
        onPlan("run").exitsWith(3).err().startsWith("error: " + plan() + " has errors");

        plan(YAML + "unique: [ { key: players.name, on-clash: rename, pattern: \"{name}.{alias}\" } ]")
                .exitsWith(0)
                .out()
                .contains("2 sources, 2 tables, 8 rows to copy; ")
                .contains("Next: run --plan " + plan());
    }

    private void runs() {
        onPlan("verify")
                .exitsWith(3)
                .err()
                .isEqualTo(
                        "error: the run of this plan into merged is not finished: call run until it ends, and read what it says\n");
        onPlan("run").exitsWith(0).out().startsWith("everything is merged into merged. ");
        onPlan("run").exitsWith(3).err().contains("was carried out already");
    }

    private void verifies() throws Exception {
        onPlan("verify", "--sessions", "2").exitsWith(0).out().contains("8 rows in 2 tables compared in ");
        servers.script("merged", "UPDATE players SET lastlogin = 6 WHERE name = 'Bob'");
        onPlan("verify")
                .exitsWith(1)
                .out()
                .startsWith(
                        "1 difference:\n  s1.players: 1 row(s) with other values in the target: id = 2 (lastlogin)\n");
        servers.script("merged", "UPDATE players SET lastlogin = 5 WHERE name = 'Bob'");
        onPlan("verify").exitsWith(0);
    }

    private CommandLineRun row(String id) {
        return onPlan("where", "--server", "s2", "--table", "players", "--id", id);
    }

    private void showsWhereRowsAre() {
        row("1").exitsWith(0)
                .out()
                .startsWith("s2.players (id = 1) is merged.players (id = ")
                .contains("\n  name  Anna.s2\n");
        row("2").exitsWith(1).out().startsWith("s2.players (id = 2) is not copied: it does not fulfil lastlogin > 0\n");
        row("1,2").exitsWith(2).err().isEqualTo("error: table players has the key (id): give 1 values, not 2\n");
    }

    private void reports() throws Exception {
        Path reports = folder().resolve("reports");
        onPlan("report", "--out", reports.toString())
                .exitsWith(0)
                .out()
                .isEqualTo(reports.resolve("report.html") + "\n");

        JsonNode report =
                new JsonMapper().readTree(reports.resolve("report.json").toFile());
        assertThat(report.path("failures")).isEmpty();
        assertThat(report.at("/run/copies").findValuesAsText("rows")).containsExactly("2", "2", "2", "2");
        assertThat(report.at("/plan/uniques").findValuesAsText("renames")).contains("1");
        assertThat(report.at("/run/checks")).isNotEmpty();
        assertThat(reports.resolve("report.html")).content().contains("the target may be used");
    }
}
