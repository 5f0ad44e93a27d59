package io.snowflakeid.demo.chaos;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A {@link ChaosWriter} in a JVM of its own: this one's Java, this one's class path. For one thread, besides {@link #kill}. */
final class WriterProcess {

    private static final long RUNNING = Long.MIN_VALUE;
    private static final int LINES_SHOWN = 5;
    private static final long SECONDS_TO_DIE = 5;

    private final WriterTask task;
    private final Process process;
    private final List<Pause> pauses = new ArrayList<>();
    private volatile boolean ready;
    private volatile boolean killed;
    private long stoppedSince = RUNNING;

    private WriterProcess(WriterTask task, Process process) {
        this.task = task;
        this.process = process;
    }

    /** From when to when it was stopped, by {@link System#nanoTime}. */
    record Pause(long fromNanos, long untilNanos) {}

    /**
     * Starts one.
     *
     * @param clock whose time it lives by; null for the true one
     * @param launcher what stands before the command; empty for nothing
     */
    static WriterProcess start(WriterTask task, @Nullable FakeClock clock, List<String> launcher) throws IOException {
        List<String> command = new ArrayList<>(launcher);
        command.addAll(command());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectError(WriterFiles.errors(task.files()).toFile());
        if (clock != null) {
            builder.environment().putAll(clock.environment());
        }
        WriterProcess writer = new WriterProcess(task, builder.start());
        Thread reader = new Thread(writer::readReplies, "writer " + writer.number() + " replies");
        reader.setDaemon(true);
        reader.start();
        writer.tell();
        return writer;
    }

    private static List<String> command() {
        // short lives on few processors: simple collector, first compiler only
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xshare:auto",
                "-Xmx96m",
                "-cp",
                System.getProperty("java.class.path"),
                ChaosWriter.class.getName());
    }

    private void readReplies() {
        try (BufferedReader replies = process.inputReader(StandardCharsets.UTF_8)) {
            replies.lines().filter(ChaosWriter.READY::equals).forEach(line -> ready = true);
        } catch (IOException | UncheckedIOException e) {
            // the stream breaks off when the process is killed
        }
    }

    /** The input stays open: its end is the sign to stop. */
    private void tell() throws IOException {
        BufferedWriter input = process.outputWriter(StandardCharsets.UTF_8);
        try {
            input.write(new JsonMapper().writeValueAsString(task));
            input.newLine();
            input.flush();
        } catch (IOException e) {
            kill();
            throw e;
        }
    }

    int number() {
        return task.settings().writer();
    }

    int incarnation() {
        return task.settings().incarnation();
    }

    String files() {
        return task.files();
    }

    /** True if it has begun to make ids. */
    boolean isReady() {
        return ready;
    }

    boolean isAlive() {
        return process.isAlive();
    }

    boolean isStopped() {
        return stoppedSince != RUNNING;
    }

    /** True if it was alive, and is no longer because of this. */
    boolean kill() {
        boolean wasAlive = process.isAlive();
        killed = true;
        process.toHandle().destroyForcibly();
        return wasAlive;
    }

    /** SIGSTOP. */
    boolean stop() {
        long now = System.nanoTime();
        if (isStopped() || !process.isAlive() || !Signals.stop(process.pid())) {
            return false;
        }
        stoppedSince = now;
        return true;
    }

    /** SIGCONT; false if it is dead by now. */
    boolean goOn() {
        if (!isStopped()) {
            return false;
        }
        boolean went = process.isAlive() && Signals.goOn(process.pid());
        pauses.add(new Pause(stoppedSince, System.nanoTime()));
        stoppedSince = RUNNING;
        return went;
    }

    List<Pause> pauses() {
        return pauses;
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
                .orTimeout(SECONDS_TO_DIE, TimeUnit.SECONDS)
                .handle((dead, late) -> dead)
                .join();
    }

    /** True if nobody has killed it, and it has ended all the same, and not in peace. */
    boolean hasFailed() {
        return !killed && !process.isAlive() && process.exitValue() != 0;
    }

    /** Its exit code and the end of what it said on standard error. */
    String lastWords() {
        String said;
        try {
            List<String> lines = Files.readAllLines(WriterFiles.errors(task.files()));
            said = String.join(" | ", lines.subList(0, Math.min(lines.size(), LINES_SHOWN)));
        } catch (IOException e) {
            said = e.toString();
        }
        return "writer " + number() + ", process " + incarnation() + ", ended by itself with exit code "
                + process.exitValue() + " (" + (said.isBlank() ? "it said nothing" : said) + ")";
    }
}
