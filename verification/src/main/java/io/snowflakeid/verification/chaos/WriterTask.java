package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.makers.MakerSettings;
import java.nio.file.Path;

/**
 * What a writer process is told, as JSON in its environment: others could read a command line, and this holds a password. All that it
 * says itself is in its files.
 *
 * @param folder where its files go
 * @param idsPerSecond how many ids it makes at most
 * @param fakeClock whether its clock is faked, so that each look at it takes long
 */
record WriterTask(String maker, MakerSettings settings, String folder, long idsPerSecond, boolean fakeClock) {

    /** The environment variable that holds it. */
    static final String VARIABLE = "SNOWFLAKE_CHAOS_TASK";

    private static final String IDS = ".ids";

    private Path file(String end) {
        return Path.of(folder, "writer-" + settings.writer() + "-process-" + settings.incarnation() + end);
    }

    /** They are there from the moment on that the process makes ids. */
    Path ids(int thread) {
        return file("-thread-" + thread + IDS);
    }

    static boolean areIds(Path file) {
        return file.toString().endsWith(IDS);
    }

    Path log() {
        return file(".log");
    }

    /** What it says on standard output and standard error: nothing, if all is well. */
    Path output() {
        return file(".output");
    }

    /** For reports: {@code writer 3, process 2, thread 0}. */
    static String whose(Path ids) {
        String name = String.valueOf(ids.getFileName());
        return name.replace(IDS, "").replaceAll("-(\\d+)-", " $1, ").replaceAll("-(\\d+)$", " $1");
    }
}
