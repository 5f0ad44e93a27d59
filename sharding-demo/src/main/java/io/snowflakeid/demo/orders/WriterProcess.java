package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogManager;

/**
 * A JVM of its own that does a part of the work: this one's Java, this one's class path. It is told its part by arguments, and the
 * databases by a file, since arguments are visible to others and have passwords in them. It is started and stopped; what it prints
 * goes to a log. For the rest one looks into the databases.
 */
final class WriterProcess implements AutoCloseable {

    private static final long SECONDS_TO_END = 5;
    private static final int FAILED = 1;

    private final String name;
    private final Path log;
    private final Process process;

    private WriterProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /** Starts the {@code main} of a class with these arguments; its log is written beside those of others. */
    static WriterProcess start(String name, Path logs, Class<?> main, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // a short life: simple collector, first compiler only
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx512m"));
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow"); // caffeine 2.9 in ShardingSphere warns otherwise
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        for (Object argument : arguments) {
            command.add(String.valueOf(argument));
        }
        Path log = logs.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new WriterProcess(name, log, process);
    }

    /** To be called first by the {@code main} of such a process: prints warnings only, and ends when its parent does. */
    static List<Database> begin(String databasesFile) throws IOException {
        System.setProperty("org.jboss.logging.provider", "slf4j");
        System.setProperty("org.slf4j.simpleLogger.log.org.hibernate.orm.deprecation", "error");
        System.setProperty("org.slf4j.simpleLogger.log.com.zaxxer.hikari", "error");
        LogManager.getLogManager().getLogger("").setLevel(Level.WARNING);
        System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        var unused = parent.onExit().thenRun(() -> Runtime.getRuntime().halt(FAILED));
        return new JsonMapper().readValue(Path.of(databasesFile).toFile(), new TypeReference<List<Database>>() {});
    }

    /** What it has printed so far. */
    List<String> log() throws IOException {
        return Files.readAllLines(log, StandardCharsets.UTF_8);
    }

    /**
     * Whether it has done its part.
     *
     * @throws CommandFailure if it has failed, with what it printed last
     */
    boolean isDone() throws IOException {
        if (process.isAlive()) {
            return false;
        }
        if (process.exitValue() != 0) {
            throw new CommandFailure(
                    ExitCode.UNEXPECTED,
                    name + " ended with exit code " + process.exitValue() + ": "
                            + log().stream()
                                    .filter(line -> line.startsWith("failed: "))
                                    .findFirst()
                                    .orElse("it gave no reason")
                            + "; more is in " + log,
                    null);
        }
        return true;
    }

    /** Ends it, after a while with force: its transactions hold locks on tables that are to be dropped. */
    @Override
    public void close() {
        process.toHandle().destroy();
        try {
            if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
                process.toHandle().destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.toHandle().destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
