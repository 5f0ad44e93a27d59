package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.demo.databases.EmbeddedDatabases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardingDemoTest {

    private static CommandLineRun run(String... arguments) {
        return CommandLineRun.of(ShardingDemo.commandLine(), arguments);
    }

    @Test
    void hasHelpWithExamplesAndTheExitCodes() {
        CommandLineRun help = run("--help");
        help.exitsWith(ExitCode.FINE);
        help.out()
                .contains(
                        "Usage: sharding-demo", "orders | merge", "java -jar sharding-demo.jar merge", "Default: 16000")
                .containsPattern("Exit codes:\n +0 +every id was unique and every row arrived\n"
                        + " +1 +a duplicate id, a lost row or[^$]+\n +2 [^$]+\n +3 [^$]+\n +4 [^$]+\n +5 ");
    }

    @Test
    void refusesAnUnknownOptionOrPartInOneLine() {
        run("merge", "--palyers", "6000")
                .failsWith(ExitCode.USAGE, "Unknown option", "'--palyers'", "; see sharding-demo --help");
        run("oders").failsWith(ExitCode.USAGE, "", "'oders'", "; see ");
    }

    @Test
    void refusesTooFewPlayersAndTooManyWriters() {
        run("merge", "--players", "2").failsWith(ExitCode.USAGE, "--players must be between 3 and 500000, but is 2");
        run("orders", "--writers", "17").failsWith(ExitCode.USAGE, "--writers must be between 1 and 16, but is 17");
    }

    @Test
    void refusesTooFewDatabases() {
        run("merge", "--mysql", "jdbc:mysql://127.0.0.1/a,jdbc:mysql://127.0.0.1/b")
                .failsWith(ExitCode.DATABASE, "--mysql needs 4 databases, but got 2: pass 4 addresses");
    }

    @Test
    void saysThatAServerCannotBeReachedAndWhereInTheCodeOnlyWhenAskedTo() throws IOException {
        String url = "jdbc:mysql://127.0.0.1:" + CommandLineRun.closedPort() + "/a";
        String urls = String.join(",", List.of(url.replace("//", "//root:hunter2@"), url, url, url));
        run("merge", "--mysql", urls)
                .failsWith(ExitCode.DATABASE, "ds_0 at " + url, "cannot be reached (Connection refused)")
                .err()
                .doesNotContain("hunter2");
        run("merge", "--mysql", urls, "--stacktrace").err().contains("\tat io.snowflakeid.demo.");
    }

    @Test
    void refusesAReportFolderThatCannotBeMadeBeforeAnyWork(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "a file");
        run("merge", "--report", file.resolve("report").toString())
                .failsWith(ExitCode.USAGE, "the report cannot be written to " + file.resolve("report"));
    }

    @Test
    void runsBothPartsOnEmbeddedDatabasesAndRemovesThem(@TempDir Path folder) throws IOException {
        CommandLineRun run = run("--orders=4000", "--writers=2", "--players=300", "--report", folder.toString());
        run.exitsWith(ExitCode.FINE);
        run.err().isEmpty();
        run.out()
                .contains("4 databases: H2")
                .containsPattern(
                        "snowflakeid +0 of \\d[\\d,]* primary keys clash, 0 rows lost, 0 of \\d[\\d,]* references lead to a row of another server")
                .containsPattern("\n +ds_1 +1000, 1001 +\\d{19}, \\d{19}\n.*\n +ds_3 +1000, 1001 ")
                .contains("Report  " + folder.resolve("report.html"))
                .doesNotContain("FAILED");
        JsonNode report = report(folder);
        requireCorrectOrders(report.at("/orders"));
        requireClashesExceptOfOurIds(report.at("/merge"));
        requireLosslessServerMerge(report.at("/merge"));
        assertThat(report.at("/allIsWell").asBoolean()).isTrue();
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("<title>snowflakeid", "0</b>", "While ds_2 was away")
                .doesNotContain("<script");
        assertThat(folder.resolve("writer-1.log")).content().contains("all orders are placed");
        assertThat(demoFolders()).isZero();
    }

    static void requireCorrectOrders(JsonNode orders) {
        assertThat(orders.at("/idsChecked").asLong()).isGreaterThan(3L * 4000);
        for (String zero : List.of("duplicates", "misplacedRows", "incomplete", "ordersMissing", "ordersTwice")) {
            assertThat(orders.path(zero).asText()).as(zero).isEqualTo("0");
        }
        assertThat(orders.at("/databasesPerLookup").asText()).isEqualTo("1");
        assertThat(orders.at("/lookUps")).hasSize(3).allSatisfy(lookUp -> {
            assertThat(lookUp.at("/databases").asText()).isEqualTo("1");
            assertThat(lookUp.at("/statements").asText()).isEqualTo("1");
            assertThat(lookUp.at("/missed").asText()).isEqualTo("0");
        });
        assertThat(orders.at("/idsPerWorker")).hasSize(2);
        assertThat(orders.at("/autoIncrement/duplicates").asLong()).isGreaterThan(2000);
        assertThat(orders.at("/autoIncrement/firsts").asText()).isEqualTo("4");
        assertThat(orders.at("/autoIncrement/neighbours/0/ours")).hasSize(2);
        JsonNode outage = orders.at("/outage");
        assertThat(outage.at("/database").asText()).isEqualTo("ds_2");
        assertThat(outage.at("/perDatabase/2/accepted").asText()).isEqualTo("0");
        assertThat(outage.at("/refused").asLong())
                .isPositive()
                .isEqualTo(outage.at("/perDatabase/2/refused").asLong());
        assertThat(outage.at("/accepted").asLong()).isPositive();
        assertThat(outage.at("/firstError").asText()).startsWith("database ds_2 is lost (");
    }

    static void requireClashesExceptOfOurIds(JsonNode merge) {
        assertThat(merge.at("/autoIncrement/primaryKeyClashes").asLong()).isGreaterThan(1000);
        assertThat(merge.at("/textbookSnowflake/primaryKeyClashes").asLong()).isPositive();
        for (String zero : List.of("primaryKeyClashes", "rowsLost", "danglingReferences", "mislinkedReferences")) {
            assertThat(merge.at("/snowflake").path(zero).asText()).as(zero).isEqualTo("0");
        }
    }

    static void requireLosslessServerMerge(JsonNode merge) {
        assertThat(merge.at("/serverMerge/worlds")).hasSize(2).allSatisfy(result -> {
            assertThat(result.at("/rowsLost").asText()).isEqualTo("0");
            assertThat(result.at("/mislinkedReferences").asText()).isEqualTo("0");
            assertThat(result.at("/references").asLong()).isGreaterThan(1000);
        });
        assertThat(merge.at("/serverMerge/worlds/0/way").asText()).contains("ids shifted by an offset");
        assertThat(merge.at("/serverMerge/worlds/1/way").asText()).startsWith("all ids kept");
    }

    private static long demoFolders() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith(EmbeddedDatabases.PREFIX))
                    .count();
        }
    }

    static JsonNode report(Path folder) throws IOException {
        return new ObjectMapper().readTree(folder.resolve("report.json").toFile());
    }
}
