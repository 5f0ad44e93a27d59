package io.snowflakeid.merge.config;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;

public record TableConfig(
        @JsonProperty("class") TableClass tableClass,
        IdPolicy ids,
        @Nullable String where,
        @Nullable IdRange idRange,
        List<IdRange> reserved) {

    /** The default settings of a table. */
    public static final TableConfig UNION = new TableConfig(TableClass.UNION, IdPolicy.AUTO, null, null, List.of());

    /** Rejects settings that have no effect for the table class, and nondeterministic conditions. */
    public TableConfig {
        reserved = List.copyOf(reserved);
        boolean plain = where == null && ids == IdPolicy.AUTO && idRange == null && reserved.isEmpty();
        new WrongSettings()
                .unlessCondition(where, "where")
                .unless(
                        plain || tableClass != TableClass.SKIP,
                        "class",
                        "copies no row, so where, ids, id-range and reserved have no meaning here: leave them out")
                .unless(
                        tableClass != TableClass.MAIN_ONLY || ids == IdPolicy.AUTO || ids == IdPolicy.STATIC,
                        "ids",
                        "of a main-only table are the main server's, and other sources' rows refer to these: leave ids out,"
                                + " or choose another class")
                .throwIfAny();
    }

    public enum TableClass {
        UNION,
        MAIN_ONLY,
        SKIP
    }

    public enum IdPolicy {
        AUTO,
        KEEP,
        OFFSET,
        MAP,
        STATIC
    }

    /** A range of ids from {@code first} to {@code last}, including both ids. */
    public record IdRange(long first, long last) {

        public IdRange {
            if (first > last) {
                throw new IllegalArgumentException("begins above its end: write first..last");
            }
        }

        @JsonCreator
        static IdRange parse(String text) {
            String[] ends = text.split("\\.\\.", -1);
            if (ends.length != 2) {
                throw new IllegalArgumentException("is no range: write first..last, such as 1..2147483647");
            }
            return new IdRange(ConfigReader.number(ends[0].strip()), ConfigReader.number(ends[1].strip()));
        }
    }
}
