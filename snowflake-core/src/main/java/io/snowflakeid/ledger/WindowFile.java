package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import io.snowflakeid.internal.ApplicationLog;
import io.snowflakeid.internal.VisibleText;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Stores a worker's window in a file. The file contains the layout, the end of the window, and the token of the holder. A write creates a temporary
 * file, and then replaces the window file atomically. A lock on a separate lock file prevents two processes of one machine from using the window
 * file. A lock on the window file is not possible, because each write replaces the window file.
 */
class WindowFile {

    static final Duration RENEW_EVERY = Duration.ofSeconds(1);

    private static final System.Logger LOG = ApplicationLog.of(FixedWorkerLedger.class);
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final int LONGEST_SHOWN = 120;
    private static final Pattern STORED = Pattern.compile("(.+) (\\d{1,19})(?: [0-9a-f]{32})?");

    /** Open channels to files that are already locked. On POSIX systems, closing a channel releases all locks of the process on that file. */
    private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final Path path;
    private final SnowflakeLayout layout;
    private final long windowTicks;
    private @Nullable FileChannel lock;
    private String token = "";
    private long mark; // the mark on disk, which only close lowers
    // the text that this process last read or wrote, or null if the file did not exist
    private @Nullable String stored;

    WindowFile(Path path, SnowflakeLayout layout) {
        this.path = path;
        this.layout = layout;
        windowTicks = Math.max(3, WINDOW.dividedBy(layout.tick()));
    }

    final Path path() {
        return path;
    }

    /** Returns the first tick after the stored window. */
    final long mark() {
        return mark;
    }

    /**
     * Locks the file, waits for the end of the stored window, and stores a new window. The caller must call {@link #unlock} if this method throws an
     * exception.
     *
     * @param withoutFile the first tick of the new window if the window file does not exist
     * @param holder the token of the new holder, which has 32 hexadecimal digits
     * @return the first tick of the new window
     */
    final long open(long now, long withoutFile, String holder) {
        try {
            lock = locked();
            token = holder;
            stored = text();
            long from = stored == null ? withoutFile : Math.max(now, storedMark(stored));
            if (from > withoutFile) {
                awaitBegin(from - now);
            }
            write(endOfWindow(from));
            return from;
        } catch (IOException e) {
            throw failed("be opened", e);
        }
    }

    private @Nullable String text() throws IOException {
        return Files.exists(path) ? Files.readString(path) : null;
    }

    /** Waits until the stored window ends. If the clock was set back by more than a window, the method does not wait. */
    private void awaitBegin(long aheadTicks) {
        Duration ahead = layout.tick().multipliedBy(aheadTicks);
        Duration wait = aheadTicks <= windowTicks + layout.runAheadTicks() ? ahead : Duration.ZERO;
        LOG.log(
                Level.INFO,
                "the window in file {0} ends {1} ms ahead of the clock: ids begin at its end, the start waits {2} ms",
                path,
                ahead.toMillis(),
                wait.toMillis());
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerLedgerException(
                    Reason.OTHER, "interrupted while waiting for the end of the window in file " + path, e);
        }
    }

    private long endOfWindow(long fromTick) {
        return Math.min(fromTick + windowTicks, layout.maxTick() + 1);
    }

    /**
     * Locks the lock file. If this process already holds the file lock, the new channel remains open, because closing the channel would release the
     * lock.
     */
    private FileChannel locked() throws IOException {
        FileChannel opened = FileChannel.open(
                path.resolveSibling(path.getFileName() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (opened.tryLock() != null) {
                return opened;
            }
            opened.close();
        } catch (OverlappingFileLockException heldByThisProcess) {
            NEVER_CLOSED.add(opened);
        }
        throw new WorkerLedgerException(
                Reason.WORKER_IN_USE,
                "window file " + path
                        + " is in use by another generator: close it or stop its process, or use another worker with a file of its own");
    }

    /** Releases the lock if the file is locked. */
    final void unlock() {
        FileChannel open = lock;
        lock = null;
        try {
            if (open != null) {
                open.close();
            }
        } catch (IOException e) {
            throw failed("be unlocked", e);
        }
    }

    private long storedMark(String text) {
        Matcher parts = STORED.matcher(text.strip());
        if (parts.matches() && parts.group(1).equals(layout.spec())) {
            return Long.parseLong(parts.group(2));
        }
        throw new WorkerLedgerException(
                Reason.STORED_DIFFERENTLY,
                "window file " + path + " holds '" + VisibleText.of(text.strip(), LONGEST_SHOWN)
                        + "' instead of layout "
                        + layout.spec()
                        + " and a tick: use the same layout, or another file and another worker; restore"
                        + " a damaged file, or remove it once the clock is known to be right");
    }

    /** Extends the stored window. If another process has changed the file, the method writes nothing and returns false. */
    final boolean advance(long positionTick) {
        try {
            boolean isOurs = isStillOurs();
            if (isOurs) {
                write(Math.max(mark, endOfWindow(positionTick)));
            }
            return isOurs;
        } catch (IOException e) {
            throw failed("be renewed", e);
        }
    }

    /**
     * Returns true if no other process has changed the window file. A missing window file is safe, because the lock file excludes other processes.
     */
    private boolean isStillOurs() throws IOException {
        String found = text();
        if (found == null || found.equals(stored)) {
            return true;
        }
        LOG.log(
                Level.WARNING,
                "window file {0} holds ''{1}'', which another process has written: the worker is given up",
                path,
                VisibleText.of(found.strip(), LONGEST_SHOWN));
        return false;
    }

    private void write(long newMark) throws IOException {
        String text = layout.spec() + " " + newMark + " " + token + "\n";
        Path next = path.resolveSibling(path.getFileName() + ".next");
        Files.writeString(next, text);
        sync(next, StandardOpenOption.WRITE);
        Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        stored = text;
        Path folder = path.getParent();
        if (folder != null && !System.getProperty("os.name").startsWith("Windows")) {
            // Java cannot open a folder on Windows
            sync(folder, StandardOpenOption.READ);
        }
        mark = newMark;
    }

    /** Writes all changes of a file or folder to the disk. Tests override this method. */
    void sync(Path fileOrFolder, OpenOption access) throws IOException {
        try (FileChannel opened = FileChannel.open(fileOrFolder, access)) {
            opened.force(true);
        }
    }

    /** Stores the first unused tick if no other process has changed the file, and releases the lock. */
    final void close(long firstUnusedTick) {
        try {
            if (isStillOurs()) {
                write(firstUnusedTick);
            }
        } catch (IOException e) {
            throw failed("be written", e);
        } finally {
            unlock();
        }
    }

    private WorkerLedgerException failed(String what, IOException e) {
        return new WorkerLedgerException(
                Reason.UNREACHABLE,
                "window file " + path + " could not " + what + " (" + e
                        + "): it needs a writable folder on a persistent volume; mount the volume, create the folder on it, or correct the"
                        + " path (the folder is not created, since a volume that is not mounted would go unnoticed)",
                e);
    }
}
