package io.snowflakeid.verification.peers;

import io.hypersistence.tsid.TSID;
import io.snowflakeid.verification.makers.IdMaker;
import io.snowflakeid.verification.makers.MakerSettings;

/** What {@code @Tsid} of hypersistence-utils uses where nothing is configured: one of 1024 nodes, at random. */
public final class TsidMaker implements IdMaker {

    @Override
    public String name() {
        return "tsid";
    }

    @Override
    public String describe(MakerSettings settings) {
        return "TSID.Factory.getTsid(); 42 bits ms, 10 node (random at start), 12 counter (random start in each ms)";
    }

    @Override
    public Ids open(MakerSettings settings) {
        return () -> TSID.Factory.getTsid().toLong();
    }
}
