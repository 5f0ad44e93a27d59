package io.snowflakeid;

import org.jspecify.annotations.Nullable;

/** A generator whose answers are looked at; equal to another one of the same generator. */
record CheckedGenerator(IdGenerator ids) implements IdGenerator {

    @Override
    public long nextId() {
        return id(ids.nextId());
    }

    @Override
    public long nextId(long gene) {
        return id(ids.nextId(gene));
    }

    private long id(long id) {
        if (id <= 0) {
            throw wrong(id, "an id, which is positive");
        }
        return id;
    }

    private IllegalStateException wrong(@Nullable Object answer, String wanted) {
        return new IllegalStateException(ids.getClass().getName() + " returned " + answer + " in place of " + wanted
                + ": in a test, replace a mock by CountingIdGenerator.from(1001)");
    }

    @Override
    public IdBatch reserve(int count) {
        return new Batch(present(ids.reserve(count), "reserved ids"));
    }

    private <T> T present(@Nullable T answer, String wanted) {
        if (answer == null) {
            throw wrong(null, wanted);
        }
        return answer;
    }

    private final class Batch implements IdBatch {
        private final IdBatch batch;

        Batch(IdBatch batch) {
            this.batch = batch;
        }

        @Override
        public long next() {
            return id(batch.next());
        }

        @Override
        public long next(long gene) {
            return id(batch.next(gene));
        }

        @Override
        public int remaining() {
            return batch.remaining();
        }
    }

    @Override
    public SnowflakeLayout layout() {
        return present(ids.layout(), "a layout");
    }
}
