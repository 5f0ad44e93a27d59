package io.snowflakeid.spring.boot;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;

/**
 * Refuses ids where it is not clear whose they should be. To leave the place empty would be worse: MyBatis-Plus, for one, would go on
 * with a worker that it guesses.
 */
final class NoUnnamedGenerator implements IdGenerator {

    @Override
    public long nextId() {
        throw noIds();
    }

    @Override
    public long nextId(long gene) {
        throw noIds();
    }

    @Override
    public IdBatch reserve(int count) {
        throw noIds();
    }

    @Override
    public SnowflakeLayout layout() {
        return SnowflakeLayout.DEFAULT;
    }

    private static IllegalStateException noIds() {
        return new IllegalStateException(
                "there is no generator without a name, or there are several IdGenerator beans and none is primary: describe one by"
                        + " snowflake.* beside snowflake.generators.*, or mark one of the beans @Primary");
    }
}
