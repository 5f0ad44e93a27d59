package io.snowflakeid.merge.config;

import java.util.Map;

/** Settings that earlier versions had, each with what to do instead. */
final class RemovedKeys {

    private static final String RECOMPUTE = "class: skip, and fill the table by SQL of your own after verify";
    private static final String KEEP_NEWEST =
            "class: main-only, or list the key under unique with on-clash: keep-first, and take newer rows over by SQL of your own"
                    + " after verify";
    private static final String SUM_BY_KEY =
            "class: main-only, or list the key under unique with on-clash: keep-first, and add the others' values by SQL of your"
                    + " own after verify";

    /** Keys of a table. */
    static final Map<String, String> OF_TABLE = Map.of(
            "recompute", "was removed: write " + RECOMPUTE,
            "by", "was removed: write " + KEEP_NEWEST,
            "sums", "was removed: write " + SUM_BY_KEY);

    /** Classes of a table. */
    static final Map<String, String> CLASSES = Map.of(
            "recompute", RECOMPUTE,
            "keep-newest", KEEP_NEWEST,
            "sum-by-key", SUM_BY_KEY);

    private RemovedKeys() {}
}
