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
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The end of a worker's window, durable in a file: {@code <layout> <first tick that may still be used> <token of the holder>}.
 *
 * <p>A new mark is written to a second file, synced, moved over the first one, and the folder is synced: at any moment there is one
 * whole file. A separate lock file, never deleted, keeps other processes out; locking the data file itself would lock a file that
 * the move has replaced.
 *
 * <p>Who renews looks first whether both files are still its own, and afterwards whether the lock file is: somebody who removes the lock
 * file lets another process in, which locks a new one before it reads the mark. Either that process reads the renewed mark, or the
 * renewal is given up.
 */
final class WindowFile {

    static final Duration RENEW_EVERY = Duration.ofSeconds(1);

    private static final System.Logger LOG = ApplicationLog.of(FixedWorkerLedger.class);
    private static final Duration WINDOW = Duration.ofSeconds(5);
    private static final int LONGEST_SHOWN = 120;

    private static final Pattern STORED = Pattern.compile("(.+) (\\d{1,19})(?: [0-9a-f]{32})?");

    private final Path path;
    private final WindowLock lock;
    private final SnowflakeLayout layout;
    private final long windowTicks;
    private String token = "";
    private long mark; // what is on disk; never lowered but by close
    private @Nullable String stored; // the file's text as it was read or written here; null if there was none

    WindowFile(Path path, SnowflakeLayout layout) {
        this.path = path;
        this.layout = layout;
        lock = new WindowLock(path.resolveSibling(path.getFileName() + ".lock"));
        windowTicks = Math.max(3, WINDOW.dividedBy(layout.tick()));
    }

    /**
     * Locks the file and returns the first tick that may be used: not before now, and not below the stored mark.
     *
     * @param holder a token of 32 hexadecimal digits
     */
    long open(long now, String holder) {
        try {
            requireFolder();
            requireNoLink(path);
            requireNoLink(lock.path());
            requireLock();
            token = holder;
            return readMark(now);
        } catch (IOException e) {
            throw failed("be opened", e);
        }
    }

    private static void requireNoLink(Path file) throws IOException {
        if (Files.isSymbolicLink(file)) {
            throw new WorkerLedgerException(
                    Reason.STORED_DIFFERENTLY,
                    file + " is a symbolic link, to " + Files.readSymbolicLink(file)
                            + ": whoever opens that file by another name would not see the lock; give the path of the file"
                            + " itself, or a link to its folder");
        }
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

    private long readMark(long now) throws IOException {
        try {
            stored = Files.exists(path) ? Files.readString(path) : null;
            // without a file, a previous run may have borrowed as far as a burst may run ahead
            mark = stored == null ? now + layout.runAheadTicks() + 1 : Math.max(now, storedMark(stored));
            return mark;
        } catch (IOException | RuntimeException e) {
            unlock();
            throw e;
        }
    }

    /**
     * Once opened: waits for a beginning that is ahead by up to a window, as a crash leaves it. Process after process that ends in one
     * would else run further ahead of the clock. What lies still further ahead was left by a clock that was set back.
     *
     * @return how long
     */
    Duration awaitBegin(long now) {
        long ahead = mark - now;
        if (ahead <= layout.runAheadTicks() + 1 || ahead > windowTicks + layout.runAheadTicks()) {
            return Duration.ZERO;
        }
        Duration wait = layout.tick().multipliedBy(ahead);
        LOG.log(
                Level.INFO,
                "window file {0} was left by a process that did not close its generator: ids begin in {1} ms, when its"
                        + " window has ended",
                path,
                wait.toMillis());
        try {
            Thread.sleep(wait.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkerLedgerException(
                    "interrupted while it waited for the end of the window that window file " + path + " holds", e);
        }
        return wait;
    }

    private void requireLock() throws IOException {
        if (!lock.tryLock()) {
            throw new WorkerLedgerException(
                    Reason.WORKER_IN_USE,
                    "window file " + path
                            + " is in use by another generator: close it or stop its process, or use another worker with a file of its own");
        }
    }

    private long storedMark(String text) throws IOException {
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
        long until = Math.max(mark, Math.min(positionTick + windowTicks, layout.maxTick() + 1));
        try {
            if (!isStillOurs()) {
                return OptionalLong.empty();
            }
            write(until);
            if (lock.isReplaced()) {
                LOG.log(Level.WARNING, "{0} was removed during a renewal: the worker is given up", lock.path());
                return OptionalLong.empty();
            }
        } catch (IOException e) {
            throw failed("be renewed", e);
        }
        mark = until;
        return OptionalLong.of(until);
    }

    private boolean isStillOurs() throws IOException {
        if (lock.isReplaced()) {
            LOG.log(
                    Level.WARNING,
                    "{0} was removed: the worker is given up; let nothing remove lock files",
                    lock.path());
            return false;
        }
        if (!Files.exists(path)) {
            return true; // and the lock says that nobody else has come; it is written again
        }
        String found = Files.readString(path);
        if (found.equals(stored)) {
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
            channel.force(true);
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            stored = text;
            syncFolder();
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

    /** Lets other processes in; does nothing if the file is not locked. */
    void unlock() {
        try {
            lock.unlock();
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
