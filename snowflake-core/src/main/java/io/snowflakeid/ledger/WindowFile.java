package io.snowflakeid.ledger;

import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The end of a worker's window, durable in a file: {@code <layout> <first tick that may still be used>}.
 *
 * <p>A new mark is written to a second file, synced, moved over the first one, and the folder is synced: at any moment there is one
 * whole file. A separate lock file, never deleted, keeps other processes out; locking the data file itself would lock a file that
 * the move has replaced.
 */
final class WindowFile {

    static final Duration RENEW_EVERY = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final int LONGEST_SHOWN = 120;

    /** POSIX drops all locks of a process on a file when it closes any channel to it, so these stay open. */
    private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    private final Path path;
    private final SnowflakeLayout layout;
    private final long windowTicks;
    private @Nullable FileChannel lockChannel;
    private long mark; // what is on disk; never lowered but by close

    WindowFile(Path path, SnowflakeLayout layout) {
        this.path = path;
        this.layout = layout;
        windowTicks = Math.max(3, WINDOW.dividedBy(layout.tick()));
    }

    /** Locks the file and returns the first tick that may be used: not before now, and not below the stored mark. */
    long open(long now) {
        try {
            requireFolder();
            lock();
            return readMark(now);
        } catch (IOException e) {
            throw failed("be opened", e);
        }
    }

    private void requireFolder() {
        Path folder = path.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new WorkerLedgerException(
                    Reason.UNREACHABLE, "folder " + folder + " of window file " + path + lackOf(folder));
        }
    }

    private static String lackOf(Path folder) {
        if (Files.exists(folder)) {
            return " is no folder, another file lies in its place: move that away, or correct the path";
        }
        return Files.notExists(folder)
                ? " does not exist, and is not created, since a volume that is not mounted would go unnoticed:"
                        + " mount the volume, create the folder on it, or correct the path"
                : " cannot be seen by this process: check its permissions, and that all above it are folders that it may search";
    }

    private long readMark(long now) throws IOException {
        try {
            // without a file, a previous run may have borrowed as far as a burst may run ahead
            mark = Files.exists(path) ? Math.max(now, storedMark()) : now + layout.runAheadTicks() + 1;
            return mark;
        } catch (IOException | RuntimeException e) {
            unlock();
            throw e;
        }
    }

    private void lock() throws IOException {
        FileChannel channel = FileChannel.open(
                path.resolveSibling(path.getFileName() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(channel)) {
            throw new WorkerLedgerException(
                    Reason.WORKER_IN_USE,
                    "window file " + path
                            + " is in use by another generator: close it or stop its process, or use another worker with a file of its own");
        }
        lockChannel = channel;
    }

    /** A channel that did not get the lock is closed, unless this very process holds it: closing one would free them all. */
    private static boolean locked(FileChannel channel) throws IOException {
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
            }
            return lock != null;
        } catch (OverlappingFileLockException heldByThisProcess) {
            NEVER_CLOSED.add(channel);
            return false;
        }
    }

    private long storedMark() throws IOException {
        String text = Files.readString(path).trim();
        int blank = text.lastIndexOf(' ');
        if (blank < 0 || !text.substring(blank + 1).matches("\\d{1,19}")) {
            throw new WorkerLedgerException("window file " + path + " holds '" + VisibleText.of(text, LONGEST_SHOWN)
                    + "' instead of a layout and a tick: restore it, or remove it once the clock is known to be right");
        }
        String storedLayout = text.substring(0, blank);
        if (!storedLayout.equals(layout.spec())) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "window file " + path + " belongs to layout " + VisibleText.of(storedLayout, LONGEST_SHOWN)
                            + ", this process uses " + layout.spec()
                            + ": use the same layout, or another file and another worker");
        }
        return Long.parseLong(text.substring(blank + 1));
    }

    /** Makes the window from this tick durable and returns its end. */
    long advance(long positionTick) {
        long until = Math.max(mark, Math.min(positionTick + windowTicks, layout.maxTick() + 1));
        write(until);
        mark = until;
        return until;
    }

    private void write(long newMark) {
        Path next = path.resolveSibling(path.getFileName() + ".next");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = ByteBuffer.wrap((layout.spec() + ' ' + newMark + '\n').getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            syncFolder();
        } catch (IOException e) {
            throw failed("be written", e);
        }
    }

    private void syncFolder() throws IOException {
        Path folder = path.getParent();
        if (folder == null || System.getProperty("os.name").startsWith("Windows")) {
            return; // Windows cannot open a folder; its moves are journalled
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    Path path() {
        return path;
    }

    /** Writes the final mark and lets other processes in. */
    void close(long firstUnusedTick) {
        try {
            write(firstUnusedTick);
        } finally {
            unlock();
        }
    }

    /** Lets other processes in; does nothing if the file is not locked. */
    void unlock() {
        FileChannel channel = lockChannel;
        lockChannel = null;
        if (channel == null) {
            return;
        }
        try {
            channel.close();
        } catch (IOException e) {
            throw failed("be unlocked", e);
        }
    }

    private WorkerLedgerException failed(String what, IOException e) {
        return new WorkerLedgerException(
                Reason.UNREACHABLE,
                "window file " + path + " could not " + what + " (" + e
                        + "): it needs a writable folder on a persistent volume",
                e);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
