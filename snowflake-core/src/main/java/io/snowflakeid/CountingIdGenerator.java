package io.snowflakeid;

import io.snowflakeid.internal.Limits;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes predictable, consecutive ids for unit tests, without a clock and without a ledger. Two generators with equal arguments make equal ids. This
 * class is thread-safe.
 *
 * <pre>{@code
 * IdGenerator ids = CountingIdGenerator.from(1001);
 * ids.nextId(); // 1001
 * ids.nextId(); // 1002
 * }</pre>
 *
 * <p>An id consists of a counter and, in the lowest bits, the gene. The gene is 0 unless the caller passes a gene. With 6 gene bits, the first two
 * ids of {@code from(layout, 1001)} are {@code 1001 * 64 + gene} and {@code 1002 * 64 + gene}.
 */
public final class CountingIdGenerator implements IdGenerator {

    private final SnowflakeLayout layout;
    private final AtomicLong next;

    private CountingIdGenerator(SnowflakeLayout layout, long first) {
        this.layout = layout;
        next = new AtomicLong(first);
    }

    /** Returns a generator for the layout {@link SnowflakeLayout#DEFAULT} that starts with the given id, which is at least 1. */
    public static CountingIdGenerator from(long first) {
        return from(SnowflakeLayout.DEFAULT, first);
    }

    /**
     * Returns a generator whose counter starts at the given value.
     *
     * @param first the first value of the counter, from 1 to {@code layout.maxId() >> layout.geneBits()}
     * @throws IllegalArgumentException if the first value of the counter is out of range
     */
    public static CountingIdGenerator from(SnowflakeLayout layout, long first) {
        Limits.requireBetween("first", first, 1L, layout.maxId() >> layout.geneBits());
        return new CountingIdGenerator(layout, first);
    }

    @Override
    public long nextId() {
        return nextId(0);
    }

    @Override
    public long nextId(long gene) {
        layout.requireGene(gene);
        return (next.getAndIncrement() << layout.geneBits()) | gene;
    }

    @Override
    public IdBatch reserve(int count) {
        Limits.requireBetween("count", count, 1, Integer.MAX_VALUE);
        CountingIdGenerator reserved = new CountingIdGenerator(layout, next.getAndAdd(count));
        long end = reserved.next.get() + count;
        return new IdBatch() {
            @Override
            public long next() {
                return next(0);
            }

            @Override
            public long next(long gene) {
                if (remaining() == 0) {
                    throw new NoSuchElementException("all ids of this batch have been taken: reserve another one");
                }
                return reserved.nextId(gene);
            }

            @Override
            public int remaining() {
                return (int) (end - reserved.next.get());
            }
        };
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }
}
