package io.snowflakeid.verification.generators;

import io.snowflakeid.generator.SnowflakeIdGenerator;

/** The ids of one generator. */
@FunctionalInterface
interface Ids {

    /** The worker id. */
    int WORKER = 1;

    long next();

    /** Fills an array with the next ids, by default one by one. */
    default void fill(long[] ids) {
        for (int i = 0; i < ids.length; i++) {
            ids[i] = next();
        }
    }

    /** The ids of snowflake-core's generator, which can fill arrays. */
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
