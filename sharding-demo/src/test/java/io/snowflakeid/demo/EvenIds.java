package io.snowflakeid.demo;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;

/** Even ids, of a layout with one gene bit. */
record EvenIds(IdGenerator ids) implements IdGenerator {

    @Override
    public long nextId() {
        return ids.nextId(0);
    }

    @Override
    public long nextId(long gene) {
        throw new IllegalArgumentException("gene " + gene + " is not for even ids: use nextId()");
    }

    @Override
    public IdBatch reserve(int count) {
        return new EvenBatch(ids.reserve(count));
    }

    @Override
    public SnowflakeLayout layout() {
        return ids.layout();
    }
}

record EvenBatch(IdBatch batch) implements IdBatch {

    @Override
    public long next() {
        return batch.next(0);
    }

    @Override
    public long next(long gene) {
        throw new IllegalArgumentException("gene " + gene + " is not for even ids: use next()");
    }

    @Override
    public int remaining() {
        return batch.remaining();
    }
}
