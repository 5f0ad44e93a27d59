package io.snowflakeid.segment;

import io.snowflakeid.TimeSource;
import io.snowflakeid.internal.VisibleText;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Loads the ranges of one tag from one database. A failed attempt is followed by a pause, which grows with each failure. Any thread may call any
 * method.
 */
final class Loader {

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    final RangeSource ranges;
    private final int database;
    private final ScheduledExecutorService thread; // all tags of the database share the thread
    private final TimeSource time;
    private final ReentrantLock loading = new ReentrantLock();
    private boolean isClosed; // guarded by the lock
    private long pauseNanos; // guarded by the lock
    private volatile long pauseEndNanos;
    private final LongAdder loaded = new LongAdder();
    final AtomicReference<@Nullable Buffer> spare = new AtomicReference<>(); // loaded in advance
    volatile @Nullable Throwable failure; // of the last attempt

    Loader(RangeSource ranges, int database, ScheduledExecutorService thread, TimeSource time) {
        this.ranges = ranges;
        this.database = database;
        this.thread = thread;
        this.time = time;
    }

    /** Runs the task in the thread of the database, after the pause. */
    void afterPause(Runnable task) {
        ScheduledFuture<?> unused = thread.schedule(task, pauseLeftNanos(), TimeUnit.NANOSECONDS);
    }

    long pauseLeftNanos() {
        return failure == null ? 0 : Math.max(0, pauseEndNanos - time.nanos());
    }

    /** Loads the spare range, which must be missing. Returns false if the range must be loaded after the pause. */
    boolean load(long count) {
        loading.lock();
        try {
            Buffer buffer = direct(count);
            spare.set(buffer);
            return buffer != null || isClosed;
        } finally {
            loading.unlock();
        }
    }

    /** Returns a range whose numbers only the caller may use. Returns null in the pause, after a failure, and after {@link #close}. */
    @Nullable
    Buffer direct(long count) {
        loading.lock();
        try {
            if (isClosed || pauseLeftNanos() > 0) {
                return null;
            }
            Buffer buffer = new Buffer(ranges.load(count), database);
            loaded.increment();
            failure = null;
            pauseNanos = 0;
            return buffer;
        } catch (RuntimeException | Error e) {
            pauseNanos = Math.min(LONGEST_PAUSE_NANOS, Math.max(FIRST_PAUSE_NANOS, 2 * pauseNanos));
            pauseEndNanos = time.nanos() + pauseNanos;
            failure = e;
            return null; // the failure is reported to callers after their longest wait
        } finally {
            loading.unlock();
        }
    }

    /** Returns the unused numbers to the database, and their count. */
    long close(Buffer current) {
        loading.lock();
        try {
            isClosed = true;
            List<Range> newestFirst = Stream.of(spare.get(), current)
                    .filter(buffer -> buffer != null && buffer.database == database)
                    .map(Buffer::close)
                    .toList();
            return ranges.giveBack(newestFirst);
        } catch (RuntimeException | Error e) {
            failure = e;
            return 0; // the numbers become gaps
        } finally {
            loading.unlock();
        }
    }

    SegmentStatus.Database status() {
        return new SegmentStatus.Database(
                ranges.store.describe(),
                loaded.sum(),
                ranges.end(),
                ranges.lost.sum(),
                Optional.ofNullable(failure).map(VisibleText::inOneLine).orElse(""));
    }
}
