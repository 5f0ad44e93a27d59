package io.snowflakeid.demo.origin;

import io.snowflakeid.DecodedId;
import io.snowflakeid.SnowflakeLayout;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a generator makes unless it is told otherwise.
 *
 * @param makers who makes such ids
 * @param layout when and how wide; datacenter and worker count as one number here
 * @param sequenceFirst whether the sequence lies above the worker, so that the layout's names for the two are the wrong way round
 * @param note what else to know, or null
 */
record KnownLayout(
        String makers,
        SnowflakeLayout layout,
        boolean sequenceFirst,
        @Nullable String note) {

    private static final String ZONE =
            "its epoch is midnight in the zone of the machine, up to 14 h from the UTC taken here";

    /** Those that we know, ours first. */
    static List<KnownLayout> all() {
        List<KnownLayout> all = new ArrayList<>();
        all.add(of("DEFAULT, TWITTER; MyBatis-Plus, hutool, Leaf, Twitter's Snowflake", SnowflakeLayout.DEFAULT));
        SnowflakeLayout.presets().forEach((name, layout) -> {
            if (!layout.equals(SnowflakeLayout.DEFAULT) && !layout.equals(SnowflakeLayout.TWITTER)) {
                all.add(of(name, layout));
            }
        });
        all.add(noted("ShardingSphere's SNOWFLAKE", "41x1ms/0/10/12@2016-11-01T00:00:00Z", ZONE));
        all.add(noted("TSID: @Tsid of hypersistence-utils, tsid-creator", "41x1ms/0/10/12@2020-01-01T00:00:00Z", null));
        all.add(noted("CosId", "41x1ms/0/10/12@2019-12-24T16:00:00Z", null));
        all.add(noted(
                "uid-generator by default",
                "28x1000ms/0/22/13@2016-05-20T00:00:00Z",
                "this layout ran out in November 2024; " + ZONE));
        all.add(noted(
                "Instagram's shards",
                "40x1ms/0/13/10@2011-08-24T21:07:01.721Z",
                "the 41st bit of its timestamp, the sign, is not needed before 2046"));
        all.add(machineLast("Sonyflake 1", "39x10ms/0/8/16@2014-09-01T00:00:00Z"));
        all.add(machineLast("Sonyflake 2", "39x10ms/0/8/16@2025-01-01T00:00:00Z"));
        return all;
    }

    static KnownLayout of(String makers, SnowflakeLayout layout) {
        return new KnownLayout(makers, layout, false, null);
    }

    private static KnownLayout noted(String makers, String spec, @Nullable String note) {
        return new KnownLayout(makers, SnowflakeLayout.parse(spec), false, note);
    }

    private static KnownLayout machineLast(String makers, String spec) {
        return new KnownLayout(
                makers, SnowflakeLayout.parse(spec), true, "its machine id is in the lowest bits, 16 of them");
    }

    boolean covers(long id) {
        return layout.bits() == Long.SIZE - 1 || id < 1L << layout.bits();
    }

    Instant timeOf(long id) {
        return layout.decode(id).timestamp();
    }

    long workerOf(long id) {
        DecodedId fields = layout.decode(id);
        return sequenceFirst ? fields.sequence() : (fields.datacenter() << layout.workerBits()) | fields.worker();
    }

    /** How many workers there can be. */
    long workers() {
        return 1L << (sequenceFirst ? layout.sequenceBits() : layout.datacenterBits() + layout.workerBits());
    }

    /** Whether this and another layout have the same number for the same moment, worker and sequence. */
    boolean hasTheBitsOf(SnowflakeLayout other) {
        return !sequenceFirst
                && layout.epoch().equals(other.epoch())
                && layout.tick().equals(other.tick())
                && layout.bits() == other.bits()
                && layout.timestampBits() == other.timestampBits()
                && layout.datacenterBits() + layout.workerBits() == other.datacenterBits() + other.workerBits()
                && layout.geneBits() == other.geneBits();
    }
}
