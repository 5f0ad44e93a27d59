package io.snowflakeid.merge.config;

import java.util.Collections;
import java.util.LinkedHashMap;
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
        @Key(name = "class", otherwise = "union") TableClass tableClass,
        @Key(otherwise = "auto") IdPolicy ids,
        @Nullable String where,
        @Nullable String by,
        Map<String, Summing> sums,
        List<String> recompute,
        @Nullable IdRange idRange,
        List<IdRange> reserved) {

    /** Refuses settings of another class, and conditions that would not mean the same in every statement. */
    public TableConfig {
        sums = Collections.unmodifiableMap(new LinkedHashMap<>(sums));
        recompute = List.copyOf(recompute);
        reserved = List.copyOf(reserved);
        boolean hasRows = tableClass != TableClass.SKIP && tableClass != TableClass.RECOMPUTE;
        Checks checks = new Checks()
                .condition("where", where)
                .unless(hasRows || where == null, "where", "has no meaning here: no row of such a table is copied")
                .unless(
                        hasRows || (ids == IdPolicy.AUTO && idRange == null && reserved.isEmpty()),
                        "class",
                        "copies no row, so ids, id-range and reserved have no meaning here: leave them out");
        settingOf(
                checks,
                tableClass,
                TableClass.KEEP_NEWEST,
                "by",
                by != null,
                "the column that tells which row is newer");
        settingOf(checks, tableClass, TableClass.SUM_BY_KEY, "sums", !sums.isEmpty(), "what becomes of the columns");
        settingOf(
                checks,
                tableClass,
                TableClass.RECOMPUTE,
                "recompute",
                !recompute.isEmpty(),
                "the statements that fill it");
        checks.unless(by == null || !by.isBlank(), "by", "is empty: name a column")
                .unless(
                        recompute.stream().noneMatch(String::isBlank),
                        "recompute",
                        "holds an empty statement: remove it")
                .unless(sums.keySet().stream().noneMatch(String::isBlank), "sums", "holds an empty column name")
                .refuseIfAny();
    }

    private static void settingOf(
            Checks checks, TableClass seen, TableClass wanted, String key, boolean there, String what) {
        if (seen == wanted) {
            checks.unless(there, key, "is missing: a table of class " + RecordReader.word(wanted) + " needs " + what);
        } else {
            checks.unless(
                    !there,
                    key,
                    "is for class " + RecordReader.word(wanted) + ", but the class is " + RecordReader.word(seen));
        }
    }

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
        static IdRange parse(String text) {
            return WholeNumber.parseRange(text);
        }

        /** Refuses an empty range. */
        public IdRange {
            if (first > last) {
                new Checks()
                        .fault("id-range", "is " + first + ".." + last + ", but must not begin above its end")
                        .refuseIfAny();
            }
        }
    }
}
