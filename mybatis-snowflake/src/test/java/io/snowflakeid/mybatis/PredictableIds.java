package io.snowflakeid.mybatis;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;

/** Counts up from 1001 and writes down how it was asked; the gene, if any, is in the lowest bits. */
public final class PredictableIds implements IdGenerator {

    public static final long FIRST = 1001;

    private final SnowflakeLayout layout;
    private long next = FIRST;

    /** {@code next} for one id, {@code reserve n} for n. */
    public final List<String> asked = new ArrayList<>();

    public PredictableIds() {
        this(SnowflakeLayout.DEFAULT);
    }

    public PredictableIds(SnowflakeLayout layout) {
        this.layout = layout;
    }

    @Override
    public long nextId() {
        return nextId(0);
    }

    @Override
    public long nextId(long gene) {
        asked.add("next");
        return take(gene);
    }

    private long take(long gene) {
        if (gene < 0 || gene > layout.maxGene()) {
            throw new IllegalArgumentException("gene " + gene);
        }
        return (next++ << layout.geneBits()) | gene;
    }

    @Override
    public IdBatch reserve(int count) {
        asked.add("reserve " + count);
        return new Batch(count);
    }

    private final class Batch implements IdBatch {
        private int remaining;

        Batch(int count) {
            remaining = count;
        }

        @Override
        public long next() {
            return next(0);
        }

        @Override
        public long next(long gene) {
            if (remaining == 0) {
                throw new NoSuchElementException("more ids taken than reserved");
            }
            remaining--;
            return take(gene);
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
