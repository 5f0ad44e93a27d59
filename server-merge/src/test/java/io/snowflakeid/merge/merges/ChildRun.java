package io.snowflakeid.merge.merges;

import io.snowflakeid.merge.cli.ServerMergeCommand;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command {@code run} in a process of its own, which can be killed. Its lines of progress say where it is. */
final class ChildRun implements AutoCloseable {

    /** What the plan's {@code password-env} names. */
    static final String PASSWORD_ENV = "MERGE_PASSWORD";

    private static final int HEAP_MEGABYTES = 256;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Process process;
    private final Thread reader = new Thread(this::read, "progress of a child");
    private final List<String> steps = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private boolean silent;

    /** Begins or goes on with a plan. */
    ChildRun(Path plan, String password) throws IOException {
        this("run", plan, password, HEAP_MEGABYTES);
    }

    /** A command about a plan, with so much memory. */
    ChildRun(String command, Path plan, String password, int heapMegabytes) throws IOException {
        ProcessBuilder java = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMegabytes + "m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ServerMergeCommand.class.getName(),
                        command,
                        "--plan",
                        plan.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        java.environment().put(PASSWORD_ENV, password);
        process = java.start();
        reader.start();
    }

    /** A step begins with two blanks, and says how far it is after a colon; all else is an error. */
    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                note(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            noteSilence();
        }
    }

    private synchronized void note(String line) {
        if (line.startsWith("  ")) {
            steps.add(line.strip().split(":", 2)[0]);
        } else {
            errors.add(line);
        }
        notifyAll();
    }

    private synchronized void noteSilence() {
        silent = true;
        notifyAll();
    }

    /** Waits until it comes to a step; false if it ends before. */
    synchronized boolean awaitStep(String step) throws InterruptedException {
        long start = System.nanoTime();
        while (!steps.contains(step) && !silent) {
            if (System.nanoTime() - start > LONGEST.toNanos()) {
                throw new AssertionError("not in step '" + step + "' after " + LONGEST + ", but in '" + step() + "'");
            }
            wait(1_000);
        }
        return steps.contains(step);
    }

    /** Where it is; empty before the first step. */
    synchronized String step() {
        return steps.isEmpty() ? "" : steps.get(steps.size() - 1);
    }

    /** SIGKILL; returns when the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
        reader.join();
    }

    boolean running() {
        return process.isAlive();
    }

    /** Waits for its end, and returns its exit code. */
    int end() throws InterruptedException {
        if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("has not ended after " + LONGEST + ", is in '" + step() + "'");
        }
        reader.join();
        return process.exitValue();
    }

    /** What it wrote to its standard error beside its steps, complete after {@link #end}. */
    synchronized List<String> errors() {
        return List.copyOf(errors);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
