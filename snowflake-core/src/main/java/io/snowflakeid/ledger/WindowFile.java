package io.snowflakeid.ledger;

import io.snowflakeid.ApplicationLog;
import io.snowflakeid.SnowflakeLayout;
import io.snowflakeid.VisibleText;
import io.snowflakeid.WorkerLedgerException;
import io.snowflakeid.WorkerLedgerException.Reason;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The end of a worker's window, durable in a file: {@code <layout> <first tick that may still be used> <token of the holder>}.
 *
 * <p>A new mark is written to a second file, synced, moved over the first one, and the folder is synced: at any moment there is one
 * whole file. A separate lock file, never deleted, keeps other processes out; locking the data file itself would lock a file that
 * the move has replaced. Where the lock does not reach the other process (another machine, a lock file that was removed), the text
 * that it has written ends the renewals of this one.
 */
final class WindowFile {

    static final Duration RENEW_EVERY = Duration.ofSeconds(1);

    private static final System.Logger LOG = ApplicationLog.of(FixedWorkerLedger.class);
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final int LONGEST_SHOWN = 120;
    private static final Pattern STORED = Pattern.compile("(.+) (\\d{1,19})(?: [0-9a-f]{32})?");

    /** POSIX drops all locks of a process on a file when it closes any channel to it, so these stay open. */
    private static final Queue<FileChannel> NEVER_CLOSED = new ConcurrentLinkedQueue<>();

    /** The two steps of which a power cut may undo what is not forced; a test watches them. */
    static class Disk {
        static final Disk REAL = new Disk();

        void force(FileChannel opened, Path file) throws IOException {
            opened.force(true);
        }

        void move(Path from, Path to) throws IOException {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private final Path path;
    private final Disk disk;
    private final SnowflakeLayout layout;
    private final long windowTicks;
    private @Nullable FileChannel lock;
    private String token = "";
    private Duration waited = Duration.ZERO;
    private long mark; // what is on disk; never lowered but by close
    private @Nullable String stored; // the file's text as it was read or written here; null if there was none

    WindowFile(Path path, SnowflakeLayout layout, Disk disk) {
        this.path = path;
        this.disk = disk;
        this.layout = layout;
        windowTicks = Math.max(3, WINDOW.dividedBy(layout.tick()));
    }

    Path path() {
        return path;
    }

    // ---- the lock

    /**
     * Locks the file, and makes a window durable whose first tick this returns: not before now, and not below the stored mark. Waits for that
     * tick if a crash left the mark ahead, for at most the length of a window. To be unlocked also where this fails.
     *
     * @param holder a token of 32 hexadecimal digits
     */
    long open(long now, String holder) {
        requireFolder();
        try {
            lock = locked();
            token = holder;
            stored = Files.exists(path) ? Files.readString(path) : null;
            // without a file, a previous run may have borrowed as far as a burst may run ahead
            long borrowed = now + layout.runAheadTicks() + 1;
            long from = stored == null ? borrowed : Math.max(now, storedMark(stored));
            awaitBegin(from - now);
            write(endOfWindow(from));
            return from;
        } catch (IOException e) {
            throw failed("be opened", e);
        }
    }

    /** Waits for the end of a window that a crash left: process after process that ends in one would else run further ahead of the clock. */
    private void awaitBegin(long aheadTicks) {
        waited = Duration.ZERO;
        if (aheadTicks <= layout.runAheadTicks() + 1) {
            return;
        }
        boolean waits =
                aheadTicks <= windowTicks + layout.runAheadTicks(); // else it was left by a clock that was set back
        Duration ahead = layout.tick().multipliedBy(aheadTicks);
        waited = waits ? ahead : Duration.ZERO;
        LOG.log(
                Level.INFO,
                waits
                        ? "window file {0} was left by a process that did not close its generator: ids begin in {1} ms, when its window has ended"
                        : "window file {0} was left by a clock that was set back: ids begin {1} ms ahead of the clock",
                path,
                ahead.toMillis());
        try {
            Thread.sleep(waited.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerLedgerException(
                    "interrupted while it waited for the end of the window that window file " + path + " holds", e);
        }
    }

    private long endOfWindow(long fromTick) {
        return Math.min(fromTick + windowTicks, layout.maxTick() + 1);
    }

    /** How long {@link #open} waited for the window to begin. */
    Duration waited() {
        return waited;
    }

    /** The first tick that is not durably this process's. */
    long mark() {
        return mark;
    }

    private void requireFolder() {
        Path folder = path.getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new WorkerLedgerException(
                    Reason.UNREACHABLE,
                    "folder " + folder + " of window file " + path
                            + " is not there, is no folder, or cannot be seen by this process:"
                            + " mount the volume, create the folder on it (it is not created, since a volume that is not mounted would go"
                            + " unnoticed), or correct the path or its permissions");
        }
    }

    /** A channel that did not get the lock is closed, unless this very process holds it: closing one would free them all. */
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

    /** Lets other processes in; does nothing if the file is not locked. */
    void unlock() {
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

    // ---- the mark

    private long storedMark(String text) {
        Matcher parts = STORED.matcher(text.strip());
        if (!parts.matches()) {
            throw new WorkerLedgerException("window file " + path + " holds '"
                    + VisibleText.of(text.strip(), LONGEST_SHOWN)
                    + "' instead of a layout and a tick: restore it, or remove it once the clock is known to be right");
        }
        String storedLayout = parts.group(1);
        if (!storedLayout.equals(layout.spec())) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    "window file " + path + " belongs to layout " + VisibleText.of(storedLayout, LONGEST_SHOWN)
                            + ", this process uses " + layout.spec()
                            + ": use the same layout, or another file and another worker");
        }
        return Long.parseLong(parts.group(2));
    }

    /**
     * Makes the window from this tick durable.
     *
     * @return its end; empty if the worker is not this process's any more: what was granted before lasts, nothing follows
     */
    OptionalLong advance(long positionTick) {
        long until = Math.max(mark, endOfWindow(positionTick));
        try {
            if (!isStillOurs()) {
                return OptionalLong.empty();
            }
            write(until);
        } catch (IOException e) {
            throw failed("be renewed", e);
        }
        return OptionalLong.of(until);
    }

    /** A file that is gone is written again: the lock says that no other process has come. */
    private boolean isStillOurs() throws IOException {
        String found = Files.exists(path) ? Files.readString(path) : null;
        if (found == null || found.equals(stored)) {
            return true;
        }
        LOG.log(
                Level.WARNING,
                "window file {0} holds ''{1}'', which this process has not written: the worker is given up; nothing else may"
                        + " write to that file",
                path,
                VisibleText.of(found.strip(), LONGEST_SHOWN));
        return false;
    }

    private void write(long newMark) throws IOException {
        Path next = path.resolveSibling(path.getFileName() + ".next");
        try (FileChannel channel = FileChannel.open(
                next, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            String text = layout.spec() + " " + newMark + " " + token + "\n";
            ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            disk.force(channel, next);
            disk.move(next, path);
            stored = text;
            syncFolder();
        }
        mark = newMark;
    }

    private void syncFolder() throws IOException {
        Path folder = path.getParent();
        if (folder == null || System.getProperty("os.name").startsWith("Windows")) {
            return; // Windows cannot open a folder; its moves are journalled
        }
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            disk.force(channel, folder);
        }
    }

    /** Writes the final mark, if the file is still this process's, and lets other processes in. */
    void close(long firstUnusedTick) {
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
                        + "): it needs a writable folder on a persistent volume",
                e);
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
