package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShardingDemoTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "orders", "merge"})
    void everyCommandHasHelpWithAnExampleAndTheExitCodes(String command) {
        CommandLineRun help = command.isEmpty()
                ? CommandLineRun.of(ShardingDemo.commandLine(), "--help")
                : CommandLineRun.of(ShardingDemo.commandLine(), command, "--help");
        help.exitsWith(ExitCode.FINE);
        help.out()
                .contains("Usage: sharding-demo" + (command.isEmpty() ? "" : " " + command))
                .contains("Example")
                .contains("java -jar sharding-demo.jar" + (command.isEmpty() ? "" : " " + command))
                .contains("Exit codes:")
                .contains("0   ")
                .contains("4   something else went wrong: a fault of the demo");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "merge   | 1   a duplicate id or a lost row was found | of 0, 1, 2, 3, 4, 5"
            })
    void theHelpOfACommandHasTheExitCodesOfThatCommand(String command, String line, String codes) {
        CommandLineRun.of(ShardingDemo.commandLine(), command, "--help")
                .out()
                .contains(line)
                .satisfies(help -> assertThat(Pattern.compile("(?m)^ +([0-9])   \\w")
                                .matcher(help.substring(help.indexOf("Exit codes:")))
                                .results()
                                .map(code -> code.group(1))
                                .collect(Collectors.joining(", ", "of ", "")))
                        .isEqualTo(codes));
    }

    @Test
    void theListOfCommandsSumsEachUpInAWholeSentence() {
        assertThat(ShardingDemo.commandLine().getSubcommands().values())
                .hasSize(2)
                .allSatisfy(command -> assertThat(
                                command.getCommandSpec().usageMessage().description()[0])
                        .endsWith("."));
    }

    @Test
    void refusesAnUnknownOptionInOneLine() {
        CommandLineRun.of(ShardingDemo.commandLine(), "merge", "--palyers", "6000")
                .failsWith(ExitCode.USAGE, "Unknown options: '--palyers', '6000'; see sharding-demo merge --help");
    }

    @Test
    void refusesOptionsBeforeTheCommandSinceTheyWouldBeForgotten() {
        CommandLineRun.of(ShardingDemo.commandLine(), "--players", "60", "merge")
                .failsWith(ExitCode.USAGE, "options go behind the command: merge --option ...");
    }

    @Test
    void refusesTooFewPlayers() {
        CommandLineRun.of(ShardingDemo.commandLine(), "merge", "--players", "2")
                .failsWith(ExitCode.USAGE, "--players must be between 3 and 50000000, but is 2");
    }

    @Test
    void refusesTooManyWriters() {
        CommandLineRun.of(ShardingDemo.commandLine(), "orders", "--writers", "17")
                .failsWith(ExitCode.USAGE, "--writers must be between 1 and 16, but is 17");
    }

    @Test
    void refusesTooFewDatabases() {
        CommandLineRun.of(
                        ShardingDemo.commandLine(),
                        "merge",
                        "--mysql",
                        "jdbc:mysql://127.0.0.1/a,jdbc:mysql://127.0.0.1/b")
                .failsWith(ExitCode.DATABASE, "--mysql needs 4 databases, but got 2: pass 4 addresses");
    }

    @Test
    void refusesAnAddressThatIsNotOneOfMySqlAndKeepsItsPasswordToItself() {
        CommandLineRun run = CommandLineRun.of(
                ShardingDemo.commandLine(),
                "merge",
                "--mysql",
                "jdbc:postgresql://me:hunter2@db0/shop?password=hunter3");
        run.failsWith(ExitCode.USAGE, "'jdbc:postgresql://db0/shop' is not of the form");
        run.err().doesNotContain("hunter");
    }

    @Test
    void saysThatAServerCannotBeReached() throws IOException {
        int port = closedPort();
        String urls = String.join(
                ",",
                "jdbc:mysql://127.0.0.1:" + port + "/a",
                "jdbc:mysql://127.0.0.1:" + port + "/b",
                "jdbc:mysql://127.0.0.1:" + port + "/c",
                "jdbc:mysql://127.0.0.1:" + port + "/d");
        CommandLineRun run =
                CommandLineRun.of(ShardingDemo.commandLine(), "merge", "--mysql", urls, "--mysql-password", "hunter2");
        run.failsWith(ExitCode.DATABASE, "ds_0 at jdbc:mysql://127.0.0.1:" + port + "/a");
        run.err().contains("/a cannot be reached (Connection refused)").doesNotContain("hunter2");
    }

    private static int closedPort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Test
    void refusesAReportFolderThatCannotBeMadeBeforeAnyWork(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("taken"), "a file");
        CommandLineRun.of(
                        ShardingDemo.commandLine(),
                        "merge",
                        "--report",
                        file.resolve("report").toString())
                .failsWith(ExitCode.USAGE, "the report cannot be written to " + file.resolve("report"));
    }

    @Test
    void mergesOnEmbeddedDatabasesReportsAndLeavesNothingElse(@TempDir Path folder) throws IOException {
        long before = demoFolders();
        CommandLineRun run = CommandLineRun.of(
                ShardingDemo.commandLine(), "merge", "--players", "60", "--report", folder.toString());
        run.exitsWith(ExitCode.FINE);
        run.err().isEmpty();
        run.out()
                .contains("4 databases: H2")
                .containsPattern(
                        "snowflakeid +0 of \\d+ primary keys clash, 0 rows lost, 0 references lead to a stranger")
                .contains("Report  " + folder.resolve("report.html"));
        assertThat(folder.resolve("report.json")).isNotEmptyFile();
        assertThat(demoFolders()).isEqualTo(before);
    }

    @Test
    void keepsTheFilesAndSaysWhereWhenAskedTo(@TempDir Path folder) throws Exception {
        String temporary = System.getProperty("java.io.tmpdir");
        Path own = Files.createDirectory(Path.of(temporary).resolve("kept-" + System.nanoTime()));
        try {
            System.setProperty("java.io.tmpdir", own.toString());
            CommandLineRun run = CommandLineRun.of(
                    ShardingDemo.commandLine(), "merge", "--players", "30", "--keep", "--report", folder.toString());
            run.exitsWith(ExitCode.FINE);
            run.out().contains("kept: files in " + own);
            Path files;
            try (var listed = Files.list(own)) {
                files = listed.findFirst().orElseThrow();
            }
            assertThat(files.resolve("ds_3.mv.db")).exists();
            Database merged = new Database(
                    "ds_3", "jdbc:h2:file:" + files + "/ds_3;IFEXISTS=TRUE;DATABASE_TO_LOWER=TRUE", "sa", "");
            try (var connection = merged.connect();
                    var statement = connection.createStatement();
                    var count = statement.executeQuery("SELECT COUNT(*) FROM snowflake_players")) {
                count.next();
                assertThat(count.getInt(1)).isEqualTo(30);
            }
        } finally {
            System.setProperty("java.io.tmpdir", temporary);
            try (var walked = Files.walk(own)) {
                for (Path file :
                        walked.sorted(java.util.Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static long demoFolders() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith("snowflakeid-demo-"))
                    .count();
        }
    }
}
