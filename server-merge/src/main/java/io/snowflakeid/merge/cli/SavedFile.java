package io.snowflakeid.merge.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** A small file that is edited meanwhile. Its content is compared, since editors replace files, and times of file systems are coarse. */
final class SavedFile {

    private static final long MILLIS_BETWEEN_LOOKS = 100;

    private final Path path;
    private byte[] seen;

    /** As it is now. */
    SavedFile(Path path) throws IOException {
        this.path = path;
        seen = read();
    }

    /** Empty while an editor puts another file in its place. */
    private byte[] read() throws IOException {
        try {
            return Files.readAllBytes(path);
        } catch (NoSuchFileException e) {
            return new byte[0];
        }
    }

    /** Waits until it has another content than at the last call, or at first, and is written to its end. */
    void awaitChange() throws IOException, InterruptedException {
        byte[] before = seen;
        byte[] now = before;
        while (Arrays.equals(now, before) || now.length == 0 || !Arrays.equals(now, seen)) {
            seen = now;
            TimeUnit.MILLISECONDS.sleep(MILLIS_BETWEEN_LOOKS);
            now = read();
        }
    }
}
