package io.snowflakeid.cli;

import io.snowflakeid.SnowflakeLayout;
import java.util.LinkedHashMap;
import java.util.Map;

/** The default layouts of well-known id generators. */
final class KnownLayouts {

    private KnownLayouts() {}

    /**
     * Returns the layouts by the name of the generator, starting with the layouts of this project. For Sonyflake, the decoded sequence is the machine
     * id, because Sonyflake stores the machine id in the lowest bits.
     */
    static Map<String, SnowflakeLayout> byMaker() {
        Map<String, SnowflakeLayout> known = new LinkedHashMap<>();
        known.put("DEFAULT, TWITTER, MyBatis-Plus, hutool, Leaf", SnowflakeLayout.DEFAULT);
        SnowflakeLayout.presets().forEach((name, layout) -> {
            if (!layout.equals(SnowflakeLayout.DEFAULT) && !layout.equals(SnowflakeLayout.TWITTER)) {
                known.put(name, layout);
            }
        });
        known.put(
                "ShardingSphere, up to 14 h off by its zone",
                SnowflakeLayout.parse("41x1ms/0/10/12@2016-11-01T00:00:00Z"));
        known.put(
                "@Tsid of hypersistence-utils, tsid-creator",
                SnowflakeLayout.parse("41x1ms/0/10/12@2020-01-01T00:00:00Z"));
        known.put("CosId", SnowflakeLayout.parse("41x1ms/0/10/12@2019-12-24T16:00:00Z"));
        known.put(
                "uid-generator, ran out in November 2024",
                SnowflakeLayout.parse("28x1000ms/0/22/13@2016-05-20T00:00:00Z"));
        known.put("Instagram's shards", SnowflakeLayout.parse("40x1ms/0/13/10@2011-08-24T21:07:01.721Z"));
        known.put("Sonyflake 1", SnowflakeLayout.parse("39x10ms/0/8/16@2014-09-01T00:00:00Z"));
        known.put("Sonyflake 2", SnowflakeLayout.parse("39x10ms/0/8/16@2025-01-01T00:00:00Z"));
        return known;
    }
}
