package io.snowflakeid;

import io.snowflakeid.internal.Limits;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes predictable ids for unit tests by counting up. Two instances make the same ids. Thread-safe. This generator needs neither clock nor ledger.
 *
 * <pre>{@code
 * IdGenerator ids = CountingIdGenerator.from(1001);
 * ids.nextId(); // 1001
 * ids.nextId(); // 1002
 * }</pre>
 *
 * <p>On a layout with a gene, the count fills the bits above the gene. The gene is 0 unless the caller passes a gene. With 6 gene bits,
 * {@code from(layout, 1001)} makes {@code 1001 * 64 + gene}, then {@code 1002 * 64 + gene}.
 */
public final class CountingIdGenerator implements IdGenerator {

    private final SnowflakeLayout layout;
    private final AtomicLong next;

    private CountingIdGenerator(SnowflakeLayout layout, long first) {
        this.layout = layout;
        next = new AtomicLong(first);
    }

    /** Returns a generator that counts from {@code first}, which is at least 1, under {@link SnowflakeLayout#DEFAULT}. */
    public static CountingIdGenerator from(long first) {
        return from(SnowflakeLayout.DEFAULT, first);
    }

    /**
     * Returns a generator that counts from {@code first}, in the bits above the gene.
     *
     * @param first the first count, from 1 to the largest number that fits into the layout's bits above the gene
     * @throws IllegalArgumentException if {@code first} is out of range
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
