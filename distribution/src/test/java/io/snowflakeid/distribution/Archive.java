package io.snowflakeid.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** One archive of a command, which {@code mvn package} makes. */
record Archive(String command, String format) {

    static final String VERSION = System.getProperty("project.version");

    static List<Archive> all() {
        return Stream.of("server-merge", "snowflake-cli")
                .flatMap(command -> Stream.of("tar.gz", "zip").map(format -> new Archive(command, format)))
                .toList();
    }

    Path file() {
        Path file = Path.of("..", command, "target", this.toString()).toAbsolutePath();
        assertThat(file).as("made by: mvn package").isRegularFile();
        return file;
    }

    /** Unpacks all of it, with the modes of its files, and returns the folder that it holds. */
    Path unpack(Path folder) throws IOException {
        if (format.equals("zip")) {
            try (FileSystem zip = FileSystems.newFileSystem(file(), Map.of("enablePosixFileAttributes", true));
                    Stream<Path> entries = Files.walk(zip.getPath("/"))) {
                for (Path entry : entries.skip(1).toList()) {
                    Path to = folder.resolve(entry.toString().substring(1));
                    Files.copy(entry, to);
                    Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(entry));
                }
            }
        } else {
            Run.of(Map.of("PATH", System.getenv("PATH")), "tar", "-xzf", file().toString(), "-C", folder.toString())
                    .exitsWith(0);
        }
        try (Stream<Path> found = Files.list(folder)) {
            assertThat(found).containsExactly(folder.resolve(command + "-" + VERSION));
        }
        return folder.resolve(command + "-" + VERSION);
    }

    Path script(Path unpacked) {
        return unpacked.resolve("bin").resolve(command);
    }

    /** The name of its file. */
    @Override
    public String toString() {
        return command + "-" + VERSION + "-bin." + format;
    }
}
