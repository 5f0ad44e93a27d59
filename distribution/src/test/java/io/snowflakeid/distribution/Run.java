package io.snowflakeid.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractStringAssert;

/** A process that has ended, with its output and exit code, which every failed assertion shows. */
record Run(List<String> line, int exitCode, String out, String err) {

    /** Runs a program that has these variables as its whole environment. */
    static Run of(Map<String, String> environment, String... line) {
        try {
            Path out = Files.createTempFile("run", ".out");
            Path err = Files.createTempFile("run", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().clear();
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(2, TimeUnit.MINUTES);
            process.destroyForcibly();
            Run run = new Run(
                    List.of(line), ended ? process.exitValue() : -1, Files.readString(out), Files.readString(err));
            Files.delete(out);
            Files.delete(err);
            return run;
        } catch (IOException | InterruptedException e) {
            throw new AssertionError("cannot run " + String.join(" ", line), e);
        }
    }

    Run exitsWith(int expected) {
        assertThat(exitCode).describedAs("exit code of %s", this).isEqualTo(expected);
        return this;
    }

    /** The standard output of a run that has ended with 0 and has printed no error. */
    AbstractStringAssert<?> prints() {
        exitsWith(0);
        return assertThat(out).describedAs("standard output of %s", this);
    }

    /** The standard error of a run that has ended so. */
    AbstractStringAssert<?> failsWith(int expected) {
        exitsWith(expected);
        return assertThat(err).describedAs("standard error of %s", this);
    }

    @Override
    public String toString() {
        return String.join(" ", line) + "\nexit code: " + exitCode + "\nstandard output:\n" + out
                + "\nstandard error:\n" + err;
    }
}
