package io.snowflakeid.merge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.merge.PreparedMerge;
import io.snowflakeid.merge.config.ConfigReader;
import io.snowflakeid.merge.plan.PlanFile;
import io.snowflakeid.merge.plan.SamplePlan;
import io.snowflakeid.merge.result.Finding;
import io.snowflakeid.merge.result.Finding.Severity;
import io.snowflakeid.merge.result.FindingCode;
import io.snowflakeid.merge.result.MergeFailedException;
import io.snowflakeid.merge.result.MergeRefusedException;
import io.snowflakeid.merge.result.RowOutcome;
import io.snowflakeid.merge.result.RowOutcome.Outcome;
import io.snowflakeid.merge.sql.StepFailure;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerMergeCommandTest {

    private static final Finding ERROR = new Finding(
            Severity.ERROR,
            FindingCode.UNIQUE_CLASH,
            "players.name",
            "names of two servers are equal: set on-clash",
            1234L,
            List.of("Anna on s1, s2", "Bartholomew on s1, s3"));

    private static final Finding WARNING =
            new Finding(Severity.WARNING, FindingCode.LEFT_OUT, "players", "7 rows are left out", null, List.of());

    private static final String AGAIN = "call the same command again; a run continues where it was";

    @TempDir
    private Path folder;

    private Path config;
    private Path planFile;
    private final PreparedMerge engine = new PreparedMerge();

    @BeforeEach
    void prepare() throws IOException {
        config = Files.writeString(
                folder.resolve("merge.yaml"),
                "server: { url: \"jdbc:h2:mem:x\" }\nsources: { s1: a, s2: b }\ntarget: game_merged\n");
        planFile = folder.resolve("plan.json");
    }

    private CommandLineRun run(String... arguments) {
        return ServerMergeRun.of(engine, arguments);
    }

    private CommandLineRun plan(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("plan", "--config", config.toString(), "--out", planFile.toString()));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }

    private CommandLineRun withPlan(String command, String... more) throws IOException {
        PlanFile.write(planFile, SamplePlan.with(List.of()));
        return ServerMergeRun.on(planFile, engine, command, more);
    }

    @Test
    void planPrintsTheWorstLast() {
        engine.findings = List.of(ERROR, WARNING);

        CommandLineRun run = plan().exitsWith(1);

        run.out().isEqualTo("""
                1 warning:
                  LEFT_OUT  players
                      7 rows are left out

                1 error:
                  UNIQUE_CLASH  players.name  (1,234)
                      names of two servers are equal: set on-clash
                          Anna on s1, s2
                          Bartholomew on s1, s3
                          and 1,232 more

                %1$s: 2 sources, 0 tables, 0 rows to copy; 1 error, 1 warning. The plan cannot be run: correct the errors, or accept them in the configuration, and plan again
                """.formatted(planFile));
        run.err().isEqualTo("  count rows: 0 of 200 (0 %)\n");
    }

    @Test
    void jsonIsAllThatGoesToStandardOutput() throws IOException {
        engine.findings = List.of(ERROR);
        CommandLineRun run = plan("--json").exitsWith(1);

        run.out().satisfies(text -> {
            JsonNode printed = new JsonMapper().readTree(text);
            assertThat(printed.path("runnable").booleanValue()).isFalse();
            assertThat(printed.path("hash").textValue())
                    .isEqualTo(PlanFile.read(planFile).hash());
            assertThat(printed.at("/findings/0/code").textValue()).isEqualTo("UNIQUE_CLASH");
            assertThat(printed.at("/findings/0/count").longValue()).isEqualTo(1234);
        });
    }

    @Test
    void hostileNamesDoNotReachTheTerminalAsTheyAre() {
        engine.findings = List.of(new Finding(
                Severity.WARNING, FindingCode.NOT_CARRIED, "a\u001b[2Jb", "c\nd\u202ee", 1L, List.of("f\rg")));

        plan().exitsWith(0).out().contains("a\\u001b[2Jb  (1)\n      c\\u000ad\\u202ee\n          f\\u000dg\n");
    }

    @Test
    void everyErrorOfAConfigurationIsALine() throws IOException {
        Files.writeString(config, "sorces: { s1: a }\ntarget: game_merged\nserver: { url: \"jdbc:h2:mem:x\" }\n");

        CommandLineRun run = plan().exitsWith(2);

        run.err().startsWith("error: " + config + ":1:1: sorces is not known (did you mean sources?)");
        run.err().contains("\nerror: " + config + ":1:1: sources is missing: ");
        assertThat(engine.asked).isEmpty();
    }

    @Test
    void aFileThatIsNoPlanIsNotReplaced() throws IOException {
        Files.writeString(planFile, "precious");

        plan().failsToTheEndWith(2, planFile + " is no plan (", "): remove it, or name another --out");
        assertThat(planFile).hasContent("precious");

        Files.delete(planFile);
        plan().exitsWith(0);
        plan().exitsWith(0);
    }

    @Test
    void verifySaysWhetherTheTargetMayBeUsed() throws IOException {
        withPlan("verify", "--sessions", "2").exitsWith(0).out().isEqualTo("""
                        1,234 rows in 1 table compared in 1.5 s: the target is as planned
                        not proved: mail.text_id -> texts.id
                        """);
        assertThat(engine.asked).containsExactly("verify game_merged with 2");

        engine.faults = List.of("s1.players: id = 5 is missing");
        withPlan("verify").exitsWith(1).out().isEqualTo("""
                1 difference:
                  s1.players: id = 5 is missing

                1,234 rows in 1 table compared in 1.5 s: the target is not as planned and must not be used
                not proved: mail.text_id -> texts.id
                """);
        withPlan("verify", "--json").exitsWith(1).out().contains("\"faults\" : [ \"s1.players: id = 5 is missing\" ]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "65"})
    void verifyTakesSessionsThatAServerCanBear(String sessions) throws IOException {
        withPlan("verify", "--sessions", sessions)
                .failsToTheEndWith(
                        2, "--sessions is " + sessions + ", but must be from 1 to 64; see server-merge verify --help");
    }

    private static RowOutcome outcome(Outcome outcome, String message, Map<String, String> values) {
        return new RowOutcome(outcome == Outcome.COPIED, message, values, outcome, List.of());
    }

    @Test
    void whereSaysWhatBecameOfARow() throws IOException {
        engine.outcome = outcome(Outcome.COPIED, "s2.players 5 is in game_merged.players", Map.of("id", "12"));

        withPlan("where", "--server", "s2", "--table", "players", "--id", "5,7", "--id", "9")
                .exitsWith(0)
                .out()
                .isEqualTo("s2.players 5 is in game_merged.players\n  id  12\n");
        assertThat(engine.asked).containsExactly("where s2 players [5, 7, 9]");

        engine.outcome = outcome(Outcome.LEFT_OUT, "s2.players 5 is not copied: lastlogin > 0 is not true", Map.of());
        withPlan("where", "--server", "s2", "--table", "players", "--id", "5")
                .exitsWith(1)
                .out()
                .isEqualTo("s2.players 5 is not copied: lastlogin > 0 is not true\n");
    }

    @Test
    void schemaIsPrinted() {
        run("schema").exitsWith(0).out().isEqualTo(ConfigReader.schema());
    }

    private void assertFails(Exception failure, int exitCode, String line) throws IOException {
        engine.failure = failure;
        withPlan("run").failsToTheEndWith(exitCode, line);
    }

    @Test
    void everyFailureIsOneLineAndADocumentedExitCode() throws IOException {
        assertFails(new MergeRefusedException("source s1 changed"), 3, "source s1 changed");
        assertFails(new MergeFailedException("2 orphans"), 1, "2 orphans");
        assertFails(
                new SQLTransientConnectionException("request timed out"),
                4,
                "the database failed (request timed out): " + AGAIN);
        assertFails(
                new SQLException("Error retrieving record", "S1000", new EOFException("read 50 bytes")),
                4,
                "the database failed (Error retrieving record): " + AGAIN);
        assertFails(
                new SQLException("link failure", "08S01", new ConnectException("refused")),
                4,
                "the server cannot be reached (refused): start it, or correct server.url, then " + AGAIN);
        assertFails(
                new UncheckedIOException(new AccessDeniedException("x.csv")),
                2,
                "a file cannot be read or written (java.nio.file.AccessDeniedException: x.csv): correct its name or its"
                        + " rights");
        assertFails(new InterruptedException(), 4, "the command was interrupted: " + AGAIN);
        assertFails(
                new IllegalStateException("no\nway"),
                5,
                "unexpected java.lang.IllegalStateException: no way; run it again with --stacktrace to see where");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '^', textBlock = """
            Deadlock found                       |           | 40001 |    0 | 4 | the database failed (Deadlock found):
            Lock wait timeout exceeded           | copy rows | 40001 | 1205 | 4 | the database failed in the step 'copy rows' (Lock wait timeout exceeded):
            Unknown column 'x' in 'where clause' |           | 42S22 | 1054 | 4 | the server refuses a statement (Unknown column 'x' in 'where clause'): correct what it complains about, then
            Access denied for user 'x'           |           | 28000 | 1045 | 2 | the server refuses the user (Access denied for user 'x'): check server.user, password-env and password-file
            CREATE command denied to user 'm'    | create    | 42000 | 1142 | 4 | the user lacks a right in the step 'create' (CREATE command denied to user 'm'): GRANT SELECT, SHOW VIEW, TRIGGER, EVENT, LOCK TABLES on each source and ALL on the target, then
            You do not have the SUPER privilege  |           | HY000 | 1419 | 4 | the user lacks a right (You do not have the SUPER privilege): SET GLOBAL log_bin_trust_function_creators = 1, or GRANT SUPER, then
            """)
    void whatAServerSaysLeadsToTheNextStep(
            String words, String step, String state, int number, int exitCode, String line) throws IOException {
        SQLException failure = new SQLException(words + "\nmore", state, number);
        // the innermost step is named
        assertFails(
                step == null ? failure : StepFailure.of("all", StepFailure.of(step, failure)),
                exitCode,
                exitCode == 2 ? line : line + " " + AGAIN);
    }

    @Test
    void theStackTraceIsForThoseWhoAsk() throws IOException {
        engine.failure = new IllegalStateException("no way");

        withPlan("run", "--stacktrace").exitsWith(5).err().contains("\tat io.snowflakeid.merge.cli.");
    }

    @Test
    void aPlanThatIsNotThereOrIsNoPlanIsWrongUsage() throws IOException {
        run("run", "--plan", planFile.toString())
                .failsToTheEndWith(
                        2,
                        planFile
                                + " is no plan (it is not there, is no file, or this user may not read it): make one with the command plan");

        Files.writeString(planFile, "{}");
        run("run", "--plan", planFile.toString())
                .failsToTheEndWith(
                        2, planFile + " is no plan (it has no hash and plan): make one with the command plan");
    }

    @Test
    void suggestPrintsItsLinesAlone() {
        String none = "# no column is named after ids that it holds without being listed\n";
        run("suggest", "--config", config.toString()).exitsWith(0).out().isEqualTo(none);

        engine.suggestions = List.of("  - mail.item_id -> items.id   # 7 of 7 different values");
        run("suggest", "--config", config.toString())
                .exitsWith(0)
                .out()
                .isEqualTo("  - mail.item_id -> items.id   # 7 of 7 different values\n");
    }

    @Test
    void wrongUsageLeadsToTheHelp() {
        run("run").failsToTheEndWith(2, "Missing required option: '--plan=FILE'; see server-merge run --help");
        run("plan", "--confg", "x").exitsWith(2);
        run().failsToTheEndWith(
                        2,
                        "a command is missing: plan, suggest, run, verify, report, where or schema; see server-merge --help");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan", "suggest", "run", "verify", "report", "where", "schema"})
    void everyCommandHasAnExampleAndItsExitCodes(String command) {
        run(command, "--help")
                .exitsWith(0)
                .out()
                .contains("\n  server-merge " + command + (command.equals("schema") ? " > " : " --"))
                .contains("Exit codes:\n   0   ")
                .contains("   2   the command line")
                .contains("   5   a fault of the program");
    }
}
