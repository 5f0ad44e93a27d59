package io.snowflakeid.demo.chaos;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What a writer process writes down about itself, a line at a time, so that it is known even if the process is killed. Times are those of
 * {@link System#nanoTime}, which all processes of a machine share. Thread-safe.
 */
final class Diary implements AutoCloseable {

    static final String STALL = "stall";
    static final String COUNT = "count";
    static final String CLOCK = "clock";
    static final String STARTED = "started";
    static final String FAILURE = "failure";

    /** The counter of calls that threw. */
    static final String FAILED_CALLS = "failedCalls";

    /** The counter of makers that could not be opened. */
    static final String FAILED_STARTS = "failedStarts";

    private final OutputStream out;
    private final Set<String> failuresSeen = new HashSet<>();

    Diary(Path file) throws IOException {
        out = new FileOutputStream(file.toFile(), true);
    }

    /** A thread that wanted ids has been without one, from then to then. */
    void stall(long fromNanos, long untilNanos) throws IOException {
        write(STALL + " " + fromNanos + " " + untilNanos);
    }

    /** Counters since the start of the process. */
    void count(Map<String, Long> counters) throws IOException {
        StringBuilder line = new StringBuilder(COUNT);
        counters.forEach(
                (name, value) -> line.append(' ').append(name).append('=').append(value));
        write(line.toString());
    }

    /** The wall clock was seen to have jumped. */
    void clockJumped(long byMillis) throws IOException {
        write(CLOCK + " " + byMillis);
    }

    /** The first id could be made that long after the start of the process. */
    void started(long millis) throws IOException {
        write(STARTED + " " + millis);
    }

    /** Why a call threw; once for each reason. */
    void failure(Throwable e) throws IOException {
        String reason = e.getClass().getSimpleName() + ": "
                + String.valueOf(e.getMessage()).replaceAll("\\s+", " ");
        boolean isNew;
        synchronized (this) {
            isNew = failuresSeen.add(reason.replaceAll("[0-9]+", "0"));
        }
        if (isNew) {
            write(FAILURE + " " + reason);
        }
    }

    private synchronized void write(String line) throws IOException {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
