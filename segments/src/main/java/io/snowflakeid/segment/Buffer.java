package io.snowflakeid.segment;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/** A loaded range, which returns each of its numbers at most once. Any thread may call any method; all methods are lock-free. */
final class Buffer {

    static final long NONE = 0;

    private static final int TAKEN = 16; // 128 bytes
    private static final long CLOSED = Long.MIN_VALUE; // stays negative after any number of late increments

    private final long first;
    private final long count;
    private final long increment;
    // the elements around TAKEN are unused, to prevent false sharing of the counter with other fields
    private final AtomicLongArray taken = new AtomicLongArray(2 * TAKEN);

    final int database;
    volatile long startedNanos; // when this buffer became the current one

    Buffer(Range range, int database) {
        first = range.first();
        count = range.count();
        increment = range.increment();
        this.database = database;
    }

    /** Returns the next number, or {@link #NONE} if the range is used up or closed. */
    long take() {
        long position = taken.getAndIncrement(TAKEN);
        return position >= 0 && position < count ? first + position * increment : NONE;
    }

    /** Returns null if the range is used up or closed. */
    @Nullable
    Range take(int wanted) {
        long position = taken.getAndAdd(TAKEN, wanted);
        return position >= 0 && position < count
                ? new Range(first + position * increment, Math.min(wanted, count - position), increment)
                : null;
    }

    /** Closes the buffer in one atomic step. Returns the numbers that were not taken; a second call returns none. */
    Range close() {
        long position = taken.getAndSet(TAKEN, CLOSED);
        long used = position < 0 ? count : Math.min(position, count);
        return new Range(first + used * increment, count - used, increment);
    }

    long left() {
        long position = taken.get(TAKEN);
        return position < 0 ? 0 : count - Math.min(position, count);
    }
}
