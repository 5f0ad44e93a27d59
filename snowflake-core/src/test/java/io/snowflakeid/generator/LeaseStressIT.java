package io.snowflakeid.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@link LeaseStress} under jcstress, in JVMs of its own as jcstress wants it. */
@Timeout(300)
class LeaseStressIT {

    @TempDir
    Path folder;

    @Test
    @Tag("long")
    void noInterleavingBreaksTheLeaseAtAGlance() throws Exception {
        assertPass("TakeRenewAndClose|OpenTickAndCount", 1, 50);
    }

    @Test
    @Tag("nightly")
    void noInterleavingBreaksTheLease() throws Exception {
        assertPass(".*", 3, 300);
    }

    private void assertPass(String tests, int iterations, int millis) throws IOException, InterruptedException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path log = folder.resolve("log");
        ProcessBuilder command = new ProcessBuilder(
                java, "-cp", classPath, "org.openjdk.jcstress.Main", "-t", "LeaseStress.(" + tests + ")$");
        command.command().addAll(List.of("-r", folder + File.separator, "-c", "2", "-f", "1", "-sc", "false"));
        command.command().addAll(List.of("-iters", String.valueOf(iterations), "-time", String.valueOf(millis)));
        command.command().addAll(List.of("-jvmArgs", "-Xmx256m"));
        Process jcstress = command.directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(jcstress.waitFor(240, TimeUnit.SECONDS))
                    .as("jcstress ends")
                    .isTrue();
            assertThat(Files.readString(log))
                    .containsPattern("[1-9]\\d* passed, 0 failed, 0 soft errs, 0 hard errs\\)\\s+RUN RESULTS");
            assertThat(jcstress.exitValue()).isZero();
        } finally {
            jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
            jcstress.destroyForcibly();
        }
    }
}
