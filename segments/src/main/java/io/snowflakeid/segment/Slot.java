package io.snowflakeid.segment;

import io.snowflakeid.TimeSource;
import io.snowflakeid.internal.VisibleText;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A range of numbers that was loaded ahead for one tag from one database. */
final class Slot {

    private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    final RangeSource ranges;
    private final int database;
    private final TimeSource time;
    private final AtomicReference<@Nullable Buffer> spare = new AtomicReference<>();
    private final ReentrantLock loading = new ReentrantLock();
    private boolean isClosed; // guarded by the lock
    private final LongAdder loaded = new LongAdder();
    volatile @Nullable RuntimeException failure; // of the last attempt
    private volatile long pauseNanos;
    private volatile long failedNanos;

    Slot(RangeSource ranges, int database, TimeSource time) {
        this.ranges = ranges;
        this.database = database;
        this.time = time;
    }

    @Nullable
    Buffer spare() {
        return spare.get();
    }

    void remove(Buffer used) {
        spare.compareAndSet(used, null);
    }

    SegmentStatus.Database status() {
        RuntimeException why = failure;
        return new SegmentStatus.Database(
                ranges.store.describe(),
                loaded.sum(),
                ranges.end,
                ranges.lost.sum(),
                why == null ? "" : VisibleText.inOneLine(why));
    }

    /** Returns the time until the next attempt to load a range, 0 if the attempt is due, or Long.MAX_VALUE if no range is missing. */
    long missingInNanos() {
        if (spare.get() != null) {
            return Long.MAX_VALUE;
        }
        return failure == null ? 0 : Math.max(0, pauseNanos - (time.nanos() - failedNanos));
    }

    /** Loads a range if this slot has no range. */
    void load(long count) {
        loading.lock();
        try {
            if (!isClosed && spare.get() == null) {
                spare.set(new Buffer(attempt(count), database));
            }
        } catch (RuntimeException e) {
            // nextId() reports the last failed load if no range is available in time
        } finally {
            loading.unlock();
        }
    }

    /** Returns a range whose numbers only the caller may use, or null after a failure. */
    @Nullable
    Range direct(long count) {
        loading.lock();
        try {
            return missingInNanos() > 0 ? null : attempt(count);
        } catch (RuntimeException e) {
            return null; // the failure is reported to callers after their longest wait
        } finally {
            loading.unlock();
        }
    }

    private Range attempt(long count) {
        try {
            Range range = ranges.load(count);
            loaded.increment();
            failure = null;
            pauseNanos = 0;
            return range;
        } catch (RuntimeException e) {
            failedNanos = time.nanos();
            pauseNanos = Math.min(LONGEST_PAUSE_NANOS, Math.max(FIRST_PAUSE_NANOS, 2 * pauseNanos));
            failure = e;
            throw e;
        }
    }

    long close(@Nullable Buffer current) {
        loading.lock();
        try {
            isClosed = true;
            List<Range> unused = Stream.of(current, spare.getAndSet(null))
                    .filter(buffer -> buffer != null && buffer.database == database)
                    .map(Buffer::close)
                    .toList();
            return ranges.giveBack(unused);
        } catch (RuntimeException e) {
            failure = e;
            return 0; // the numbers become gaps
        } finally {
            loading.unlock();
        }
    }
}
