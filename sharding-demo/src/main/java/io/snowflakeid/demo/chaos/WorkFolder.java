package io.snowflakeid.demo.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder for what a run leaves behind for its check. */
final class WorkFolder {

    private final Path path;

    private WorkFolder(Path path) {
        this.path = path;
    }

    static WorkFolder in(Path parent) throws IOException {
        return new WorkFolder(Files.createTempDirectory(Files.createDirectories(parent), "chaos-ids-"));
    }

    Path path() {
        return path;
    }

    List<Path> idFiles() throws IOException {
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(WriterFiles::areIds).sorted().toList();
        }
    }

    /** Removes it with all that is in it. */
    void remove() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
