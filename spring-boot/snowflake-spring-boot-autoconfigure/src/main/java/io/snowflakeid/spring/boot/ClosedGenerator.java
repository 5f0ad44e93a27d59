package io.snowflakeid.spring.boot;

import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;

/** Stands for a generator while an application is built: it says what ids may consist of, and makes none. */
final class ClosedGenerator implements IdGenerator {

    // the real layout may have a gene, and Hibernate would refuse an attribute that asks for one here
    private static final SnowflakeLayout WITH_GENE = SnowflakeLayout.DEFAULT.withGene(1);

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
        return WITH_GENE;
    }

    private static UnsupportedOperationException noIds() {
        return new UnsupportedOperationException(
                "no ids are made while an application is processed ahead of time: insert rows when it runs");
    }
}
