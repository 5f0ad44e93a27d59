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

/** A {@link ChaosWriter} in a JVM of its own: this one's Java, this one's class path. For one thread. */
final class WriterProcess {

    private static final int LINES_SHOWN = 5;
    private static final long SECONDS_TO_DIE = 5;
    private static final long SECONDS_TO_SIGNAL = 5;

    private final WriterTask task;
    private final Process process;
    private boolean killed;
    private boolean stopped;

    /**
     * Starts one. Its input stays open: the end of that is the sign to stop.
     *
     * @param clock whose time it lives by; null for the true one
     * @param launcher what stands before the command; empty for nothing
     */
    WriterProcess(WriterTask task, @Nullable FakeClock clock, List<String> launcher) throws IOException {
        this.task = task;
        List<String> command = new ArrayList<>(launcher);
        // on few processors: the simple collector, the first compiler only
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

    /** True if it has begun to make ids. */
    boolean isReady() {
        return Files.exists(task.ids(0));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** True if it was alive, and is no longer because of this. */
    boolean kill() {
        boolean wasAlive = process.isAlive();
        killed = true;
        process.toHandle().destroyForcibly();
        return wasAlive;
    }

    /** SIGSTOP; false if it is stopped already, or dead. */
    boolean stop() throws IOException, InterruptedException {
        boolean now = !stopped && process.isAlive() && signal("STOP");
        stopped |= now;
        return now;
    }

    /** SIGCONT, after a {@link #stop}; false if it is dead by now. */
    boolean goOn() throws IOException, InterruptedException {
        stopped = false;
        return process.isAlive() && signal("CONT");
    }

    /** @throws CommandFailure if this system has no such signals */
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

    /** Tells it to end. */
    void endInput() {
        try {
            process.outputWriter(StandardCharsets.UTF_8).close();
        } catch (IOException e) {
            // it has ended already
        }
    }

    boolean awaitEnd(long seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    /** After a kill: until then it may still write to its files. */
    void awaitDeath() {
        process.onExit()
                .completeOnTimeout(process, SECONDS_TO_DIE, TimeUnit.SECONDS)
                .join();
    }

    /** @throws CommandFailure if it was not killed, and ended all the same with an error */
    void requireNotFailed() throws IOException {
        if (killed || process.isAlive() || process.exitValue() == 0) {
            return;
        }
        List<String> lines = Files.readAllLines(task.output(), StandardCharsets.ISO_8859_1);
        String said = String.join(" | ", lines.subList(0, Math.min(lines.size(), LINES_SHOWN)));
        throw ChaosRun.failed(task.settings().whose() + " ended by itself with exit code " + process.exitValue() + " ("
                + (said.isBlank() ? "it said nothing" : said) + ")");
    }
}
