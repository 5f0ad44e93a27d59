package io.snowflakeid.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.snowflakeid.commandline.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files and standard output on the device of Linux that is always full. */
class FullDiskTest {

    private static final Path FULL = Path.of("/dev/full");

    @TempDir
    private Path folder;

    @BeforeAll
    static void onlyOnLinux() {
        assumeTrue(Files.isWritable(FULL), "there is no /dev/full, as on any system but Linux");
    }

    @Test
    void aReportThatCannotBeWrittenIsOneLineBehindTheFigures() throws IOException {
        Files.createSymbolicLink(folder.resolve("report.json"), FULL);
        CommandLineRun run = CommandLineRun.of("merge", "--players", "9", "--report", folder.toString());
        run.failsWith(
                ExitCode.NOT_WRITTEN,
                "the report could not be written to " + folder,
                "No space left on device",
                "free some space there, or name another folder with --report");
        run.out().contains("primary keys clash", "Report  is not written");
    }

    @Test
    @Timeout(60)
    void outputThatIsLostIsAnErrorAndAReaderThatHasSeenEnoughIsNone() throws Exception {
        assertThat(ended("> /dev/full"))
                .startsWith("5 error: standard output cannot be written (No space left on device)")
                .contains("free some space")
                .hasLineCount(1);
        assertThat(ended("| head -c 5 > /dev/null")).isEqualTo("0 ");
    }

    /** Exit code and standard error of an inspection whose output goes there. */
    private String ended(String redirection) throws Exception {
        List<String> line = new ArrayList<>(List.of("bash", "-o", "pipefail", "-c"));
        line.add("\"$@\" " + redirection);
        line.add("inspect");
        line.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                ShardingDemo.class.getName(),
                "inspect",
                "2071236410478198784"));
        Path errors = folder.resolve("errors");
        Process process = new ProcessBuilder(line)
                .redirectError(errors.toFile())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(50, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + " " + Files.readString(errors, StandardCharsets.UTF_8);
    }
}
