package io.snowflakeid.verification.chaos;

import io.snowflakeid.verification.makers.MakerSettings;
import java.nio.file.Path;

/**
 * The task of a writer process, as JSON in an environment variable, since it has a password and other users can read a command
 * line. The process reports by files.
 *
 * @param folder the folder of its files
 * @param idsPerSecond its maximum rate
 * @param fakeClock whether its clock is faked, which makes reading it slow
 */
record WriterTask(String maker, MakerSettings settings, String folder, long idsPerSecond, boolean fakeClock) {

    static final String VARIABLE = "SNOWFLAKE_CHAOS_TASK";

    private static final String IDS = ".ids";

    private Path file(String end) {
        return Path.of(folder, "writer-" + settings.writer() + "-process-" + settings.incarnation() + end);
    }

    /** The file of a thread's ids. The file exists from the first id on. */
    Path ids(int thread) {
        return file("-thread-" + thread + IDS);
    }

    static boolean areIds(Path file) {
        return file.toString().endsWith(IDS);
    }

    Path log() {
        return file(".log");
    }

    /** The file of standard output and standard error, which is empty unless the process fails. */
    Path output() {
        return file(".output");
    }

    /** The origin of a file in reports: {@code writer 3, process 2, thread 0}. */
    static String originOf(Path ids) {
        String name = String.valueOf(ids.getFileName());
        return name.replace(IDS, "").replaceAll("-(\\d+)-", " $1, ").replaceAll("-(\\d+)$", " $1");
    }
}
