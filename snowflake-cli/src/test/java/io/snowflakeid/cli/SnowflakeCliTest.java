package io.snowflakeid.cli;

import static io.snowflakeid.cli.CliRun.run;
import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.CommandLineRun;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnowflakeCliTest {

    @ParameterizedTest
    @ValueSource(strings = {"doctor", "inspect", "workers", "segments"})
    void everyCommandHasHelpWithAnExampleAndTheExitCodes(String command) {
        CommandLineRun help = run(command, "--help");
        help.exitsWith(ExitCode.FINE);
        help.out()
                .contains("Usage: snowflake-cli " + command)
                .containsPattern("(?s)Examples:\n.* snowflake-cli " + command + " ")
                .containsPattern(
                        "(?s)Exit codes:\n +0   no.*\n +1   a .*\n +2   wrong.*\n +3   the.*\n +4   another.*\n +5   standard");
    }

    @Test
    void aWrongUsageIsOneLineThatNamesTheHelp() {
        run().failsWith(ExitCode.USAGE, "Missing required subcommand; see snowflake-cli --help");
        run("doctor", "--datbase", "x").failsWith(ExitCode.USAGE, "", "see snowflake-cli doctor --help");
    }

    @Test
    void printsTheStackTraceOnlyWhenAskedTo() throws IOException {
        String url = "jdbc:mysql://127.0.0.1:" + CommandLineRun.closedPort() + "/a";
        CommandLineRun run = CommandLineRun.of(SnowflakeCli.commandLine(), "doctor", "--database", url, "--stacktrace");
        run.exitsWith(ExitCode.DATABASE);
        run.err().contains("\tat io.snowflakeid.cli.");
    }

    @Test
    @Timeout(60)
    @EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux has /dev/full")
    void outputThatIsLostIsAnErrorAndAReaderThatHasSeenEnoughIsNone(@TempDir Path folder) throws Exception {
        assertThat(ended(folder, "> /dev/full"))
                .startsWith("5 error: standard output cannot be written (No space left on device)")
                .contains("free some space")
                .hasLineCount(1);
        assertThat(ended(folder, "| head -c 5 > /dev/null")).isEqualTo("0 ");
    }

    /** Exit code and standard error of an inspection with redirected output. */
    private static String ended(Path folder, String redirection) throws Exception {
        List<String> line = new ArrayList<>(List.of("bash", "-o", "pipefail", "-c"));
        line.add("\"$@\" " + redirection);
        line.add("inspect");
        line.addAll(Program.command(SnowflakeCli.class));
        line.addAll(List.of("inspect", "2071236410478198784"));
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(line)
                .redirectError(errors.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + " " + Files.readString(errors);
    }
}
