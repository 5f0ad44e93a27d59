package io.snowflakeid.mybatis;

import io.snowflakeid.CountingIdGenerator;
import io.snowflakeid.IdBatch;
import io.snowflakeid.IdGenerator;
import io.snowflakeid.SnowflakeLayout;
import java.util.ArrayList;
import java.util.List;

/** Counts from 1001 and records the calls; the gene, if any, is in the lowest bits. */
public final class PredictableIds implements IdGenerator {

    public static final long FIRST = 1001;

    private final IdGenerator ids;

    /** {@code next} for one id, {@code reserve n} for n. */
    public final List<String> asked = new ArrayList<>();

    public PredictableIds() {
        this(SnowflakeLayout.DEFAULT);
    }

    public PredictableIds(SnowflakeLayout layout) {
        ids = CountingIdGenerator.from(layout, FIRST);
    }

    @Override
    public long nextId() {
        asked.add("next");
        return ids.nextId();
    }

    @Override
    public long nextId(long gene) {
        asked.add("next");
        return ids.nextId(gene);
    }

    @Override
    public IdBatch reserve(int count) {
        asked.add("reserve " + count);
        return ids.reserve(count);
    }

    @Override
    public SnowflakeLayout layout() {
        return ids.layout();
    }
}
