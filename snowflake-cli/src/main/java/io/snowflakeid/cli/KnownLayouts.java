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
        add(known, "ShardingSphere, up to 14 h off by its zone", "41x1ms/0/10/12@2016-11-01T00:00:00Z");
        add(known, "@Tsid of hypersistence-utils, tsid-creator", "41x1ms/0/10/12@2020-01-01T00:00:00Z");
        add(known, "CosId", "41x1ms/0/10/12@2019-12-24T16:00:00Z");
        add(known, "a copied class, epoch 1420041600000", "41x1ms/5/5/12@2014-12-31T16:00:00Z");
        add(known, "a copied class, epoch 1480166465631", "41x1ms/5/5/12@2016-11-26T13:21:05.631Z");
        add(known, "a copied class, epoch 1543903501000", "41x1ms/5/5/12@2018-12-04T06:05:01Z");
        add(known, "uid-generator, ran out in November 2024", "28x1000ms/0/22/13@2016-05-19T16:00:00Z");
        add(known, "Instagram's shards", "40x1ms/0/13/10@2011-08-24T21:07:01.721Z");
        add(known, "Sonyflake 1", "39x10ms/0/8/16@2014-09-01T00:00:00Z");
        add(known, "Sonyflake 2", "39x10ms/0/8/16@2025-01-01T00:00:00Z");
        return known;
    }

    private static void add(Map<String, SnowflakeLayout> known, String maker, String spec) {
        known.put(maker, SnowflakeLayout.parse(spec));
    }
}
