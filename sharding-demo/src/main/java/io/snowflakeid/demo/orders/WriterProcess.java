package io.snowflakeid.demo.orders;

import io.snowflakeid.demo.orders.Reply.Word;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** An {@link OrderWriter} in a JVM of its own: this one's Java, this one's class path. */
final class WriterProcess {

    /** Said once by each of ShardingSphere's parsers, whose generator is older than Hibernate's run-time; harmless. */
    private static final String OF_ANTLR = "ANTLR ";

    private static final long SECONDS_TO_END = 5;

    private final int number;
    private final Process process;
    private final BufferedWriter commands;

    private WriterProcess(int number, Process process) {
        this.number = number;
        this.process = process;
        commands = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts one. Its error output goes to this one's, without what is known to be harmless.
     *
     * @param number which writer it is, from 0
     * @param replies called by threads of their own, with {@link Word#ENDED} as the last one
     */
    static WriterProcess start(int number, Consumer<Reply> replies) throws IOException {
        Process process = new ProcessBuilder(command()).start();
        WriterProcess writer = new WriterProcess(number, process);
        writer.follow("replies", () -> writer.readReplies(replies));
        writer.follow("errors", writer::readErrors);
        return writer;
    }

    private static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // a short life: simple collector, first compiler only
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-Xmx512m"));
        if (Runtime.version().feature() >= 24) {
            command.add("--sun-misc-unsafe-memory-access=allow"); // caffeine 2.9 in ShardingSphere; else four lines of
            // warning
        }
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), OrderWriter.class.getName()));
        return command;
    }

    private void follow(String what, Runnable reading) {
        Thread thread = new Thread(reading, "writer " + number + " " + what);
        thread.setDaemon(true);
        thread.start();
    }

    private void readReplies(Consumer<Reply> replies) {
        readLines(process.getInputStream(), line -> {
            if (Reply.isReply(line)) {
                replies.accept(Reply.parse(number, line));
            } else {
                System.err.println("writer " + number + ": " + line); // the JVM's own warnings, for instance
            }
        });
        try {
            replies.accept(new Reply(number, Word.ENDED, String.valueOf(process.waitFor())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void readErrors() {
        readLines(process.getErrorStream(), line -> {
            if (!line.startsWith(OF_ANTLR)) {
                System.err.println("writer " + number + ": " + line);
            }
        });
    }

    private static void readLines(InputStream stream, Consumer<String> lines) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            reader.lines().forEach(lines);
        } catch (IOException | UncheckedIOException e) {
            // the stream breaks off when the process is destroyed; its exit code says so
        }
    }

    /** Sends a line; if the process has just died, its end is reported as a reply. */
    void tell(String line) throws IOException {
        commands.write(line);
        commands.newLine();
        commands.flush();
    }

    /** Tells the process that nothing more is wanted. */
    void endCommands() {
        try {
            commands.close();
        } catch (IOException e) {
            // it has ended already, and its exit code says whether in peace
        }
    }

    void destroy() {
        process.toHandle().destroy();
    }

    /** Waits until it is gone, after a while with force: its transactions hold locks on tables that are to be dropped. */
    void awaitEnd() {
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
