package io.snowflakeid.ledger;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** The lock of one process on a file that is never deleted. Notices that the file was removed, so that another process can lock a new one. */
final class WindowLock {

    /** POSIX drops all locks of a process on a file when it closes any channel to it, so these stay open. */
    private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final Path path;
    private @Nullable FileChannel channel;
    private @Nullable Object
            key; // of the locked file; null where files have none, as on Windows, which removes no open file

    WindowLock(Path path) {
        this.path = path;
    }

    /** False if another generator has the lock. */
    boolean tryLock() throws IOException {
        FileChannel opened = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!isLocked(opened)) {
            return false;
        }
        channel = opened;
        key = presentKey();
        return true;
    }

    /** A channel that did not get the lock is closed, unless this very process holds it: closing one would free them all. */
    private static boolean isLocked(FileChannel opened) throws IOException {
        try {
            FileLock lock = opened.tryLock();
            if (lock == null) {
                opened.close();
            }
            return lock != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            NEVER_CLOSED.add(opened);
            return false;
        }
    }

    /** What tells a file from one that has come in its place; null if it is not there, or the file system does not say. */
    private @Nullable Object presentKey() throws IOException {
        try {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                    .fileKey();
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** Whether the locked file was removed, so that the lock keeps no other process out. */
    boolean isReplaced() throws IOException {
        return key != null && !key.equals(presentKey());
    }

    /** Lets other processes in; does nothing if the file is not locked. */
    void unlock() throws IOException {
        FileChannel open = channel;
        channel = null;
        key = null;
        if (open != null) {
            open.close();
        }
    }

    Path path() {
        return path;
    }
}
