package io.snowflakeid.demo.chaos;

import java.nio.file.Path;

/** The files of one writer process. */
final class WriterFiles {

    private static final String IDS = ".ids";

    private WriterFiles() {}

    /** What they all begin with. */
    static Path prefix(Path folder, int writer, int incarnation) {
        return folder.resolve("writer-" + writer + "-process-" + incarnation);
    }

    static Path ids(String prefix, int thread) {
        return Path.of(prefix + "-thread-" + thread + IDS);
    }

    static boolean areIds(Path file) {
        return file.toString().endsWith(IDS);
    }

    static Path diary(String prefix) {
        return Path.of(prefix + ".diary");
    }

    static Path errors(String prefix) {
        return Path.of(prefix + ".errors");
    }

    /** For reports: {@code writer 3, process 2, thread 0}. */
    static String whose(Path ids) {
        String name = String.valueOf(ids.getFileName());
        return name.replace(IDS, "").replaceAll("-(\\d+)-", " $1, ").replaceAll("-(\\d+)$", " $1");
    }
}
