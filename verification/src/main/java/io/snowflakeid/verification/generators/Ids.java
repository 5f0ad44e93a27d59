package io.snowflakeid.verification.generators;

import io.snowflakeid.SnowflakeIdGenerator;

/** Ids of one generator. */
@FunctionalInterface
interface Ids {

    /** The number of the one process. */
    int WORKER = 1;

    long next();

    /** Fills an array with the next ids, one by one unless the generator knows better. */
    default void fill(long[] ids) {
        for (int i = 0; i < ids.length; i++) {
            ids[i] = next();
        }
    }

    /** Ids of ours, which fills arrays itself. */
    record OfOurs(SnowflakeIdGenerator generator) implements Ids {

        @Override
        public long next() {
            return generator.nextId();
        }

        @Override
        public void fill(long[] ids) {
            generator.fill(ids);
        }
    }
}
