package io.snowflakeid.demo.worlds;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What became of the three worlds when their servers were merged. The names are those of {@code report.json}.
 *
 * @param players how many players all servers of one world had together
 * @param autoIncrement ids counted by each server's database
 * @param textbookSnowflake ids of the class that people copy, with its default worker and datacenter on every server
 * @param snowflake ids of this project, each server with its own number
 * @param serverMerge the same servers merged by server-merge
 * @param seconds how long all of it took
 */
public record WorldsResult(
        int players,
        WorldResult autoIncrement,
        WorldResult textbookSnowflake,
        WorldResult snowflake,
        ServerMergeResult serverMerge,
        double seconds) {

    /** What went wrong, one sentence each; empty if every row and every reference arrived. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        report(failures, snowflake.primaryKeyClashes(), "primary keys of our ids clash");
        report(failures, snowflake.rowsLost(), "rows with our ids are missing or have other content");
        report(failures, snowflake.mergedRows() - snowflake.sourceRows(), "rows are there that no server had");
        report(failures, snowflake.danglingReferences(), "references between our ids point nowhere");
        report(failures, snowflake.mislinkedReferences(), "references between our ids lead to a row of another server");
        for (Merged world : serverMerge.worlds()) {
            world.faults().forEach(fault -> failures.add("server-merge of " + world.ids() + ": " + fault));
            if (world.rowsLost() != 0 || world.danglingReferences() > 0 || world.mislinkedReferences() > 0) {
                failures.add("server-merge of " + world.ids() + " lost " + world.rowsLost() + " rows; "
                        + world.danglingReferences() + " references point nowhere, " + world.mislinkedReferences()
                        + " lead to a row of another server");
            }
        }
        return List.copyOf(failures);
    }

    private static void report(List<String> failures, long count, String what) {
        if (count > 0) {
            failures.add(count + " " + what);
        }
    }

    /** One world after a plain copy; {@code ids} says where they came from. */
    public record WorldResult(String ids, List<TableResult> tables) {

        /** Rows of all servers together. */
        @JsonProperty
        public long sourceRows() {
            return sum(TableResult::sourceRows);
        }

        /** Rows that the merged database has. */
        @JsonProperty
        public long mergedRows() {
            return sum(TableResult::mergedRows);
        }

        /** Rows that could not be copied, since another row had their primary key already. */
        @JsonProperty
        public long primaryKeyClashes() {
            return sum(TableResult::primaryKeyClashes);
        }

        /** Rows that are missing in the merged database, or are there with other content. */
        @JsonProperty
        public long rowsLost() {
            return sum(TableResult::rowsLost);
        }

        /** References of merged rows that point nowhere. */
        @JsonProperty
        public long danglingReferences() {
            return sum(table -> sum(table, ReferenceResult::dangling));
        }

        /** References of merged rows that lead to a row of another server: nothing fails, and a player owns what is not his. */
        @JsonProperty
        public long mislinkedReferences() {
            return sum(table -> sum(table, ReferenceResult::mislinked));
        }

        private long sum(ToLongFunction<TableResult> figure) {
            return tables.stream().mapToLong(figure).sum();
        }

        private static long sum(TableResult table, ToLongFunction<ReferenceResult> figure) {
            return table.references().stream().mapToLong(figure).sum();
        }
    }

    /** One table of a world, without the world's prefix. */
    public record TableResult(
            String table,
            long sourceRows,
            long mergedRows,
            long primaryKeyClashes,
            long rowsLost,
            List<ReferenceResult> references) {}

    /** One reference in the merged database: rows that refer, those that point nowhere, and to a row of another server. */
    public record ReferenceResult(String column, String parent, long checked, long dangling, long mislinked) {}

    /** The worlds that server-merge has merged, or why it was not tried and what to do. */
    public record ServerMergeResult(@Nullable String notShown, List<Merged> worlds) {}

    /**
     * One world after server-merge.
     *
     * @param way what became of the ids
     * @param references how many references were followed
     * @param faults what its plan or its own verification found, one sentence each
     */
    public record Merged(
            String ids,
            String way,
            long sourceRows,
            long mergedRows,
            long references,
            long danglingReferences,
            long mislinkedReferences,
            List<String> faults,
            double seconds) {

        /** Rows that are missing in the merged database. */
        @JsonProperty
        public long rowsLost() {
            return sourceRows - mergedRows;
        }
    }
}
