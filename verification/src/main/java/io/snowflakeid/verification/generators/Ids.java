package io.snowflakeid.verification.generators;

import io.snowflakeid.generator.SnowflakeIdGenerator;

@FunctionalInterface
interface Ids {

    int WORKER = 1;

    long next();

    default void fill(long[] ids) {
        for (int i = 0; i < ids.length; i++) {
            ids[i] = next();
        }
    }

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
