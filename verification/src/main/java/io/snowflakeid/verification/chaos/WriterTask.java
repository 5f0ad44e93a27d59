package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.makers.MakerSettings;
import java.nio.file.Path;

/** The task of a writer process, in an environment variable. Other users could read a password on a command line. */
record WriterTask(String maker, MakerSettings settings, String folder, long idsPerSecond, boolean fakeClock) {

    static final String VARIABLE = "SNOWFLAKE_CHAOS_TASK";

    private static final String IDS = ".ids";

    private Path file(String end) {
        return Path.of(folder, "writer-" + settings.writer() + "-process-" + settings.incarnation() + end);
    }

    Path ids(int thread) {
        return file("-thread-" + thread + IDS);
    }

    static boolean areIds(Path file) {
        return file.toString().endsWith(IDS);
    }

    Path log() {
        return file(".log");
    }

    Path output() {
        return file(".output");
    }

    /** Returns the writer of a file, such as {@code writer 3, process 2, thread 0}. */
    static String originOf(Path ids) {
        String name = String.valueOf(ids.getFileName());
        return name.replace(IDS, "").replaceAll("-(\\d+)-", " $1, ").replaceAll("-(\\d+)$", " $1");
    }
}
