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
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
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
    private final List<Slot> slots;
    private final Loaders loaders;
    private final TimeSource time;
    private final Step sizes;
    private final boolean isStrict;
    private final long maxWaitNanos;
    private final LongAdder waits = new LongAdder();
    private final LongAdder givenBack = new LongAdder();
    private volatile Buffer current = new Buffer(new Range(1, 0, 1), -1); // empty until the first call
    private volatile long step;
    private volatile boolean isClosed;

    /** @param isStrict true if each call gets its numbers from the database, without a buffer */
    SegmentIdSource(
            String tag,
            List<Slot> slots,
            Loaders loaders,
            TimeSource time,
            Step sizes,
            boolean isStrict,
            long maxWaitNanos) {
        this.tag = tag;
        this.slots = List.copyOf(slots);
        this.loaders = loaders;
        this.time = time;
        this.sizes = sizes;
        this.isStrict = isStrict;
        this.maxWaitNanos = maxWaitNanos;
        step = sizes.smallest();
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

    /** Takes numbers of the next range. Waits for a database if no range is in memory. */
    private Range takeAfterEnd(int count) {
        long start = time.nanos();
        for (boolean isFirst = true; !isClosed; isFirst = false) {
            // a strict source reserves each range during the call, so that later calls get larger numbers
            Range range = isStrict ? slots.get(0).direct(count) : ofNextBuffer(count);
            if (range != null) {
                return range;
            }
            waits.add(isFirst ? 1 : 0);
            long left = maxWaitNanos - (time.nanos() - start);
            if (left <= 0) {
                throw unavailable(time.nanos() - start);
            }
            loaders.wake();
            loaders.await(this::isReady, isStrict ? Math.min(left, slots.get(0).missingInNanos()) : left);
        }
        throw new NoIdAvailableException("the source of tag '" + tag + "' was closed", time.nanos() - start, null);
    }

    private @Nullable Range ofNextBuffer(int count) {
        step = Math.max(step, Math.min(count, sizes.largest()));
        Buffer used = current;
        Range range = used.take(count);
        return range == null && hasAdvanced(used) ? current.take(count) : range;
    }

    private boolean isReady() {
        return isClosed || (isStrict ? slots.get(0).missingInNanos() == 0 : current.left() > 0 || nextSlot() != null);
    }

    /** Ranges are used from each database in turn. */
    private @Nullable Slot nextSlot() {
        Buffer used = current;
        for (int i = 1; i <= slots.size(); i++) {
            Slot slot = slots.get(Math.floorMod(used.database + i, slots.size()));
            Buffer spare = slot.spare();
            if (spare != null && spare != used) {
                return slot;
            }
        }
        return null;
    }

    /** Replaces a buffer that is used up. */
    private boolean hasAdvanced(Buffer used) {
        Slot slot = nextSlot();
        Buffer spare = slot == null ? null : slot.spare();
        if (slot == null || spare == null || used == CLOSED) {
            return current != used;
        }
        long now = time.nanos();
        spare.startedNanos = now;
        if (spare != used && CURRENT.compareAndSet(this, used, spare)) {
            slot.remove(spare);
            if (used.database >= 0) {
                step = sizes.next(step, now - used.startedNanos);
            }
            loaders.wake();
        }
        return current != used;
    }

    /** Loads a spare range of one database if no spare range of the database is loaded. Returns the nanoseconds until the next load attempt. */
    long load(int database) {
        Slot slot = slots.get(database);
        if (isStrict || isClosed) {
            return Long.MAX_VALUE;
        }
        if (slot.missingInNanos() == 0) {
            slot.load(step);
            loaders.signal();
        }
        return slot.missingInNanos();
    }

    private NoIdAvailableException unavailable(long waitedNanos) {
        List<RuntimeException> failures = slots.stream()
                .map(slot -> slot.failure)
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
        for (Slot slot : slots) {
            Buffer spare = slot.spare();
            left += spare == null || spare == current ? 0 : spare.left();
        }
        List<SegmentStatus.Database> databases =
                slots.stream().map(Slot::status).toList();
        return new SegmentStatus(
                tag, step, left, slots.get(0).ranges.settings.max(), waits.sum(), givenBack.sum(), databases);
    }

    /**
     * Closes this source. The source returns its unused numbers to each database in which no process has reserved a later range. If a database does
     * not answer on close, the unused numbers from this database become gaps. Closing a closed source has no effect.
     */
    @Override
    public void close() {
        synchronized (slots) {
            if (isClosed) {
                return;
            }
            isClosed = true;
        }
        loaders.remove(this);
        Buffer last = CURRENT.getAndSet(this, CLOSED);
        slots.forEach(slot -> givenBack.add(slot.close(last)));
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
