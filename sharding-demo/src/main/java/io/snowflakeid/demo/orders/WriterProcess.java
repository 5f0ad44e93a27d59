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

/**
 * A JVM of its own that does a part of the work: this one's Java, this one's class path. It is told its part by arguments, and the
 * databases by its environment, since arguments are visible to others and have passwords in them. It is started and stopped; what
 * it prints goes to a log. For the rest one looks into the databases.
 */
record WriterProcess(String name, Path log, Process process) implements AutoCloseable {

    private static final String DATABASES = "SNOWFLAKE_DEMO_DATABASES";

    /** A part of the work. */
    interface Work {
        void on(List<Database> databases) throws Exception;
    }

    /** Starts the {@code main} of a class with these arguments; its log is written beside those of others. */
    static WriterProcess start(String name, Path logs, List<Database> databases, Class<?> main, int... arguments)
            throws IOException {
        // a short life: simple collector, first compiler only
        List<String> command = Program.command(
                main,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Xmx512m",
                "-Dorg.jboss.logging.provider=slf4j");
        if (Runtime.version().feature() >= 24) {
            command.add(1, "--sun-misc-unsafe-memory-access=allow"); // caffeine 2.9 in ShardingSphere warns otherwise
        }
        for (int argument : arguments) {
            command.add(String.valueOf(argument));
        }
        Path log = logs.resolve(name + ".log");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put(DATABASES, new JsonMapper().writeValueAsString(databases));
        return new WriterProcess(name, log, builder.start());
    }

    /** To be called by the {@code main} of such a process, which ends when the work is done, or its parent has ended. */
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

    /** The lines of its log that begin with a word, without that word. */
    List<String> said(String word) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.startsWith(word + ": "))
                    .map(line -> line.substring(word.length() + 2))
                    .toList();
        }
    }

    /**
     * Whether it has done its part.
     *
     * @throws CommandFailure if it has failed, with the reason
     */
    boolean isDone() throws IOException {
        if (process.isAlive()) {
            return false;
        }
        if (process.exitValue() != 0) {
            String why = name + " ended with exit code " + process.exitValue() + " " + said("failed") + "; see " + log;
            throw new CommandFailure(ExitCode.UNEXPECTED, why, null);
        }
        return true;
    }

    /** Ends it at once: its transactions hold locks on tables that are to be dropped. */
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
