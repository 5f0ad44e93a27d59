package io.snowflakeid.verification.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowflakeid.commandline.Program;
import io.snowflakeid.verification.Verification;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The whole program as a process, terminated while one of its writers is paused. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "tells from /proc whether a process is stopped")
@Tag("nightly")
class InterruptedChaosIT {

    private static final int TERMINATED = 128 + 15;

    @TempDir
    private Path folder;

    @Test
    @Timeout(120)
    void leavesNoWriterAndNoFileWhenItIsTerminated() throws Exception {
        File errors = folder.resolve("errors").toFile();
        Path report = folder.resolve("report");
        List<String> command = Program.command(Verification.class);
        command.addAll(
                List.of("chaos", "--writers=2", "--window-millis=1000", "--faults=pauses,outages", "--rate=1000"));
        command.add("--report=" + report);
        Process chaos = new ProcessBuilder(command).redirectError(errors).start();
        try (BufferedReader out = chaos.inputReader(StandardCharsets.UTF_8)) {
            while (!String.valueOf(out.readLine()).contains("generate ids")) {
                assertThat(chaos.isAlive()).isTrue();
            }
            List<ProcessHandle> writers = chaos.children().toList();
            assertThat(writers).hasSize(2);
            while (writers.stream().noneMatch(InterruptedChaosIT::isStopped)) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            chaos.destroy();

            assertThat(chaos.waitFor(30, TimeUnit.SECONDS))
                    .describedAs("has ended")
                    .isTrue();
            assertThat(chaos.exitValue()).isEqualTo(TERMINATED);
            assertThat(writers).noneMatch(ProcessHandle::isAlive);
            try (Stream<Path> left = Files.list(report)) {
                assertThat(left).isEmpty();
            }
            assertThat(errors)
                    .content()
                    .isEqualToNormalizingNewlines("interrupted: the run has stopped, and its data is removed\n");
        } finally {
            chaos.descendants().forEach(ProcessHandle::destroyForcibly);
            chaos.destroyForcibly();
        }
    }

    private static boolean isStopped(ProcessHandle process) {
        try {
            String state = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
            return state.substring(state.lastIndexOf(')')).startsWith(") T");
        } catch (IOException e) {
            return false; // it has ended
        }
    }
}
