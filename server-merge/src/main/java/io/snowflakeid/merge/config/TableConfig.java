package io.snowflakeid.merge.config;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of a table.
 *
 * @param tableClass which rows the target gets
 * @param ids how its own ids are made unique
 * @param where an SQL condition on its columns: rows that do not fulfil it stay behind, and with them the rows that refer to them;
 *     or null
 * @param by the column that tells which row is newer, for {@link TableClass#KEEP_NEWEST}, or null
 * @param sums what becomes of columns other than the key, for {@link TableClass#SUM_BY_KEY}
 * @param recompute statements that fill the table when all others are loaded, for {@link TableClass#RECOMPUTE}
 * @param idRange the range that the game allows for ids of this table, or null
 * @param reserved ranges that ids of this table must not fall into
 */
public record TableConfig(
        TableClass tableClass,
        IdPolicy ids,
        @Nullable String where,
        @Nullable String by,
        Map<String, Summing> sums,
        List<String> recompute,
        @Nullable IdRange idRange,
        List<IdRange> reserved) {

    /** All rows, and ids as the planner sees fit. */
    public static final TableConfig UNION =
            new TableConfig(TableClass.UNION, IdPolicy.AUTO, null, null, Map.of(), List.of(), null, List.of());

    /** Which rows the target gets. */
    public enum TableClass {
        /** Those of all sources. */
        UNION,
        /** Those of the main server alone. */
        MAIN_ONLY,
        /** None; the table is created empty. */
        SKIP,
        /** Of rows with the same key, the one with the greatest value of a column. */
        KEEP_NEWEST,
        /** Of rows with the same key one, with summed columns. */
        SUM_BY_KEY,
        /** Those that statements make once all others are there. */
        RECOMPUTE
    }

    /** How the ids of a table are made unique. */
    public enum IdPolicy {
        /** The cheapest correct one of {@link #KEEP}, {@link #OFFSET}, {@link #MAP}. */
        AUTO,
        /** They stay, and are proved disjoint. */
        KEEP,
        /** Each source's are moved by a distance of its own. */
        OFFSET,
        /** They are replaced by fresh ones, through a table of old and new ids. */
        MAP,
        /** They mean the same on all servers, as those of towns and items do, and stay. */
        STATIC
    }

    /** What becomes of a column of rows with the same key. */
    public enum Summing {
        SUM,
        MAX,
        MIN,
        FIRST
    }

    /** From the first to the last id, both included. */
    public record IdRange(long first, long last) {
        /** Refuses an empty range. */
        public IdRange {
            if (first > last) {
                throw new IllegalArgumentException(
                        "a range of ids must begin before it ends, but is " + first + ".." + last);
            }
        }
    }
}
