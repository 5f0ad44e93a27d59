package io.snowflakeid.segment;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdSource;
import io.snowflakeid.NoIdAvailableException;
import io.snowflakeid.TimeSource;
import io.snowflakeid.internal.Limits;
import io.snowflakeid.internal.VisibleText;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the numbers of one tag, for example of invoices. Numbers are unique across processes and databases. A call returns a larger number
 * than every earlier call of the same process that used the same database. With several databases, a number may be smaller than an earlier number
 * from another database. A process that ends without {@link #close} leaves a gap, because the loaded numbers are lost.
 *
 * <p>This class is thread-safe. {@link #nextId} is lock-free, and waits for a database only if no number is in memory. A number has no layout
 * and no gene bits.
 */
public final class SegmentIdSource implements IdSource, AutoCloseable {

    private static final AtomicReferenceFieldUpdater<SegmentIdSource, Buffer> CURRENT =
            AtomicReferenceFieldUpdater.newUpdater(SegmentIdSource.class, Buffer.class, "current");
    private static final Buffer CLOSED = new Buffer(new Range(1, 0, 1), -1);

    private final String tag;
    private final List<Loader> loaders;
    private final TimeSource time;
    private final TagSettings settings; // of the first database
    private final long targetNanos;
    private final boolean isStrict;
    private final long maxWaitNanos;
    private final Set<Thread> waiting = ConcurrentHashMap.newKeySet();
    private final LongAdder waits = new LongAdder();
    private final LongAdder givenBack = new LongAdder();
    private volatile Buffer current = new Buffer(new Range(1, 0, 1), -1); // empty until the first call
    private volatile long step;

    /** @param isStrict true if each call gets its numbers from the database, without a buffer */
    SegmentIdSource(
            String tag, List<Loader> loaders, TimeSource time, long targetNanos, boolean isStrict, long maxWaitNanos) {
        this.tag = tag;
        this.loaders = List.copyOf(loaders);
        this.time = time;
        this.targetNanos = targetNanos;
        this.isStrict = isStrict;
        this.maxWaitNanos = maxWaitNanos;
        settings = loaders.get(0).ranges.settings;
        step = settings.smallestStep();
    }

    /** Loads the ranges that are still missing. Call this method once, before the first number is taken. */
    void start() {
        loaders.stream()
                .filter(loader -> !isStrict && loader.spare.get() == null)
                .forEach(this::loadAhead);
    }

    /** Loads a range in the thread of its database, and repeats a failed load after a pause. */
    private void loadAhead(Loader loader) {
        loader.afterPause(() -> {
            if (loader.load(step)) {
                waiting.forEach(LockSupport::unpark);
            } else {
                loadAhead(loader);
            }
        });
    }

    @Override
    public long nextId() {
        long id = current.take();
        return id == Buffer.NONE ? takeAfterEnd(1).first() : id;
    }

    /**
     * Reserves the given count of numbers for one thread. If the loaded range has too few numbers, a batch takes the missing numbers from a later
     * range. Unused numbers of a batch become gaps. The method {@code next(gene)} of a batch throws an {@link UnsupportedOperationException}.
     */
    @Override
    public IdBatch reserve(int count) {
        Limits.requireBetween("count", count, 1, Integer.MAX_VALUE);
        return new Batch(count);
    }

    private Range take(int count) {
        Range range = current.take(count);
        return range == null ? takeAfterEnd(count) : range;
    }

    /** Takes numbers of the next range. Waits for a database if no range is in memory. An interrupt does not end the wait, and the flag is kept. */
    private Range takeAfterEnd(int count) {
        long start = time.nanos();
        Thread caller = Thread.currentThread();
        boolean interrupted = false;
        waiting.add(caller); // before it looks for a range, so that it misses none that is loaded later
        try {
            for (boolean isFirst = true; !isClosed(); isFirst = false) {
                Range range = takeOrAdvance(count);
                if (range != null) {
                    return range;
                }
                waits.add(isFirst ? 1 : 0);
                long left = maxWaitNanos - (time.nanos() - start);
                if (left <= 0) {
                    throw unavailable(time.nanos() - start);
                }
                time.park(isStrict ? Math.min(left, loaders.get(0).pauseLeftNanos()) : left);
                interrupted |= Thread.interrupted();
            }
            throw new NoIdAvailableException("the source of tag '" + tag + "' was closed", time.nanos() - start, null);
        } finally {
            waiting.remove(caller);
            if (interrupted) {
                caller.interrupt();
            }
        }
    }

    private @Nullable Range takeOrAdvance(int count) {
        if (isStrict) {
            // each range is reserved during the call, so that later calls get larger numbers
            Buffer own = loaders.get(0).direct(count);
            return own == null ? null : own.take(count);
        }
        step = Math.max(step, Math.min(count, settings.largestStep()));
        while (true) {
            Buffer used = current;
            Range range = used.take(count);
            if (range != null || !hasAdvanced(used)) {
                return range;
            }
        }
    }

    /** Replaces a buffer that is used up. Ranges are used from each database in turn. */
    private boolean hasAdvanced(Buffer used) {
        for (int i = 1; i <= loaders.size() && current == used && used != CLOSED; i++) {
            Loader loader = loaders.get(Math.floorMod(used.database + i, loaders.size()));
            Buffer spare = loader.spare.get();
            if (spare != null && spare != used) {
                long now = time.nanos();
                spare.startedNanos = now;
                if (CURRENT.compareAndSet(this, used, spare)) {
                    step = used.database < 0 ? step : settings.stepAfter(step, now - used.startedNanos, targetNanos);
                    // the thread that removes the buffer loads the next one, even if the buffer became current twice
                    if (loader.spare.compareAndSet(spare, null)) {
                        loadAhead(loader);
                    }
                }
            }
        }
        return current != used;
    }

    boolean isClosed() {
        return current == CLOSED;
    }

    private NoIdAvailableException unavailable(long waitedNanos) {
        List<Throwable> failures = loaders.stream()
                .map(loader -> loader.failure)
                .filter(Objects::nonNull)
                .toList();
        String why = failures.isEmpty()
                ? "ranges are used up faster than they are loaded; make the largest step larger"
                : failures.stream().map(VisibleText::inOneLine).collect(Collectors.joining("; "));
        return new NoIdAvailableException(
                "no number of tag '" + tag + "' within " + maxWaitNanos / 1_000_000 + " ms: " + why
                        + " (the next call tries again)",
                waitedNanos,
                failures.isEmpty() ? null : failures.get(0));
    }

    /** Returns the current state of this source, for meters and health checks. Any thread may call this method at any time. */
    public SegmentStatus status() {
        long left = current.left();
        for (Loader loader : loaders) {
            Buffer spare = loader.spare.get();
            left += spare == null || spare == current ? 0 : spare.left();
        }
        List<SegmentStatus.Database> databases =
                loaders.stream().map(Loader::status).toList();
        return new SegmentStatus(tag, step, left, settings.max(), waits.sum(), givenBack.sum(), databases);
    }

    /**
     * Closes this source. The source returns its unused numbers to each database in which no process has reserved a later range. If a database does
     * not answer on close, the unused numbers from this database become gaps. Closing a closed source has no effect.
     */
    @Override
    public void close() {
        Buffer last = CURRENT.getAndSet(this, CLOSED);
        if (last != CLOSED) {
            waiting.forEach(LockSupport::unpark);
            loaders.forEach(loader -> givenBack.add(loader.close(last)));
        }
    }

    private final class Batch implements IdBatch {

        private Range range;
        private int used; // of the present range
        private int left;

        Batch(int count) {
            range = take(count);
            left = count;
        }

        @Override
        public long next() {
            if (left == 0) {
                throw new NoSuchElementException("all ids of this batch have been taken: reserve another one");
            }
            if (used == range.count()) {
                range = take(left);
                used = 0;
            }
            left--;
            return range.first() + used++ * range.increment();
        }

        @Override
        public long next(long gene) {
            throw new UnsupportedOperationException("segments have no gene: tag '" + tag
                    + "' makes numbers without a layout; call next(), or use a SnowflakeIdGenerator");
        }

        @Override
        public int remaining() {
            return left;
        }
    }
}
