package io.snowflakeid;

import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * For unit tests only: its ids are predictable, and not unique between instances. It asks no clock and no ledger, and counts.
 *
 * <pre>{@code
 * IdGenerator ids = CountingIdGenerator.from(1001);
 * ids.nextId(); // 1001
 * ids.nextId(); // 1002
 * }</pre>
 *
 * <p>On a layout with a gene, the count lies above the gene, and a call that gives no gene has gene 0 instead of one that is drawn:
 * with 6 gene bits, {@code from(layout, 1001)} makes {@code 1001 * 64 + gene}, then {@code 1002 * 64 + gene}.
 *
 * <p>Thread-safe. It has nothing to close.
 */
public final class CountingIdGenerator implements IdGenerator {

    private final SnowflakeLayout layout;
    private final AtomicLong next;

    private CountingIdGenerator(SnowflakeLayout layout, long first) {
        this.layout = layout;
        next = new AtomicLong(first);
    }

    /**
     * Counts from that number, under {@link SnowflakeLayout#DEFAULT}.
     *
     * @param first at least 1
     * @throws IllegalArgumentException if it is less
     */
    public static CountingIdGenerator from(long first) {
        return from(SnowflakeLayout.DEFAULT, first);
    }

    /**
     * Counts from that number, with the gene behind it if the layout has one.
     *
     * @param first 1 to what the layout's bits hold above the gene; no later number is compared with that
     * @throws IllegalArgumentException if it is not
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
        return reserve(1).next(gene);
    }

    @Override
    public IdBatch reserve(int count) {
        Limits.requireCount(count);
        return new Batch(next.getAndAdd(count), count);
    }

    /** Numbers in a row, for one thread at a time. */
    private final class Batch implements IdBatch {
        private long number;
        private int remaining;

        Batch(long first, int count) {
            number = first;
            remaining = count;
        }

        @Override
        public long next() {
            return next(0);
        }

        @Override
        public long next(long gene) {
            layout.requireGene(gene);
            if (remaining == 0) {
                throw new NoSuchElementException("all ids of this batch have been taken: reserve another one");
            }
            remaining--;
            return number++ << layout.geneBits() | gene;
        }

        @Override
        public int remaining() {
            return remaining;
        }
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }
}
