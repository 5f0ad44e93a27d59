package io.snowflakeid.commandline;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** Writes files that only the owner can read if the file system has POSIX permissions. */
public final class PrivateFile {

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private PrivateFile() {}

    /** Writes a text to a file in UTF-8. The method replaces the content of an existing file. */
    public static Path write(Path path, String text) throws IOException {
        try (Writer writer = writer(path)) {
            writer.write(text);
        }
        return path;
    }

    /**
     * Opens a file for writing in UTF-8. The caller must close the writer. The method truncates an existing file. A path that is not a regular file,
     * such as a terminal, keeps its permissions.
     */
    public static Writer writer(Path path) throws IOException {
        if (path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            if (!Files.exists(path)) {
                Files.createFile(path, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
            } else if (Files.isRegularFile(path)) {
                Files.setPosixFilePermissions(path, OWNER_ONLY);
            }
        }
        return Files.newBufferedWriter(path, StandardCharsets.UTF_8);
    }
}
