package io.snowflakeid.spring.boot;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;

/** Stands where a generator is expected and none may make ids: says what they may consist of, and why there are none. */
final class RefusedIds implements IdGenerator {

    private final SnowflakeLayout layout;
    private final String reason;

    private RefusedIds(SnowflakeLayout layout, String reason) {
        this.layout = layout;
        this.reason = reason;
    }

    /**
     * Where it is not clear whose ids they should be. To leave the place empty would be worse: MyBatis-Plus, for one, would go on with
     * a worker that it guesses.
     */
    static RefusedIds ofNoUnnamedGenerator() {
        return new RefusedIds(
                SnowflakeLayout.DEFAULT,
                "there is no generator without a name, or there are several IdGenerator beans and none is primary: describe one by"
                        + " snowflake.* beside snowflake.generators.*, or mark one of the beans @Primary");
    }

    /** While an application is built. */
    static RefusedIds atBuildTime() {
        // the real layout may have a gene, and Hibernate would refuse an attribute that asks for one here
        return new RefusedIds(
                SnowflakeLayout.DEFAULT.withGene(1),
                "no ids are made while an application is processed ahead of time: insert rows when it runs");
    }

    @Override
    public long nextId() {
        throw new IllegalStateException(reason);
    }

    @Override
    public long nextId(long gene) {
        throw new IllegalStateException(reason);
    }

    @Override
    public IdBatch reserve(int count) {
        throw new IllegalStateException(reason);
    }

    @Override
    public SnowflakeLayout layout() {
        return layout;
    }
}
