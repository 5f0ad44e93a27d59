package io.snowflakeid.merge.run;

import io.snowflakeid.merge.cli.ServerMergeCommand;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The command {@code run} in a process of its own, which can be killed. Where it is, it tells as it tells an operator. */
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
        this(plan, password, HEAP_MEGABYTES, "-Xshare:auto");
    }

    /** The same, with so much memory. */
    ChildRun(Path plan, String password, int heapMegabytes) throws IOException {
        this(plan, password, heapMegabytes, "-Xshare:auto");
    }

    private ChildRun(Path plan, String password, int heapMegabytes, String classes) throws IOException {
        ProcessBuilder command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + heapMegabytes + "m",
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        classes,
                        "-cp",
                        classPath(),
                        ServerMergeCommand.class.getName(),
                        "run",
                        "--plan",
                        plan.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        command.environment().put(PASSWORD_ENV, password);
        process = command.start();
        reader.start();
    }

    /** Writes the classes that it has loaded to a file at its end. */
    static ChildRun keepingClasses(Path plan, String password, Path classes) throws IOException {
        return new ChildRun(
                plan, password, HEAP_MEGABYTES, packed() ? "-XX:ArchiveClassesAtExit=" + classes : "-Xshare:auto");
    }

    /** Takes its classes from a file, where there is one, and is there a third sooner. */
    static ChildRun withClasses(Path plan, String password, Path classes) throws IOException {
        return new ChildRun(
                plan,
                password,
                HEAP_MEGABYTES,
                Files.exists(classes) ? "-XX:SharedArchiveFile=" + classes : "-Xshare:auto");
    }

    /** Classes that lie in folders cannot be kept. */
    private static boolean packed() {
        return ServerMergeCommand.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath()
                .endsWith(".jar");
    }

    static String classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(all.split(File.pathSeparator, -1))
                .filter(entry -> !packed() || entry.endsWith(".jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** A step begins with two blanks, and says how far it is after a colon; all else is an error. */
    private void read() {
        try (BufferedReader told =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8))) {
            for (String line = told.readLine(); line != null; line = told.readLine()) {
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
