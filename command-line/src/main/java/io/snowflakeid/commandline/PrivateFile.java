package io.snowflakeid.commandline;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Files that hold what players are called, or which statements a run carries out: for their owner alone, where a file system knows owners. */
public final class PrivateFile {

    private static final Set<PosixFilePermission> OWNER_ALONE = PosixFilePermissions.fromString("rw-------");

    private PrivateFile() {}

    /** Writes a file anew, in UTF-8. */
    public static Path write(Path path, String text) throws IOException {
        try (Writer writer = writer(path)) {
            writer.write(text);
        }
        return path;
    }

    /**
     * Begins a file anew, in UTF-8, to be closed by the caller. A file that is there keeps its place and loses its content and the
     * permissions of others; what is no plain file, such as a terminal, stays as it is.
     */
    public static Writer writer(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            if (!Files.exists(path)) {
                Files.createFile(path, PosixFilePermissions.asFileAttribute(OWNER_ALONE));
            } else if (Files.isRegularFile(path)) {
                Files.setPosixFilePermissions(path, OWNER_ALONE);
            }
        }
        return Files.newBufferedWriter(path, StandardCharsets.UTF_8);
    }
}
