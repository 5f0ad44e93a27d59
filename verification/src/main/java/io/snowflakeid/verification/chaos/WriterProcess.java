package io.snowflakeid.verification.chaos;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Program;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link ChaosWriter} in a child JVM. The child stops when its standard input ends. */
final class WriterProcess {

    private static final int LINES_SHOWN = 5;
    private static final long SECONDS_TO_DIE = 5;
    private static final long SECONDS_TO_SIGNAL = 5;

    private final WriterTask task;
    private final Process process;
    private boolean killed;
    private boolean paused;

    WriterProcess(WriterTask task, @Nullable FakeClock clock, List<String> launcher) throws IOException {
        this.task = task;
        List<String> command = new ArrayList<>(launcher);
        // the machine may have few processors, so the serial garbage collector and the C1 compiler are enough
        command.addAll(Program.command(
                ChaosWriter.class, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx96m"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(task.output().toFile());
        builder.environment().put(WriterTask.VARIABLE, new JsonMapper().writeValueAsString(task));
        if (clock != null) {
            builder.environment().putAll(clock.environment());
        }
        process = builder.start();
    }

    WriterTask task() {
        return task;
    }

    boolean isReady() {
        return Files.exists(task.ids(0));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean kill() {
        boolean wasAlive = process.isAlive();
        killed = true;
        process.toHandle().destroyForcibly();
        return wasAlive;
    }

    /** Returns false if the process is already suspended or dead. */
    boolean pause() throws IOException, InterruptedException {
        boolean now = !paused && process.isAlive() && signal("STOP");
        paused |= now;
        return now;
    }

    /** Returns false if the process is dead. */
    boolean resume() throws IOException, InterruptedException {
        paused = false;
        return process.isAlive() && signal("CONT");
    }

    static void requireSignals() {
        String system = System.getProperty("os.name");
        if (system.startsWith("Windows")) {
            throw CommandFailure.ofUsage("this system (" + system
                    + ") has no shell with 'kill -STOP', so no process can be paused: run it on Linux or macOS");
        }
    }

    private boolean signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.DISCARD)
                .start();
        return kill.waitFor(SECONDS_TO_SIGNAL, TimeUnit.SECONDS) && kill.exitValue() == 0;
    }

    void endInput() {
        try {
            process.outputWriter(StandardCharsets.UTF_8).close();
        } catch (IOException e) {
            // the process has already ended
        }
    }

    boolean awaitEnd(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    /** Waits for the end of a killed process, which may write to its files until then. */
    void awaitKilled() {
        process.onExit()
                .completeOnTimeout(process, SECONDS_TO_DIE, TimeUnit.SECONDS)
                .join();
    }

    /** Throws {@link CommandFailure} if the process has ended with an error and was not killed. */
    void requireNotFailed() throws IOException {
        if (killed || process.isAlive() || process.exitValue() == 0) {
            return;
        }
        List<String> lines = Files.readAllLines(task.output(), StandardCharsets.ISO_8859_1);
        String output = String.join(" | ", lines.subList(0, Math.min(lines.size(), LINES_SHOWN)));
        throw ChaosRun.failed(task.settings().label() + " exited unexpectedly with exit code " + process.exitValue()
                + " (" + (output.isBlank() ? "no output" : output) + ")");
    }
}
