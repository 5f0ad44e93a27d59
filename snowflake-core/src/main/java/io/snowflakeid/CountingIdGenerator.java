package io.snowflakeid;

import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts, for unit tests: its ids are predictable, and not unique between instances. This generator needs neither clock nor ledger.
 *
 * <pre>{@code
 * IdGenerator ids = CountingIdGenerator.from(1001);
 * ids.nextId(); // 1001
 * ids.nextId(); // 1002
 * }</pre>
 *
 * <p>On a layout with a gene, the count lies above the gene, which is 0 unless it is given: with 6 gene bits, {@code from(layout, 1001)}
 * makes {@code 1001 * 64 + gene}, then {@code 1002 * 64 + gene}.
 *
 * <p>Thread-safe.
 */
public final class CountingIdGenerator implements IdGenerator {

    private final SnowflakeLayout layout;
    private final AtomicLong next;

    private CountingIdGenerator(SnowflakeLayout layout, long first) {
        this.layout = layout;
        next = new AtomicLong(first);
    }

    /** Counts from a number that is at least 1, under {@link SnowflakeLayout#DEFAULT}. */
    public static CountingIdGenerator from(long first) {
        return from(SnowflakeLayout.DEFAULT, first);
    }

    /**
     * Counts from a number, above the gene if the layout has one.
     *
     * @param first 1 to what the layout's bits hold above the gene; later numbers are not checked
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
