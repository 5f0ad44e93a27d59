package io.snowflakeid.spring.boot;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;

/** Stands where Hibernate expects a generator while an application is processed ahead of time; makes no ids. */
final class IdsAtBuildTime implements IdGenerator {

    /** The real layout may have a gene, and Hibernate would reject an attribute that asks for one here. */
    private static final SnowflakeLayout LAYOUT = SnowflakeLayout.DEFAULT.withGene(1);

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
        return LAYOUT;
    }

    private static IllegalStateException noIds() {
        return new IllegalStateException(
                "no ids are made while an application is processed ahead of time: insert rows when it runs");
    }
}
