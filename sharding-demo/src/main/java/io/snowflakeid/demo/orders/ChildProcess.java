package io.snowflakeid.demo.orders;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.snowflakeid.commandline.CommandFailure;
import io.snowflakeid.commandline.Database;
import io.snowflakeid.commandline.ExitCode;
import io.snowflakeid.commandline.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A child JVM that executes a part of the demo and writes a log file. */
record ChildProcess(String name, Path log, Process process) implements AutoCloseable {

    private static final String DATABASES = "SNOWFLAKE_DEMO_DATABASES";

    interface Work {
        void on(List<Database> databases) throws Exception;
    }

    /**
     * Starts the {@code main} method of a class in a child JVM. The databases are passed as an environment variable, because other users can see
     * passwords in command-line arguments.
     */
    static ChildProcess start(String name, Path logs, List<Database> databases, Class<?> main, int... arguments)
            throws IOException {
        // the serial garbage collector and the C1 compiler shorten the start of a child JVM
        List<String> command = Program.command(
                main,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx512m",
                "-Dorg.jboss.logging.provider=slf4j");
        if (Runtime.version().feature() >= 24) {
            command.add(
                    1,
                    // this JVM option prevents a warning about caffeine 2.9 in ShardingSphere
                    "--sun-misc-unsafe-memory-access=allow");
        }
        for (int argument : arguments) {
            command.add(String.valueOf(argument));
        }
        Path log = logs.resolve(name + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put(DATABASES, new JsonMapper().writeValueAsString(databases));
        return new ChildProcess(name, log, builder.start());
    }

    /** Runs a task in the child JVM. The child JVM exits when the task has ended or the parent process has ended. */
    static void work(Work work) {
        System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
        ProcessHandle parent = ProcessHandle.current().parent().orElseThrow();
        var unused = parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1));
        try {
            work.on(new JsonMapper()
                    .readValue(System.getenv().getOrDefault(DATABASES, "[]"), new TypeReference<List<Database>>() {}));
            System.exit(0);
        } catch (Exception e) {
            System.out.println("failed: " + e);
            e.printStackTrace();
            System.exit(1);
        }
    }

    /** Returns the log lines that begin with the given word and a colon, without this prefix. */
    List<String> linesWith(String word) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.startsWith(word + ": "))
                    .map(line -> line.substring(word.length() + 2))
                    .toList();
        }
    }

    /**
     * Returns true if the child JVM has ended without a failure.
     *
     * @throws CommandFailure if the child JVM has ended with a failure
     */
    boolean isDone() throws IOException {
        if (process.isAlive()) {
            return false;
        }
        if (process.exitValue() != 0) {
            String why =
                    name + " ended with exit code " + process.exitValue() + " " + linesWith("failed") + "; see " + log;
            throw new CommandFailure(ExitCode.UNEXPECTED, why, null);
        }
        return true;
    }

    /** Kills the child JVM, because an open transaction would lock tables that the demo must drop. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
